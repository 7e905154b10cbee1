const key = 'token';
const deviceKey = 'device';

/**
 * The token that signs this browser in, kept in local storage (docs/product.md P6.10); undefined when there
 * is none.
 */
export function storedToken(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // A browser that stores nothing for this site: its person is a visitor.
    return undefined;
  }
}

/** @throws DOMException in a browser that stores nothing for this site */
export const storeToken = (token: string): void => localStorage.setItem(key, token);

/** What the server knows this browser by when it signs in again (docs/security.md S2.7); '' asks it for one. */
export function storedDevice(): string {
  try {
    return localStorage.getItem(deviceKey) ?? '';
  } catch {
    return '';
  }
}

/** Stays when the person signs out. @throws DOMException in a browser that stores nothing for this site */
export const storeDevice = (device: string): void => localStorage.setItem(deviceKey, device);

/** Forgets a token that the server refused, and no other: another tab may have stored a new one in the meantime. */
export function clearRefusedToken(token: string | undefined): void {
  if (storedToken() === token) clearToken();
}

export function clearToken(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Then there is nothing to forget.
  }
}
