import { ApiError, api } from '../../api.ts';
import { storeDevice, storeToken } from '../../session.ts';

interface SignedIn {
  token: string;
  device?: string | undefined;
}

/**
 * Stores the sign-in in this browser.
 * @param soFar what has succeeded if storing fails, as a sentence
 * @throws ApiError if the browser blocks storage; the session is ended then
 */
export function keepSignedIn({ token, device }: SignedIn, soFar = ''): void {
  try {
    storeToken(token);
    if (device !== undefined) storeDevice(device);
  } catch {
    // No one holds this session's token; if this fails too, it expires.
    api('DELETE /api/auth', { headers: { 'x-auth-token': token } }).catch(() => {});
    const advice =
      "Your browser blocks storage for this site. Allow it in your browser's settings, then sign in again.";
    const msg = soFar ? `${soFar} ${advice}` : advice;
    throw new ApiError(0, { msg, errors: [{ msg }] });
  }
}
