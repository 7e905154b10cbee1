import { createHash } from 'node:crypto';

/** Names what is decided on, as SHA-256: a text with its newest open report. */
export const versionOf = (text: string, newestReport: string): string =>
  createHash('sha256').update(`${newestReport}\n${text}`).digest('hex');
