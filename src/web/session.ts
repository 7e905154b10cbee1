const key = 'token';

/** The token that signs this browser in, kept in local storage (spec 4); undefined when there is none. */
export const storedToken = (): string | undefined => localStorage.getItem(key) ?? undefined;
export const storeToken = (token: string): void => localStorage.setItem(key, token);
export const forgetToken = (): void => localStorage.removeItem(key);
