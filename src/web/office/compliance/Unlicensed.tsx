import type { Desk } from '../../../shared/compliance/compliance.contract.ts';
import { LinkedMembers } from './LinkedMembers.tsx';

/** Invited people whose license number no one has entered. */
export function Unlicensed({ members }: { members: Desk['unlicensed'] }) {
  if (members.length === 0) return null;
  return (
    <p className="wrap-anywhere">
      Invited, with no license number yet: <LinkedMembers members={members} />
    </p>
  );
}
