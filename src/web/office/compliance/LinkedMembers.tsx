import { Link } from 'react-router';
import { filePath } from './paths.ts';

/** Names with commas between, each a link to the member's file. */
export const LinkedMembers = ({ members }: { members: { _id: string; name: string }[] }) =>
  members.map(({ _id, name }, at) => (
    <span key={_id}>
      {at > 0 && ', '}
      <Link translate="no" to={filePath(_id)}>
        {name}
      </Link>
    </span>
  ));
