import { api } from './api.ts';
import { forgetToken } from './session.ts';

/** Ends the session on the server and in this browser, then shows the public home page. */
export async function signOut(): Promise<void> {
  // The browser forgets the token whatever the server says.
  await api('DELETE /api/auth').catch(() => {});
  forgetToken();
  location.assign('/');
}
