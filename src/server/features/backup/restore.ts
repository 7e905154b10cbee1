import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { storedFiles } from '../../../shared/images/images.ts';
import { lockDataDir } from '../../platform/db/data-lock.ts';
import type { Database } from '../../platform/db/database.ts';
import { sayingFaults } from '../../platform/db/database-fault.ts';
import { damageOf, forgetMove, setAside } from '../../platform/db/former-database.ts';
import { isRefusedRow } from '../../platform/db/refused-row.ts';
import { openForSoleUse } from '../../platform/db/sole-use.ts';
import { insertLines, type StoredTable, storedTables } from '../../platform/db/stored-tables.ts';
import { unfinishedSource } from '../../platform/db/unfinished.ts';
import { fileCodeOf, fileFault } from '../../platform/file-fault.ts';
import type { ImageFile, ImageStore } from '../../platform/images/image-store.ts';
import { openImageStore } from '../../platform/images/open-image-store.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { checkFiles, checkRows } from './check-archive.ts';
import { beginFilling, compareTables, type Erasures, finishFilling, isEmpty, type Repeated } from './fill.ts';
import type { Manifest } from './manifest.ts';
import { readArchive } from './read-archive.ts';
import { Pace, type Report } from './report.ts';
import { keyOf, unseal } from './sealed.ts';
import { type DataSettings, passphraseCheck, writeArchive } from './write-archive.ts';

interface Options {
  report: Report;
  /** Needed for a backup with secrets, unless they are left out. */
  passphrase?: string | undefined;
  withoutSecrets?: boolean | undefined;
}

interface RestoreOptions extends Options {
  /** Replaces what the database holds, after a backup of it into `savedTo`, if that is given; a damaged one is set aside. */
  replace?: { savedTo: string | undefined } | undefined;
  erasures?: Erasures | undefined;
}

/**
 * Fills the database and the image store from a backup, which is first read whole and checked. A server refuses the
 * database until all is done; run again after an interruption, it starts over.
 * @throws OperatorError when the backup cannot be used, the database is in use or not empty, or a hash differs
 */
export async function restoreArchive(
  config: DataSettings,
  file: string,
  { replace, erasures, ...options }: RestoreOptions,
): Promise<Manifest> {
  const { report } = options;
  const { manifest, key } = await checkWhole(file, options);
  const target = await openForSoleUse(config, (dataDir) => {
    const damage = replace && damageOf(dataDir);
    if (damage === undefined) return;
    report.line(`The database is damaged (${damage}), and cannot be backed up: it is set aside.`);
    report.line(`It is now ${setAside(dataDir)}`);
  });
  try {
    const left = await unfinishedSource(target.db);
    if (left !== undefined) report.line(`The database is half filled from ${left}; starting over.`);
    else if (!(await isEmpty(target.db))) {
      if (!replace)
        throw new OperatorError(
          'The database is not empty. Restore into an empty one, or add --replace: what is there is backed up first.',
        );
      if (replace.savedTo === undefined) report.line('What is there is discarded.');
      else {
        report.line(`Backing up what is there to ${replace.savedTo}`);
        await writeArchive(config, replace.savedTo, { report });
      }
    }
    const from = `the backup ${file}`;
    const repeated = erasures && { ...erasures, config };
    await fillFrom(target.db, openImageStore(config), file, {
      manifest,
      from,
      key,
      erasures: repeated,
      report,
    });
    if (!config.databaseUrl) forgetMove(config.dataDir);
  } finally {
    await target.close();
  }
  return manifest;
}

/**
 * The drill: checks every file of a backup, restores its rows into a folder next to it, compares them and removes the
 * folder. The images are compared with their hashes, and with the rows that name them, but not stored.
 * @throws OperatorError when the backup cannot be used
 */
