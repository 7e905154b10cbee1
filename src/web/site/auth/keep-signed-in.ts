import { ApiError, api } from '../../api.ts';
import { storeDevice, storeToken } from '../../session.ts';

interface SignedIn {
  token: string;
  device?: string | undefined;
}

/**
 * Signs this browser in with what the server has just given.
 * @param soFar what has succeeded although nobody is signed in now, as a sentence
 * @throws ApiError in a browser that stores nothing for this site; the token's session is ended then
 */
export function keepSignedIn({ token, device }: SignedIn, soFar = ''): void {
  try {
    storeToken(token);
    if (device !== undefined) storeDevice(device);
  } catch {
    // A session that nobody holds the token of; should this fail, too, it ends by its age.
    api('DELETE /api/auth', { headers: { 'x-auth-token': token } }).catch(() => {});
    const advice = 'Your browser stores nothing for this site. Allow that in its settings and sign in again.';
    const msg = soFar ? `${soFar} ${advice}` : advice;
    throw new ApiError(0, { msg, errors: [{ msg }] });
  }
}
