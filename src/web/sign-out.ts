import { api } from './api.ts';
import { clearToken } from './session.ts';

/** Ends the session on the server and in this browser, then shows the public home page. */
export const signOut = (): Promise<void> => leaveFor('/');

/** The same, but asks to sign in at once, which leads back to `page`, a path of this site. */
export const signInAgain = (page: string): Promise<void> =>
  leaveFor(`/login?next=${encodeURIComponent(page)}`);

async function leaveFor(address: string): Promise<void> {
  // The browser forgets the token whatever the server says.
  await api('DELETE /api/auth').catch(() => {});
  clearToken();
  location.assign(address);
}
