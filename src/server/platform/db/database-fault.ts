import { fileCodeOf, fileFault, folderFault } from '../file-fault.ts';
import { OperatorError } from '../operator-error.ts';
import type { DatabaseSettings } from './database.ts';
import { isDatabaseAway } from './database-away.ts';
import { databaseFile, lostFileCode } from './sqlite.ts';

type Where = Pick<DatabaseSettings, 'databaseUrl' | 'dataDir'>;

/** Explains database faults that the operator can correct, in sentences; undefined for any other error. */
export function databaseFault(error: unknown, { databaseUrl, dataDir }: Where): string | undefined {
  if (!(error instanceof Error) || error instanceof OperatorError) return undefined;
  return databaseUrl
    ? postgresFault(error, databaseUrl, 'DATABASE_URL')
    : sqliteFault(codeOf(error), error.message, dataDir);
}

/** Runs `work` on a database. @throws OperatorError in place of an error that `databaseFault` can explain */
export async function sayingFaults<T>(where: Where, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = databaseFault(error, where);
    throw message === undefined ? error : new OperatorError(message, { cause: error });
  }
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');

const incomplete =
  'Another program may have changed it, or a restore by other means was not finished: restore a backup.';

/** Leaves out the user and the password of the URL. */
export function postgresFault(error: unknown, databaseUrl: string, setting: string): string | undefined {
  if (!(error instanceof Error) || error instanceof OperatorError) return undefined;
  const code = codeOf(error);
  const { host, pathname } = new URL(databaseUrl);
  const place = `PostgreSQL at ${host}`;
  const database = decodeURIComponent(pathname.slice(1));
  switch (code) {
    case '28P01':
      return `${place} refuses the user or the password of ${setting}.`;
    case '28000':
      return `${place} ${accessFault(error.message, database, setting)}`;
    case '3D000':
      return `${place} has no database "${database}". Create it, or correct ${setting}.`;
    case '42501':
      return `${place} does not let the user of ${setting} ${rightFault(error.message, database)}`;
    case '42P01':
    case '42703':
      return `The database "${database}" is not whole: ${error.message}. ${incomplete}`;
    case '53300':
    case '53400':
      return `${place} has no connection left (${code}). Raise max_connections there (or the limit of the user or database), or lower DATABASE_POOL of the processes.`;
    case '25006':
      return `${place} is there, but lets nothing be written (25006): it is a standby, or default_transaction_read_only is on, as providers set it while a disk is full. Make room there, or let ${setting} lead to the primary.`;
    case '53100':
      return `The disk of ${place} is full (53100). Make room there.`;
  }
  const tls = tlsFault(error, place, setting);
  if (tls !== undefined) return tls;
  if (code === 'ENOENT' && 'path' in error)
    return `${error.path}, which ${setting} names, is not there. Put the file there, or correct ${setting}.`;
  if (fileCodeOf(error) && 'path' in error) return fileFault(error, String(error.path));
  if (isDatabaseAway(error))
    return `${place} cannot be reached${code && ` (${code})`}. Is it running, and is ${setting} right?`;
  return undefined;
}

/** Role and host, where it is no password. */
function accessFault(message: string, database: string, setting: string): string {
  if (!/pg_hba\.conf/.test(message)) return `refuses the user of ${setting}. Create the role, or correct it.`;
  const how = /no encryption|SSL off/i.test(message) ? 'without TLS' : 'over TLS';
  const todo = how === 'without TLS' ? `, or ?sslmode=verify-full to ${setting}` : '';
  return `does not let the user of ${setting} in from this machine ${how}: no line of its pg_hba.conf does, or one rejects them. Add "hostssl ${database} USER ADDRESS scram-sha-256" there and reload it${todo}.`;
}

function rightFault(message: string, database: string): string {
  const [, kind = '', quoted = ''] = /permission denied for (\w+) (\S+)/.exec(message) ?? [];
  const name = quoted.replaceAll('"', '');
  if (kind === 'schema') return `create tables. Grant it: grant usage, create on schema ${name} to USER`;
  if (kind === 'database')
    return `connect to "${name}". Grant it: grant connect, temporary on database "${name}" to USER`;
  if (kind)
    return `use "${name}". Grant it: grant all on all tables in schema public to USER, and the same on all sequences`;
  return `do that: ${message}. Make it the owner: alter database "${database}" owner to USER`;
}

const noTrust =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/;

function tlsFault(error: Error, place: string, setting: string): string | undefined {
  const code = codeOf(error);
  if (/does not support SSL/.test(error.message))
    return `${place} has no TLS, for which ${setting} asks by sslmode. Set ssl = on there; on this machine or your own network sslmode=disable in ${setting} goes without.`;
  if (noTrust.test(code))
    return `${place} has a certificate that this machine does not trust (${code}). Name its authority: sslrootcert=FILE in ${setting}.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${place} has a certificate for another name. Write the name of the certificate in ${setting}, or get one for this name.`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `${place} has a certificate that is not valid today (${code}). Renew it, or set the clock of this machine.`;
  if (/^ERR_(SSL|TLS|OSSL)_|^EPROTO$/.test(code) || /certificate|PEM|SSL alert/i.test(error.message))
    return `${place} and this server do not agree on TLS (${code || error.message}). Look at sslmode, sslrootcert, sslcert and sslkey of ${setting}.`;
  return undefined;
}

/** The running server still has the file's contents, and a stop would lose them. */
export const lostFileWords = (dataDir: string): string =>
  `${databaseFile(dataDir)} was removed or replaced while the server runs. Do not stop it: it still holds what was saved. Save that first, then restore: docs/operations.md, "What to do when", 9.`;

function sqliteFault(code: string, message: string, dataDir: string): string | undefined {
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT'))
    return `The database in ${dataDir} is damaged or not a database. Stop the server and restore a backup, which sets it aside: npm run restore -- FILE --replace`;
  if (code === lostFileCode) return lostFileWords(dataDir);
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY'))
    return `The database in ${dataDir} cannot be written. ${folderFault(dataDir) ?? 'Make its files writable, or set DATA_DIR to another folder.'}`;
  if (code === 'SQLITE_FULL') return `The disk that holds ${dataDir} is full. Make room.`;
  if (code.startsWith('SQLITE_IOERR'))
    return `The disk that holds ${dataDir} fails or is full (${code}). Make room, or check the system log.`;
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return `Another program holds the database in ${dataDir} (${code}). End it: fuser -v names it.`;
  if (code === 'SQLITE_ERROR' && /^no such (table|column)/.test(message))
    return `The database in ${dataDir} is not whole: ${message}. ${incomplete}`;
  return undefined;
}
