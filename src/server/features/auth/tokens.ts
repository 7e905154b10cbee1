import { createHash, randomBytes } from 'node:crypto';

/** A new secret of 256 bits, fit for a header or a link. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token: whoever reads the database cannot sign in with it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
