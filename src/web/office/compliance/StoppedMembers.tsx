import { useQuery } from '@tanstack/react-query';
import { UrgentMembers } from '../page/UrgentMembers.tsx';
import { stoppedQuery } from './stopped.query.ts';

export function StoppedMembers() {
  const { data } = useQuery(stoppedQuery);
  return (
    <>
      <UrgentMembers
        members={data?.count}
        to="/dashboard/admin/compliance"
        one="must not work today"
        many="must not work today"
      />
      <UrgentMembers
        members={data?.unlicensed}
        to="/dashboard/admin/compliance"
        one="is invited and has no license number yet"
        many="are invited and have no license number yet"
        calm
      />
    </>
  );
}
