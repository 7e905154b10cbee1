import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { second } from '../../../shared/time.ts';
import type { Config } from '../config.ts';
import { databaseFile } from '../db/sqlite.ts';
import { erasedFileName, ownList } from '../erasures/list-settings.ts';
import { fileCodeOf, fileFault } from '../file-fault.ts';
import { imageFolder } from '../images/folder-store.ts';
import { keyFile } from '../sealing.ts';

/** A folder that a setting names, and the files in it that the server reads and writes. */
export interface Place {
  /** As the operator writes it. */
  setting: string;
  folder: string;
  /** Paths; one that is not there yet is no fault. */
  files: string[];
  /** Needed: no start without it. Degraded: the server starts, and says so wherever someone looks. */
  need: 'needed' | 'degraded';
  /** The functions that fail without it. */
  cost: string;
}

type PlaceSettings = Pick<
  Config,
  'dataDir' | 'assetsDir' | 'backupDir' | 'erasedFile' | 'databaseUrl' | 's3' | 'secretsKey'
>;

/** Every folder and file of the settings. NAME_FILE is read with the settings, which fail without it. */
export function placesOf(config: PlaceSettings): Place[] {
  const { dataDir, databaseUrl, s3, secretsKey } = config;
  const own = ownList(config);
  const places: Place[] = [
    {
      setting: 'DATA_DIR',
      folder: dataDir,
      files: [
        own,
        ...(secretsKey ? [] : [keyFile(dataDir)]),
        ...(databaseUrl ? [] : [databaseFile(dataDir)]),
      ],
      need: databaseUrl && secretsKey ? 'degraded' : 'needed',
      cost: databaseUrl ? 'Erasures are listed only in the database.' : 'Nothing can be saved.',
    },
  ];
  if (!s3)
    places.push({
      setting: 'DATA_DIR (images)',
      folder: imageFolder(dataDir),
      files: [],
      need: 'degraded',
      cost: 'Images cannot be uploaded, and existing ones may not be shown.',
    });
  places.push({
    setting: 'ASSETS_DIR',
    folder: config.assetsDir,
    files: [],
    need: 'degraded',
    cost: 'Pages of another version, as during an upgrade, lack their styles.',
  });
  if (config.erasedFile !== own)
    places.push({
      setting: 'ERASED_FILE',
      folder: dirname(config.erasedFile),
      files: [config.erasedFile],
      need: 'degraded',
      cost: `Erasures are listed in ${own}, but not there.`,
    });
  if (config.backupDir)
    places.push({
      setting: 'BACKUP_DIR',
      folder: config.backupDir,
      files: [join(config.backupDir, erasedFileName)],
      need: 'degraded',
      cost: 'No backup is made, and erasures are not listed next to the backups.',
    });
  return places;
}

export interface PlaceState {
  /** Says what is wrong and what to do; undefined when the place can be used. */
  fault?: string;
  /** Bytes; undefined when unknown. */
  free?: number;
  size?: number;
  /** Not there yet: the server makes it. */
  missing?: boolean;
  /** Which disk it is on. */
  device?: number;
  /** It works, but hardly any room is left. */
  low?: boolean;
}

const gigabyte = 1024 ** 3;
const minFree = gigabyte;

export const freeLabel = (bytes: number): string =>
  bytes < gigabyte ? `${Math.floor(bytes / 1024 ** 2)} MB free` : `${(bytes / gigabyte).toFixed(1)} GB free`;

/** A network drive that has gone away never answers. */
const patience = 5 * second;

/**
 * Uses a place as the server does: creates, writes, reads back, renames and deletes a file, opens its own, looks for
 * room. Leaves nothing behind. `settled` is called when the disk has answered, which may be later or never.
 */
export async function tryPlace(place: Place, settled = () => {}): Promise<PlaceState> {
  const late = new AbortController();
  const tried = tryAll(place).finally(() => {
    late.abort();
    settled();
  });
  const waited = sleep(patience, undefined, { signal: late.signal }).then(
    () => ({ fault: `${place.folder} does not answer. Is it a network drive that is away?` }),
    () => tried,
  );
  return Promise.race([tried, waited]);
}

async function tryAll({ folder, files }: Place): Promise<PlaceState> {
  let path = folder;
  let device: number | undefined;
  try {
    if (!(await isThere(folder))) return await tryToMake(folder);
    device = (await stat(folder)).dev;
    await tryFolder(folder);
    for (const file of files) {
      path = file;
      await tryFile(file);
    }
    const { bavail, blocks, bsize } = await statfs(folder);
    const [free, size] = [bavail * bsize, blocks * bsize];
    if (free >= minFree) return { free, size, device };
    return { free, size, device, low: true, fault: `Only ${freeLabel(free)} for ${folder}. Make room.` };
  } catch (error) {
    return { fault: fileFault(error, path), ...(device !== undefined && { device }) };
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (fileCodeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );

/** The server makes it, with the rights of its user: not the doctor, who may be another. */
async function tryToMake(folder: string, parent = dirname(folder)): Promise<PlaceState> {
  if (!(await isThere(parent))) return tryToMake(folder, dirname(parent));
  try {
    await tryFolder(parent);
    return { missing: true };
  } catch (error) {
    return { fault: fileFault(error, folder) };
  }
}

async function tryFolder(folder: string): Promise<void> {
  const draft = join(folder, `.try-${randomUUID()}`);
  const text = 'written and read back';
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
    await rename(draft, `${draft}.renamed`);
    if ((await readFile(`${draft}.renamed`, 'utf8')) !== text)
      throw new Error('reads other bytes than were written');
  } finally {
    // Without hiding why it failed.
    await rm(draft, { force: true }).catch(() => {});
    await rm(`${draft}.renamed`, { force: true }).catch(() => {});
  }
}

async function tryFile(file: string): Promise<void> {
  try {
    await using handle = await open(file, 'r+');
    if (!(await handle.stat()).isFile()) throw new Error('is no file');
  } catch (error) {
    if (fileCodeOf(error) !== 'ENOENT') throw error;
  }
}