export async function verifyArchive(file: string, options: Options): Promise<Manifest> {
  const { report } = options;
  const withoutSecrets = options.passphrase === undefined;
  const { manifest, key } = await checkWhole(file, { ...options, withoutSecrets });
  if (manifest.secrets && !key) report.line('BACKUP_PASSPHRASE is not set: its secrets are not checked.');
  const folder = join(dirname(file), `.verify-${basename(file)}`);
  if (existsSync(folder)) await removeInterrupted(folder, report);
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (fileCodeOf(error) === undefined) throw error;
    throw new OperatorError(
      `The drill restores into a folder next to the file. ${fileFault(error, dirname(file))} Or copy the file to a folder that has room and that you can write to, and verify it there.`,
      { cause: error },
    );
  });
  try {
    const drill = { databaseUrl: undefined, dataDir: folder };
    await sayingFaults(drill, async () => {
      const target = await openForSoleUse(drill);
      const images = new SeenImages();
      try {
        await fillFrom(target.db, images, file, { manifest, from: 'a drill', key, report });
        await images.compare(target.db, manifest);
      } finally {
        await target.close();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return manifest;
}

/** A killed drill leaves everyone's data behind. @throws OperatorError when it still runs */
async function removeInterrupted(folder: string, report: Report): Promise<void> {
  const unlock = lockDataDir(folder);
  unlock();
  report.line(`${folder} is of an interrupted drill and is removed.`);
  await rm(folder, { recursive: true, force: true });
}

/** Everything that can be said of a backup without a database to fill. @throws OperatorError when it cannot be used */
async function checkWhole(
  file: string,
  options: Options,
): Promise<{ manifest: Manifest; key: Buffer | undefined }> {
  const { report } = options;
  const manifest = await checkFiles(file, report);
  const key = await keyFor(manifest, options);
  await checkRows(file, manifest, key, report);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  report.line(
    `The backup of ${manifest.date} is whole: ${rows.toLocaleString('en-US')} rows, ${manifest.images.toLocaleString('en-US')} images.`,
  );
  if (manifest.missing.length > 0)
    report.line(`It lacks ${manifest.missing.length} files of images that were missing when it was made.`);
  return { manifest, key };
}

async function keyFor({ secrets }: Manifest, { passphrase, withoutSecrets }: Omit<Options, 'report'>) {
  if (!secrets || withoutSecrets) return undefined;
  if (!passphrase)
    throw new OperatorError(
      'The backup holds encrypted secrets. Set BACKUP_PASSPHRASE, or add --without-secrets to leave them out.',
    );
  const key = await keyOf(passphrase, Buffer.from(secrets.salt, 'base64'));
  unseal(key, passphraseCheck, Buffer.from(secrets.check, 'base64'));
  return key;
}

interface Filling {
  manifest: Manifest;
  from: string;
  key: Buffer | undefined;
  erasures?: Repeated | undefined;
  report: Report;
}

async function fillFrom(
  db: Database,
  images: Pick<ImageStore, 'put' | 'remove'>,
  file: string,
  { manifest, from, key, erasures, report }: Filling,
): Promise<void> {
  await beginFilling(db, { from, migrations: manifest.migrations });
  const tables = new Map((await storedTables(db)).map((table) => [table.name, table]));
  const wanted = manifest.tables.filter(({ secret }) => !secret || key);
  const pace = new Pace(
    report,
    'rows',
    wanted.reduce((sum, { rows }) => sum + rows, 0),
  );
  const pictures = new WholeImages(images);
  for await (const item of readArchive(file)) {
    if (item.kind === 'image') await pictures.add(item);
    else if (!item.sealed || key) {
      const bytes = item.sealed && key ? unseal(key, item.name, item.bytes) : item.bytes;
      pace.add(await insertRows(db, tables.get(item.table), bytes));
    }
  }
  await pictures.end();
  pace.end();
  await compareTables(db, wanted, report);
  await finishFilling(db, { erasures, report });
}

async function insertRows(db: Database, table: StoredTable | undefined, bytes: Buffer): Promise<number> {
  // checkRows has seen it in the version that made the backup.
  if (!table) throw new Error('The backup has a table that this database does not');
  const lines = bytes.toString().split('\n').filter(Boolean);
  try {
    await insertLines(db, table, lines);
  } catch (cause) {
    if (!isRefusedRow(cause)) throw cause;
    throw new OperatorError(
      `The database refuses a row of the table "${table.name}" of this backup, and is half filled now. Restore another backup.`,
      { cause },
    );
  }
  return lines.length;
}

/** Stores an image once all of its files, which follow each other, are read. */
class WholeImages {
  readonly #store: Pick<ImageStore, 'put' | 'remove'>;
  #id = '';
  #files: ImageFile[] = [];

  constructor(store: Pick<ImageStore, 'put' | 'remove'>) {
    this.#store = store;
  }

  async add({ id, file, bytes }: { id: string; file: string; bytes: Buffer }): Promise<void> {
    if (id !== this.#id) await this.end();
    this.#id = id;
    this.#files.push({ name: file, bytes });
  }

  async end(): Promise<void> {
    if (this.#files.length === 0) return;
    // A folder is there from an interrupted restore, and `put` renames to its name.
    await this.#store.remove(
      this.#id,
      this.#files.map(({ name }) => name),
    );
    await this.#store.put(this.#id, this.#files);
    this.#files = [];
  }
}

/** Notes which files a backup has instead of storing them. */
class SeenImages {
  readonly #files = new Map<string, Set<string>>();

  async put(id: string, files: ImageFile[]): Promise<void> {
    this.#files.set(id, new Set(files.map(({ name }) => name)));
  }

  async remove(): Promise<void> {}

  /** @throws OperatorError when a file that a row needs is in the backup neither stored nor known to be missing */
  async compare(db: Database, { missing }: Manifest): Promise<void> {
    const known = new Set(missing);
    const rows = await db
      .selectFrom('images')
      .select(['id', 'kind'])
      .where('unused_since', 'is', null)
      .where('purge_started_at', 'is', null)
      .execute();
    for (const { id, kind } of rows) {
      const lost = storedFiles(kind).find(
        (name) => !this.#files.get(id)?.has(name) && !known.has(`images/${id}/${name}`),
      );
      if (lost) throw new OperatorError(`The backup lacks images/${id}/${lost}.`);
    }
  }
}
