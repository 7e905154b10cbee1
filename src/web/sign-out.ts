import { api } from './api.ts';
import { clearDrafts } from './draft-database.ts';
import { clearToken } from './session.ts';

/** Ends the session on the server and in this browser, then shows the public home page. */
export async function signOut(): Promise<void> {
  // Sign out here even if the server fails.
  await api('DELETE /api/auth').catch(() => {});
  await clearDrafts();
  clearToken();
  location.assign('/');
}
