import { Link } from 'react-router';

interface UrgentMembersProps {
  members: number | undefined;
  to: string;
  one: string;
  many: string;
  /** Nothing is late yet: no color of an error. */
  calm?: boolean;
}

/** A link on Today to members who need attention; nothing when there are none. */
export function UrgentMembers({ members = 0, to, one, many, calm = false }: UrgentMembersProps) {
  if (members === 0) return null;
  return (
    <p>
      <Link
        to={to}
        className={`inline-flex min-h-11 items-center underline underline-offset-4 ${calm ? 'text-brand' : 'text-error'}`}
      >
        {members === 1 ? `1 member ${one}` : `${members.toLocaleString('en-US')} members ${many}`}
      </Link>
    </p>
  );
}
