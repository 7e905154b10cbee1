import { useQuery } from '@tanstack/react-query';
import { RecountedBadge } from '../page/CountBadge.tsx';
import { waitingApplicationsQuery } from './joining.queries.ts';

export const ApplicationsBadge = ({ collapsed }: { collapsed: boolean }) => (
  <RecountedBadge counted={useQuery(waitingApplicationsQuery)} word="waiting" collapsed={collapsed} />
);
