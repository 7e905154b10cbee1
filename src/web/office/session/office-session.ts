import { useSyncExternalStore } from 'react';
import type { CurrentUser } from '../../../shared/auth/auth.contract.ts';
import { ApiError, api } from '../../api.ts';
import { clearToken, storedToken, storeToken } from '../../session.ts';
import { awaitAuthor, deleteDrafts, loadDrafts } from './drafts.ts';

/** Only `member` may show or store anything of the office. */
export type OfficeSession =
  | { status: 'loading' }
  | { status: 'member'; user: CurrentUser }
  | { status: 'visitor' }
  /** A member's token was rejected while they worked. */
  | { status: 'expired' }
  /** The server is unreachable or did not identify the user; the token stays. */
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

export async function loadSession(): Promise<void> {
  const token = storedToken();
  tokenInUse = token;
  if (token === undefined) {
    awaitAuthor();
    return become({ status: 'visitor' });
  }
  // A confirmation in another tab changes the token only: what is typed here must stay.
  const before = session.status === 'member' ? session.user._id : undefined;
  if (before === undefined) become({ status: 'loading' });
  const next = await api('GET /api/auth').then(
    (user): OfficeSession => ({ status: 'member', user }),
    rejectedOrUnreachable,
  );
  // Another tab may have changed the token, which started its own load.
  if (tokenInUse !== token) return;
  if (next.status === 'visitor') awaitAuthor();
  if (next.status === 'member' && before !== next.user._id) {
    await loadDrafts(next.user._id);
    if (tokenInUse !== token) return;
  }
  // Clears what is shown and stored of the other user.
  if (next.status === 'member' && before !== undefined && before !== next.user._id)
    become({ status: 'loading' });
  become(next);
}

/** Stores the token that replaces this session's; nothing on the screen changes. @throws DOMException */
export function replaceToken(token: string): void {
  storeToken(token);
  tokenInUse = token;
}

function rejectedOrUnreachable(error: unknown): OfficeSession {
  if (error instanceof ApiError && error.status === 401) return { status: 'visitor' };
  const answered = error instanceof ApiError && error.status > 0;
  return { status: 'unreachable', answered, reason: error instanceof Error ? error.message : '' };
}

/** Updates user data that the shell shows. */
export function changeUser(changes: Partial<CurrentUser>): void {
  if (session.status === 'member') become({ ...session, user: { ...session.user, ...changes } });
}

/** Call it on a 401 response. */
export function expireSession(): void {
  if (session.status !== 'member') return;
  // Another tab signed in again: the 401 was about the old token.
  if (storedToken() !== undefined) return void loadSession();
  tokenInUse = undefined;
  awaitAuthor();
  become({ status: 'expired' });
}

/** Ends the session on the server and here; the guard then redirects to the public home page. */
export async function logOut(): Promise<void> {
  const token = storedToken();
  // Cleared first, even if the server fails or is slow: the next person at this computer must not be signed in.
  clearToken();
  tokenInUse = undefined;
  const end = {
    signal: AbortSignal.timeout(3000),
    ...(token !== undefined && { headers: { 'x-auth-token': token } }),
  };
  const ended = api('DELETE /api/auth', end).catch(() => {});
  await Promise.all([ended, deleteDrafts()]);
  become({ status: 'visitor' });
}

/** Follows token changes in other tabs, and retries when the connection is back. */
export function watchSession(): void {
  const follow = () => {
    if (storedToken() !== tokenInUse) void loadSession();
  };
  window.addEventListener('storage', follow);
  // A page restored from the back/forward cache has missed changes.
  window.addEventListener('pageshow', follow);
  window.addEventListener('online', () => {
    if (session.status === 'unreachable') void loadSession();
  });
}
