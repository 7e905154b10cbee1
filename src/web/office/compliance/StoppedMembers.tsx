import { useQuery } from '@tanstack/react-query';
import { UrgentMembers } from '../page/UrgentMembers.tsx';
import { stoppedQuery } from './stopped.query.ts';

export const StoppedMembers = () => (
  <UrgentMembers
    members={useQuery(stoppedQuery).data?.count}
    to="/dashboard/admin/compliance"
    one="must not work today"
    many="must not work today"
  />
);
