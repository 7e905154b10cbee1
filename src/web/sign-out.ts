import { api } from './api.ts';
import { clearDrafts } from './draft-database.ts';
import { clearToken, storedToken } from './session.ts';

/** Ends the session on the server and in this browser, then shows the public home page. */
export async function signOut(): Promise<void> {
  const token = storedToken();
  // Cleared first, even if the server fails: the next person at this computer must not be signed in.
  clearToken();
  if (token !== undefined)
    await api('DELETE /api/auth', { headers: { 'x-auth-token': token } }).catch(() => {});
  await clearDrafts();
  location.assign('/');
}
