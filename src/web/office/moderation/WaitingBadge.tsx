import { useQuery } from '@tanstack/react-query';
import { CountBadge } from '../page/CountBadge.tsx';
import { waitingQuery } from './waiting.query.ts';

/** The number beside 'Moderation' in the navigation. */
export const WaitingBadge = ({ collapsed }: { collapsed: boolean }) => (
  <CountBadge counted={useQuery(waitingQuery)} word="waiting" collapsed={collapsed} />
);
