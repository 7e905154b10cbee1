import { v7 } from 'uuid';

/** A new id: UUIDv7, so that ids sort by the time at which they were made. */
export const newId = (): string => v7();

/** Now, as every timestamp is stored and sent. */
export const now = (): string => new Date().toISOString();

/** The moment `milliseconds` from now (negative: ago). */
export const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
