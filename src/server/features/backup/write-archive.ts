import { hash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { sql } from 'kysely';
import { type StoredKind, storedFiles } from '../../../shared/images/images.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { labelOf } from '../../platform/db/database-label.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { appliedMigrations } from '../../platform/db/run-migrations.ts';
import { openSnapshot } from '../../platform/db/snapshot.ts';
import {
  countRows,
  RowHash,
  readBatches,
  type StoredTable,
  secretTables,
  storedTables,
} from '../../platform/db/stored-tables.ts';
import { refuseUnfinished } from '../../platform/db/unfinished.ts';
import { fileCodeOf, fileFault } from '../../platform/file-fault.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import { openImageStore } from '../../platform/images/open-image-store.ts';
import { StoreError } from '../../platform/images/store-error.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { version } from '../../platform/project-folder.ts';
import { filesPerList, type Manifest, refuseNewer } from './manifest.ts';
import { Pace, type Report } from './report.ts';
import { keyOf, newSalt, seal } from './sealed.ts';
import { tarEnd, tarFile } from './tar.ts';

/** Sealed in the archive, so that unsealing it shows whether a passphrase is right. */
export const passphraseCheck = 'passphrase';

export type DataSettings = Pick<
  Config,
  'databaseUrl' | 'databasePool' | 'databasePooler' | 'dataDir' | 's3' | 'brokerage'
>;

const mailColumn = 'mail_id';
const archivedMail = sql<boolean>`(link is null or state = 'sent')`;

interface WriteOptions {
  report: Report;
  passphrase?: string | undefined;
  /** UUIDv7 of the backup. */
  id?: string;
  /** Leaves out files that the bucket denies, and counts them; else the first ends the backup. */
  skipsDenied?: boolean;
}

/**
 * Archives the database as it is at one moment, then the images that its rows name. A server can run at the same time.
 * The file gets its name when it is whole. With a passphrase the secrets are archived, too, encrypted.
 * @throws OperatorError when the file exists, or there is no whole database of this or an older version; StoreError
 */
export async function writeArchive(
  config: DataSettings,
  file: string,
  { report, passphrase, id = newId(), skipsDenied = false }: WriteOptions,
): Promise<{ manifest: Manifest; bytes: number; denied: number }> {
  const unfinished = `${file}.unfinished`;
  refuseExisting(file);
  if (existsSync(unfinished)) report.line(`${unfinished} is of an interrupted backup and will be replaced.`);
  await mkdir(dirname(file), { recursive: true }).catch(ofFile(file));
  // Fails now, not after every row was read.
  await writeFile(unfinished, '', { mode: 0o600 }).catch(ofFile(file));
  const archive = await Archive.open(config, { report, passphrase, id, skipsDenied }).catch(
    async (error: unknown) => {
      await rm(unfinished, { force: true });
      throw error;
    },
  );
  try {
    const chunks = Readable.from(archive.chunks(), { objectMode: false });
    const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    await pipeline(chunks, zstd, createWriteStream(unfinished, { mode: 0o600 }));
    await sync(unfinished);
    await rename(unfinished, file);
    await sync(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    return ofFile(file)(error);
  } finally {
    await archive.close();
  }
  return { manifest: archive.manifest, bytes: (await stat(file)).size, denied: archive.denied };
}

/** @throws OperatorError */
export function refuseExisting(file: string): void {
  if (existsSync(file)) throw new OperatorError(`${file} already exists. Choose another name.`);
}

/** Writing names no path; what the database or the store says stays as it is. */
const ofFile =
  (file: string) =>
  (error: unknown): never => {
    if (fileCodeOf(error) === undefined) throw error;
    throw new OperatorError(fileFault(error, dirname(file)), { cause: error });
  };

async function sync(path: string): Promise<void> {
  await using handle = await open(path);
  await handle.sync();
}

interface Image {
  id: string;
  kind: StoredKind;
  /** False when the purge may have taken its files. */
  used: boolean;
}

class Archive {
  readonly manifest: Manifest;
  readonly #db: Database;
  readonly #closeSnapshot: () => Promise<void>;
  readonly #store: ImageStore;
  readonly #report: Report;
  readonly #key: Buffer | undefined;
  readonly #skipsDenied: boolean;
  /** Images that were left out. */
  denied = 0;
  readonly #modified = new Date();
  #hashes: string[] = [];
  #lists = 0;
  #isClosed = false;

  private constructor(
    manifest: Manifest,
    snapshot: { db: Database; close(): Promise<void> },
    {
      store,
      report,
      key,
      skipsDenied,
    }: { store: ImageStore; report: Report; key: Buffer | undefined; skipsDenied: boolean },
  ) {
    this.manifest = manifest;
    this.#db = snapshot.db;
    this.#closeSnapshot = snapshot.close;
    this.#store = store;
    this.#report = report;
    this.#key = key;
    this.#skipsDenied = skipsDenied;
  }

  static async open(
    config: DataSettings,
    { report, passphrase, id, skipsDenied = false }: WriteOptions & { id: string },
  ): Promise<Archive> {
    const salt = newSalt();
    const key = passphrase ? await keyOf(passphrase, salt) : undefined;
    const snapshot = await openSnapshot(config);
    try {
      await refuseUnfinished(snapshot.db);
      const migrations = await appliedMigrations(snapshot.db);
      if (migrations.length === 0)
        throw new OperatorError(
          `There is nothing to back up in ${labelOf(config)}. Is that the database of the server?`,
        );
      refuseNewer(
        migrations,
        `What is in ${labelOf(config)}`,
        'Only the commands of that version can back it up.',
      );
      const check = key && seal(key, passphraseCheck, Buffer.from(passphraseCheck)).toString('base64');
      const manifest: Manifest = {
        format: 1,
        id,
        date: now(),
        software: version,
        engine: isPostgres(snapshot.db) ? 'postgres' : 'sqlite',
        migrations,
        tables: [],
        images: 0,
        missing: [],
        files: 0,
        ...(check && { secrets: { salt: salt.toString('base64'), check } }),
      };
      return new Archive(manifest, snapshot, { store: openImageStore(config), report, key, skipsDenied });
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#closeSnapshot();
  }

  async *chunks(): AsyncGenerator<Buffer> {
    yield* this.#rows();
    const images = await this.#images();
    // Not held while images are copied: SQLite's log grows until then.
    await this.close();
    yield* this.#imageFiles(images);
    yield* this.#listOfHashes();
    yield tarFile('manifest.json', Buffer.from(JSON.stringify(this.manifest, null, 2)), this.#modified);
    yield tarEnd;
  }

  async *#rows(): AsyncGenerator<Buffer> {
    const tables = (await storedTables(this.#db)).filter(({ name }) => this.#key || !secretTables.has(name));
    let total = 0;
    for (const table of tables) total += await countRows(this.#db, table, this.#where(table));
    const pace = new Pace(this.#report, 'rows', total);
    for (const table of tables) yield* this.#table(table, pace);
    pace.end();
  }

  async *#table(table: StoredTable, pace: Pace): AsyncGenerator<Buffer> {
    const key = secretTables.has(table.name) ? this.#key : undefined;
    const rows = new RowHash();
    let part = 0;
    for await (const { lines } of readBatches(this.#db, table, {
      where: this.#where(table),
      instead: this.#instead(table),
    })) {
      rows.add(lines);
      pace.add(lines.length);
      const name = `tables/${table.name}/${String(++part).padStart(7, '0')}.ndjson`;
      const text = Buffer.from(`${lines.join('\n')}\n`);
      if (key) yield* this.#file(`${name}.sealed`, seal(key, `${name}.sealed`, text));
      else yield* this.#file(name, text);
    }
    const { name } = table;
    this.manifest.tables.push({ name, rows: rows.rows, hash: rows.hash, secret: key !== undefined });
  }

  /** A mail with a link that sets a password is a secret, too, until it is sent. */
  #where({ name }: StoredTable) {
    return name === 'mails' && !this.#key ? archivedMail : sql<boolean>`true`;
  }

  /** A row about a mail that is left out loses its reference, as when the mail is deleted: a restore would refuse it. */
  #instead({ columns, key }: StoredTable) {
    const isAbout = columns.some(({ name }) => name === mailColumn) && !key.includes(mailColumn);
    if (this.#key || !isAbout) return undefined;
    const reference = sql`case when ${sql.ref(mailColumn)} in (select id from ${sql.table('mails')} where ${archivedMail})
      then ${sql.ref(mailColumn)} end`;
    return new Map([[mailColumn, reference]]);
  }

  async #images(): Promise<Image[]> {
    const rows = await this.#db
      .selectFrom('images')
      .select(['id', 'kind', 'unused_since', 'purge_started_at'])
      .orderBy('id')
      .execute();
    return rows.map(({ id, kind, unused_since, purge_started_at }) => ({
      id,
      kind,
      used: unused_since === null && purge_started_at === null,
    }));
  }

  async *#imageFiles(images: Image[]): AsyncGenerator<Buffer> {
    const pace = new Pace(this.#report, 'images', images.length);
    for (const { id, kind, used } of images) {
      const files = await this.#readImage(id, storedFiles(kind));
      for (const { name, bytes } of files) {
        const path = `images/${id}/${name}`;
        if (bytes) yield* this.#file(path, bytes);
        else if (used) this.manifest.missing.push(path);
      }
      if (files.some(({ bytes }) => bytes)) this.manifest.images++;
      pace.add(1);
    }
    pace.end();
  }

  /** One image that the bucket denies must not cost the backup of all others. */
  async #readImage(id: string, names: string[]): ReturnType<typeof readImage> {
    try {
      return await readImage(this.#store, id, names);
    } catch (error) {
      if (!this.#skipsDenied || !(error instanceof StoreError) || !error.isDenied) throw error;
      this.denied++;
      this.#report.line(`The bucket denies the files of image ${id}: left out.`);
      return names.map((name) => ({ name, bytes: undefined }));
    }
  }

  async *#file(name: string, bytes: Buffer): AsyncGenerator<Buffer> {
    yield tarFile(name, bytes, this.#modified);
    this.manifest.files++;
    this.#hashes.push(`${hash('sha256', bytes)}  ${name}\n`);
    if (this.#hashes.length === filesPerList) yield* this.#listOfHashes();
  }

  /** As sha256sum writes and checks them. */
  async *#listOfHashes(): AsyncGenerator<Buffer> {
    const name = `hashes/${String(++this.#lists).padStart(7, '0')}.sha256`;
    yield tarFile(name, Buffer.from(this.#hashes.join('')), this.#modified);
    this.#hashes = [];
  }
}

/** The files of an image; without bytes where the store has none. @throws StoreError */
export async function readImage(
  store: ImageStore,
  id: string,
  names: string[],
): Promise<{ name: string; bytes: Buffer | undefined }[]> {
  return Promise.all(
    names.map(async (name) => {
      const file = await store.get(id, name);
      return { name, bytes: file && (await buffer(file.stream)) };
    }),
  );
}
