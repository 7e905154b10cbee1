import { useQuery } from '@tanstack/react-query';
import { CountBadge } from '../page/CountBadge.tsx';
import { openPagesQuery } from './open-pages.query.ts';

export function OpenBadge({ collapsed }: { collapsed: boolean }) {
  const { data = [] } = useQuery(openPagesQuery);
  return <CountBadge count={data.length} spoken={`${data.length} to acknowledge`} collapsed={collapsed} />;
}
