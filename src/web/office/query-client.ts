import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api.ts';
import { currentSession, expireSession, subscribeToSession } from './session/office-session.ts';

function noticeExpiry(fault: unknown): void {
  if (fault instanceof ApiError && fault.status === 401) expireSession();
}

/** What a second try may mend: a server that was away for a moment. */
const mayPass = (fault: unknown) => fault instanceof ApiError && (fault.status === 0 || fault.status >= 502);

/** The server's answers, kept while somebody is signed in and no longer. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeExpiry }),
  mutationCache: new MutationCache({ onError: noticeExpiry }),
  defaultOptions: {
    // Offline means an error with Retry, not a screen that waits without saying so.
    queries: { networkMode: 'always', retry: (failures, fault) => failures < 1 && mayPass(fault) },
    mutations: { networkMode: 'always' },
  },
});

subscribeToSession(() => {
  if (currentSession().status !== 'member') queryClient.clear();
});
