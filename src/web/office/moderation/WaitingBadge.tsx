import { useQuery } from '@tanstack/react-query';
import { RecountedBadge } from '../page/CountBadge.tsx';
import { waitingQuery } from './waiting.query.ts';

export const WaitingBadge = ({ collapsed }: { collapsed: boolean }) => (
  <RecountedBadge counted={useQuery(waitingQuery)} word="waiting" collapsed={collapsed} />
);
