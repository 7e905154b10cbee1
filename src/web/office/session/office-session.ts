import { useSyncExternalStore } from 'react';
import type { CurrentUser } from '../../../shared/auth.contract.ts';
import { ApiError, api } from '../../api.ts';
import { clearToken, storedToken } from '../../session.ts';

/** Who uses the office. Nothing but `member` may show or keep anything of the office. */
export type OfficeSession =
  | { status: 'loading' }
  | { status: 'member'; user: CurrentUser }
  /** There is no valid token. */
  | { status: 'visitor' }
  /** A member's token was refused in the middle of the work. */
  | { status: 'expired' }
  /** The server did not say whose the token is, or could not be asked; the token stays. */
  | { status: 'unreachable'; answered: boolean; reason: string };

let session: OfficeSession = { status: 'loading' };
let tokenInUse: string | undefined;
const listeners = new Set<() => void>();

function become(next: OfficeSession): void {
  session = next;
  for (const listener of listeners) listener();
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentSession = (): OfficeSession => session;

export const useSession = (): OfficeSession => useSyncExternalStore(subscribeToSession, currentSession);

/** Finds out whose token this browser holds. */
export async function loadSession(): Promise<void> {
  const token = storedToken();
  tokenInUse = token;
  if (token === undefined) return become({ status: 'visitor' });
  become({ status: 'loading' });
  const next = await api('GET /api/auth').then(
    (user): OfficeSession => ({ status: 'member', user }),
    rejectedOrUnreachable,
  );
  // Another tab may have signed somebody else in, and that has begun a loading of its own.
  if (tokenInUse === token) become(next);
}

function rejectedOrUnreachable(error: unknown): OfficeSession {
  if (error instanceof ApiError && error.status === 401) return { status: 'visitor' };
  const answered = error instanceof ApiError && error.status > 0;
  return { status: 'unreachable', answered, reason: error instanceof Error ? error.message : '' };
}

/** The signed-in user has changed something that the frame around every page shows. */
export function changeUser(changes: Partial<CurrentUser>): void {
  if (session.status === 'member') become({ ...session, user: { ...session.user, ...changes } });
}

/** To be called when a call is answered 401. */
export function expireSession(): void {
  if (session.status !== 'member') return;
  // Signed in again in another tab: the refusal was about the token before.
  if (storedToken() !== undefined) return void loadSession();
  tokenInUse = undefined;
  become({ status: 'expired' });
}

/** Ends the session on the server and here; the guard then leads to the public home page. */
export async function logOut(): Promise<void> {
  // This browser forgets the token whatever the server says, and soon.
  await api('DELETE /api/auth', { signal: AbortSignal.timeout(3000) }).catch(() => {});
  clearToken();
  tokenInUse = undefined;
  become({ status: 'visitor' });
}

/** Follows what happens to the token elsewhere, and asks again when the connection is back. */
export function watchSession(): void {
  const follow = () => {
    if (storedToken() !== tokenInUse) void loadSession();
  };
  window.addEventListener('storage', follow);
  // A page that comes back from the browser's memory has missed what happened while it was away.
  window.addEventListener('pageshow', follow);
  window.addEventListener('online', () => {
    if (session.status === 'unreachable') void loadSession();
  });
}
