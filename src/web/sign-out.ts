import { api } from './api.ts';
import { clearToken } from './session.ts';

/** Ends the session on the server and in this browser, then shows the public home page. */
export const signOut = (): Promise<void> => leaveFor('/');

/** Signs out, then shows the sign-in page, which leads back to `page`, a path of this site. */
export const signInAgain = (page: string): Promise<void> =>
  leaveFor(`/login?next=${encodeURIComponent(page)}`);

async function leaveFor(address: string): Promise<void> {
  // Sign out here even if the server fails.
  await api('DELETE /api/auth').catch(() => {});
  clearToken();
  location.assign(address);
}
