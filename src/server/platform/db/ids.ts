import { v7 } from 'uuid';

/** A UUIDv7: ids sort by creation time. */
export const newId = (): string => v7();

/** Now, as an ISO timestamp. */
export const now = (): string => new Date().toISOString();

/** The ISO timestamp `milliseconds` from now (negative: ago). */
export const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
