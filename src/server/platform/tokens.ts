import { hash, randomBytes } from 'node:crypto';

const bytes = 32;
/** Characters of `newToken`. */
export const tokenLength: number = Math.ceil((bytes * 8) / 6);

export const newToken = (): string => randomBytes(bytes).toString('base64url');

/** Only the hash is stored: reading the database must not allow a sign-in. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');
