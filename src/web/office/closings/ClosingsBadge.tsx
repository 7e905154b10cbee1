import { useQuery } from '@tanstack/react-query';
import { RecountedBadge } from '../page/CountBadge.tsx';
import { waitingClosingsQuery } from './waiting-closings.query.ts';

export const ClosingsBadge = ({ collapsed }: { collapsed: boolean }) => (
  <RecountedBadge counted={useQuery(waitingClosingsQuery)} word="waiting" collapsed={collapsed} />
);
