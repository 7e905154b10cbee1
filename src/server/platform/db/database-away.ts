/**
 * "Not now": connection lost (08), no resources (53), shutdown (57P), disk failure (58), read-only replica (25006),
 * timeouts (57014, 55P03, 25P03), deadlock (40P01); of SQLite; and ours, when no write permit is free.
 */
const away =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08\w{3}|53\w{3}|57P\d\d|58\w{3}|25006|25P03|40P01|55P03|57014|WRITERS_BUSY|SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY)\w*)$/;

const messages = /timeout exceeded when trying to connect|Connection terminated|not queryable/;

/** It works, but this time another one had the lock, the connection or the room. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(25P03|40P01|55P03|57014|53300|WRITERS_BUSY|SQLITE_BUSY\w*)$/.test(String(error.code));

/** True when the database is unreachable or cannot write at the moment, so that retrying later helps. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return away.test(code) || messages.test(error.message);
}

/** For what follows a commit or a page, and is made up for later, such as on a full disk. @throws any other error */
export function unlessAway(error: unknown): void {
  if (!isDatabaseAway(error)) throw error;
}
