import { Link } from 'react-router';
import type { Desk } from '../../../shared/compliance/compliance.contract.ts';
import { filePath } from './paths.ts';

/** Invited people whose license number no one has entered. */
export function Unlicensed({ members }: { members: Desk['unlicensed'] }) {
  if (members.length === 0) return null;
  return (
    <p className="wrap-anywhere">
      Invited, with no license number yet:{' '}
      {members.map(({ _id, name }, at) => (
        <span key={_id}>
          {at > 0 && ', '}
          <Link translate="no" to={filePath(_id)}>
            {name}
          </Link>
        </span>
      ))}
    </p>
  );
}
