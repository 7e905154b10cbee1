const key = 'token';

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

export function clearToken(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Then there is nothing to forget.
  }
}
