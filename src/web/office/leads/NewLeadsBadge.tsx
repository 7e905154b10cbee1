import { useQuery } from '@tanstack/react-query';
import { RecountedBadge } from '../page/CountBadge.tsx';
import { newLeadsQuery } from './new-leads.query.ts';

export const NewLeadsBadge = ({ collapsed }: { collapsed: boolean }) => (
  <RecountedBadge counted={useQuery(newLeadsQuery)} word="new" collapsed={collapsed} />
);
