/** Faults by which PostgreSQL or the way to it says: not now. */
const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
  'SQLITE_BUSY',
  'SQLITE_FULL',
  'SQLITE_IOERR',
]);

const messages = /timeout exceeded when trying to connect|Connection terminated|Query read timeout/;

/** True when a fault means that the database cannot be reached or cannot write now, so that trying later helps. */
export function isDatabaseAway(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
  return away.has(code) || code.startsWith('08') || messages.test(fault.message);
}
