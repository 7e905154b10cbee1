import { useLocation } from 'react-router';

export function useLeadsAddress(): string {
  const state: unknown = useLocation().state;
  const from =
    typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string'
      ? state.list
      : '';
  return `/dashboard/leads${from}`;
}
