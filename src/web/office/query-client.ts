import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api.ts';
import { currentSession, expireSession, subscribeToSession } from './session/office-session.ts';

function noticeExpiry(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) expireSession();
}

/** What a second try may mend: a server that was away for a moment. */
const mayPass = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 502);

/** The server's answers, kept while somebody is signed in and no longer. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeExpiry }),
  mutationCache: new MutationCache({ onError: noticeExpiry }),
  defaultOptions: {
    // Offline means an error with Retry, not a screen that waits without saying so.
    queries: { networkMode: 'always', retry: (failures, error) => failures < 1 && mayPass(error) },
    mutations: { networkMode: 'always' },
  },
});

subscribeToSession(() => {
  if (currentSession().status !== 'member') queryClient.clear();
});
