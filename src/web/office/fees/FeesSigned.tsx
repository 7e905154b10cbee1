import { Link } from 'react-router';
import { counted } from '../../../shared/counted.ts';
import type { FeesSigned as Signed } from '../../../shared/fees/fees.contract.ts';

/** Says who pays by which version, once members pay by different ones. */
export function FeesSigned({ fees: { current, signed } }: { fees: Signed }) {
  if (signed.every(({ version }) => version === current)) return null;
  const parts = signed.map(
    ({ version, members }) =>
      `${counted(members, 'member')} by version ${version}${version === current ? ' (in force)' : ''}`,
  );
  return (
    <p className="text-muted">
      Fees signed: {parts.join(', ')}. <Link to="/dashboard/admin/site/fees">See the versions</Link>
    </p>
  );
}
