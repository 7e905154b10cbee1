import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Config } from '../config.ts';
import { imageFolder } from '../images/folder-store.ts';
import { keyFile } from '../sealing.ts';
import { databaseFile } from './sqlite.ts';

/** Renames the files of a damaged database that no one has open; returns its new path. */
export function setAside(dataDir: string, moment = new Date()): string {
  const file = databaseFile(dataDir);
  const stamp = moment.toISOString().slice(0, 19).replace(/[-:]/g, '');
  const aside = `${file}.damaged-${stamp}Z`;
  for (const part of ['', '-wal', '-shm'])
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, `${aside}${part}`);
  return aside;
}

const moveNote = (dataDir: string) => `${databaseFile(dataDir)}.moved`;

/** Notes next to an embedded database where it was moved to; the database stays as it is. */
export const noteMove = (dataDir: string, to: string) =>
  writeFileSync(moveNote(dataDir), `${to}\n`, { mode: 0o600 });

/** The database in the folder is a new one. */
export const forgetMove = (dataDir: string) => rmSync(moveNote(dataDir), { force: true });

/** Runs SQLite's check of the embedded database; undefined when it is whole or does not exist. */
export function damageOf(dataDir: string): string | undefined {
  if (!existsSync(databaseFile(dataDir))) return undefined;
  let database: BetterSqlite.Database | undefined;
  try {
    database = new BetterSqlite(databaseFile(dataDir));
    const found: unknown = database.pragma('quick_check(1)', { simple: true });
    return found === 'ok' ? undefined : String(found);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code !== 'SQLITE_NOTADB' && !code.startsWith('SQLITE_CORRUPT')) throw error;
    return error instanceof Error ? error.message : code;
  } finally {
    database?.close();
  }
}

type Folders = Pick<Config, 'databaseUrl' | 'dataDir' | 'backupDir' | 'production'>;

/**
 * Explains why a server must not start here, and what to do; undefined when it can. It must not make an empty site,
 * with a link for the first admin, where there was one, nor go on with a database that was moved. A move, a key without
 * a database, and backups count in production only.
 */
export function lostDatabase({ databaseUrl, dataDir, backupDir, production }: Folders): string | undefined {
  if (databaseUrl) return undefined;
  const note = moveNote(dataDir);
  if (production && existsSync(note))
    return `The database of ${dataDir} was moved: it is ${readFileSync(note, 'utf8').trim()} now. Set DATABASE_URL, or DATA_DIR, to that. To go back to how it was then, without what was written since: rm ${note}`;
  if (hasContent(dataDir)) return undefined;
  const file = databaseFile(dataDir);
  const damaged = damagedIn(dataDir);
  const signs = [
    ...(namesIn(imageFolder(dataDir)).length > 0 ? ['images'] : []),
    ...(damaged ? [basename(damaged)] : []),
    ...(production
      ? [basename(keyFile(dataDir)), 'erased.witness'].filter((name) => existsSync(join(dataDir, name)))
      : []),
  ];
  const hasBackups =
    production && backupDir && namesIn(backupDir).some((name) => /^backup-.*\.tar\.zst$/.test(name));
  if (signs.length === 0 && !hasBackups) return undefined;
  const says =
    signs.length > 0
      ? `${dataDir} has ${signs.join(', ')} but no database`
      : `${backupDir} has backups, and ${dataDir} no database`;
  return `${says}: ${file} is gone, or the settings (DATA_DIR, DATABASE_URL) lead to another place. Put it back, or restore a backup: npm run restore -- FILE. A new site begins in an empty DATA_DIR${hasBackups ? ', and with no backups in BACKUP_DIR' : ''}: move away what is there.`;
}

const pageSize = 4096;

/** A restore that was killed before its first row leaves a file of one page, without a table. */
function hasContent(dataDir: string): boolean {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const file = databaseFile(dataDir);
  return sizeOf(file) > pageSize || sizeOf(`${file}-wal`) > 0;
}

/** The newest. */
function damagedIn(dataDir: string): string | undefined {
  const start = `${basename(databaseFile(dataDir))}.damaged-`;
  const name = namesIn(dataDir)
    .filter((each) => each.startsWith(start) && each.endsWith('Z'))
    .sort()
    .at(-1);
  return name && join(dataDir, name);
}

/** None in a folder that is not there, or that fails: PlaceWatch says so. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
