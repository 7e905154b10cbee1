const key = 'token';
const deviceKey = 'device';
/** Recent choices of the office's search. */
export const recentChoicesKey = 'recent-choices';

/** The session token, in local storage (docs/product.md P6.10); undefined if there is none. */
export function storedToken(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // Storage is blocked: the user is a visitor.
    return undefined;
  }
}

/** @throws DOMException if storage is blocked */
export const storeToken = (token: string): void => localStorage.setItem(key, token);

/** Identifies this browser at the next sign-in (docs/security.md S2.7); '' requests a new id. */
export function storedDevice(): string {
  try {
    return localStorage.getItem(deviceKey) ?? '';
  } catch {
    return '';
  }
}

/** Survives signing out. @throws DOMException if storage is blocked */
export const storeDevice = (device: string): void => localStorage.setItem(deviceKey, device);

/** Deletes only the token that the server rejected: another tab may have stored a new one. */
export function clearRefusedToken(token: string | undefined): void {
  if (storedToken() === token) clearToken();
}

export function clearToken(): void {
  try {
    localStorage.removeItem(key);
    localStorage.removeItem(recentChoicesKey);
  } catch {
    // Storage is blocked: nothing to delete.
  }
}
