import { createHash, randomBytes } from 'node:crypto';

export const newToken = (): string => randomBytes(32).toString('base64url');

/** Only the hash is stored: reading the database must not allow a sign-in. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
