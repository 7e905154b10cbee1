import { Link } from 'react-router';

type UrgentMembersProps = { members: number | undefined; to: string; one: string; many: string };

/** A link on Today to members who need attention; nothing when there are none. */
export function UrgentMembers({ members = 0, to, one, many }: UrgentMembersProps) {
  if (members === 0) return null;
  return (
    <p>
      <Link to={to} className="inline-flex min-h-11 items-center text-error underline underline-offset-4">
        {members === 1 ? `1 member ${one}` : `${members.toLocaleString('en-US')} members ${many}`}
      </Link>
    </p>
  );
}
