import { useQuery } from '@tanstack/react-query';
import { waitingApplicationsQuery } from '../leads/applications.queries.ts';
import { RecountedBadge } from '../page/CountBadge.tsx';

export const ApplicationsBadge = ({ collapsed }: { collapsed: boolean }) => (
  <RecountedBadge counted={useQuery(waitingApplicationsQuery)} word="waiting" collapsed={collapsed} />
);
