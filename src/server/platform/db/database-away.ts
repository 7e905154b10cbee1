/**
 * Codes by which PostgreSQL, SQLite or the way to them says: not now. Of PostgreSQL: connection lost (08), resources
 * spent (53), shutting down (57P), its own disk failing (58), a replica that may not write (25006), a statement, a lock or
 * an open transaction that took too long (57014, 55P03, 25P03). Ours: every connection that may write is busy.
 */
const away =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08\w{3}|53\w{3}|57P\d\d|58\w{3}|25006|25P03|55P03|57014|WRITERS_BUSY|SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY)\w*)$/;

/** The faults of the driver that have no code. */
const messages = /timeout exceeded when trying to connect|Connection terminated|not queryable/;

/** True when a fault means that the database cannot be reached or cannot write now, so that trying later helps. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return away.test(code) || messages.test(error.message);
}
