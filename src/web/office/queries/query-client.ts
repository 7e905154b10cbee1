import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api.ts';
import { currentSession, expireSession, subscribeToSession } from '../session/office-session.ts';

/** For failures of calls that are neither a query nor a mutation. */
export function noticeExpiry(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) expireSession();
}

/** A retry may help: the server was briefly unreachable. */
const isTransient = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 502);

/** Cached responses, cleared when the user signs out. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeExpiry }),
  mutationCache: new MutationCache({ onError: noticeExpiry }),
  defaultOptions: {
    // Offline must show an error with Retry, not pause silently.
    queries: { networkMode: 'always', retry: (failures, error) => failures < 1 && isTransient(error) },
    mutations: { networkMode: 'always' },
  },
});

subscribeToSession(() => {
  if (currentSession().status !== 'member') queryClient.clear();
});
