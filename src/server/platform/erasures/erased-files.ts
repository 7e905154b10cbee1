import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { minute } from '../../../shared/time.ts';
import type { Database } from '../db/database.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { fileCodeOf, fileFault } from '../file-fault.ts';
import { OperatorError } from '../operator-error.ts';
import { erasedFiles, type ListSettings } from './list-settings.ts';
import type { Tombstone } from './tombstones.ts';
import { witnessLists } from './witness.ts';

const batch = 500;
/** Another process may commit a row with an earlier date than one that was seen. */
const overlap = 10 * minute;

const line = z.object({
  kind: z.enum(['user', 'contact-request', 'address']),
  id: z.uuid(),
  /** Keyed by SECRETS_KEY: says nothing about the address without it. */
  hash: z.string().optional(),
  at: z.iso.datetime().optional(),
});

/** A list that exists, or may exist, and cannot be read: the people in it are not known. */
export class UnreadListError extends OperatorError {}

/** Its last line was cut. */
export class TornListError extends UnreadListError {}

/**
 * The erasures of a file, in its order; none when it does not exist.
 * @throws UnreadListError when the file or a line cannot be read: an erasure must not be skipped
 */
export async function* readErased(file: string): AsyncGenerator<Tombstone> {
  let number = 0;
  for await (const { text, isTorn } of linesOf(file)) {
    number++;
    if (!text.trim()) continue;
    const entry = parse(text);
    if (!entry && isTorn)
      throw new TornListError(
        `${file} cannot be read to its end: line ${number} is no erasure, but half of one, as a kill or a full disk leaves it. A start on the database that has it writes it whole; where that is lost, remove it: sed -i '$d' ${file}`,
      );
    if (!entry)
      throw new UnreadListError(
        `${file} cannot be read: line ${number} is no erasure. Put this list back from a copy, or remove the line, which may bring back whom it names: sed -i ${number}d ${file}`,
      );
    const { kind, id, hash, at } = entry;
    yield { kind, id, email_hash: hash ?? null, erased_at: at ?? new Date().toISOString() };
  }
}

/** With whether it lacks its end. By the stream itself: readline does not pass on an error of the disk. */
async function* linesOf(file: string): AsyncGenerator<{ text: string; isTorn: boolean }> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(file, 'utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) yield { text, isTorn: false };
    }
  } catch (error) {
    if (isMissing(error)) return;
    throw unreadList(file, error);
  }
  yield { text: rest, isTorn: true };
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
const isMissing = (error: unknown) => codeOf(error) === 'ENOENT';

const unreadList = (file: string, cause: unknown) =>
  new UnreadListError(
    `The list of erasures ${file} cannot be read (${codeOf(cause) || cause}). ${fileCodeOf(cause) ? fileFault(cause, file) : 'Make it readable for the user of the server.'}`,
    { cause },
  );

function parse(text: string): z.output<typeof line> | undefined {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Brings the files up to date with the table `tombstones`. */
export class ErasedFiles {
  readonly #db: Database;
  readonly #config: ListSettings;
  readonly #isUsable: (file: string) => boolean;
  /** Ids of the newest lines by file; undefined before its first reading. */
  readonly #written = new Map<string, Map<string, string>>();
  #running: Promise<void> = Promise.resolve();

  /** @param isUsable false for a file that is left out, as a disk that does not answer would hold up erasures */
  constructor(db: Database, config: ListSettings, isUsable = (_file: string) => true) {
    this.#db = db;
    this.#config = config;
    this.#isUsable = isUsable;
  }

  /**
   * Appends missing erasures, on disk when it resolves; a job of each minute. One failing list does not hold back the
   * others, nor the erasure, which is committed.
   * @throws Error when all of them fail, or the database is away
   */
  update(): Promise<void> {
    const next = this.#running.catch(() => {}).then(() => this.#update());
    this.#running = next;
    return next;
  }

  async #update(): Promise<void> {
    const files = erasedFiles(this.#config);
    const failed: unknown[] = [];
    for (const file of files) {
      if (!this.#isUsable(file)) failed.push(unreadList(file, 'left out'));
      else
        await this.#append(file).catch((error: unknown) => {
          if (isDatabaseAway(error)) throw error;
          failed.push(error);
        });
    }
    if (failed.length === files.length) throw failed[0];
    await witnessLists(this.#config);
  }

  async #append(file: string): Promise<void> {
    // A full disk may have cut the last line: the next one must not continue it.
    await dropTornLine(this.#db, file);
    const known = this.#written.get(file);
    // The first time all of it: an older database may lack lines, and the file rows of other processes.
    const written = known ?? (await idsIn(file));
    const from = known ? new Date(Date.now() - overlap).toISOString() : '';
    for (let last = { at: from, id: '' }; ; ) {
      const rows = await this.#rowsAfter(last);
      const end = rows.at(-1);
      if (!end) break;
      last = { at: end.erased_at, id: end.id };
      const missing = rows.filter(({ id }) => !written.has(id));
      await appendLines(file, missing.map(toLine));
      for (const { id, erased_at } of missing) written.set(id, erased_at);
    }
    const old = new Date(Date.now() - 2 * overlap).toISOString();
    for (const [id, at] of written) if (at < old) written.delete(id);
    this.#written.set(file, written);
  }

  #rowsAfter({ at, id }: { at: string; id: string }): Promise<Tombstone[]> {
    return this.#db
      .selectFrom('tombstones')
      .select(['id', 'kind', 'email_hash', 'erased_at'])
      .$if(at !== '', (query) =>
        query.where((e) =>
          id === ''
            ? e('erased_at', '>=', at)
            : e.or([e('erased_at', '>', at), e('erased_at', '=', at).and('id', '>', id)]),
        ),
      )
      .orderBy('erased_at')
      .orderBy('id')
      .limit(batch)
      .execute();
  }
}

/** Longer than any line. */
const tail = 1000;

/**
 * Cuts a half line off the end of a file, which a killed process or a full disk left, if it is of an erasure that the
 * database has: `update` writes it again. Any other stays, and cannot be read.
 */
export async function dropTornLine(db: Database, file: string): Promise<void> {
  const handle = await open(file, 'r+').catch((error: unknown) => {
    if (!isMissing(error)) throw unreadList(file, error);
  });
  if (!handle) return;
  try {
    const torn = await tornLine(handle);
    if (torn === undefined) return;
    // Another process may be writing it.
    await sleep(patience);
    if ((await tornLine(handle)) !== torn) return;
    const { size } = await handle.stat();
    if (parse(torn)) await handle.write('\n', size);
    // Another process may have cut it off in between, and written on.
    else if ((await isKnown(db, torn)) && (await handle.stat()).size === size)
      await handle.truncate(size - Buffer.byteLength(torn));
  } finally {
    await handle.close();
  }
}

/** Milliseconds for one write. */
const patience = 200;

async function tornLine(handle: FileHandle): Promise<string | undefined> {
  const { size } = await handle.stat();
  const length = Math.min(size, tail);
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
  const line = buffer.toString('latin1').split('\n').at(-1);
  return line === '' ? undefined : line;
}

/** Whether a row of the table makes a line that begins like the torn one. */
async function isKnown(db: Database, torn: string): Promise<boolean> {
  const { data: id } = line.shape.id.safeParse(/"id":"([^"]*)"/.exec(torn)?.[1]);
  const rows = await db
    .selectFrom('tombstones')
    .select(['id', 'kind', 'email_hash', 'erased_at'])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('erased_at', 'desc')
    .limit(batch)
    .execute();
  return rows.some((row) => toLine(row).startsWith(torn));
}

async function idsIn(file: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for await (const { id, erased_at } of readErased(file)) ids.set(id, erased_at);
  return ids;
}

const toLine = ({ kind, id, email_hash, erased_at }: Tombstone) =>
  `${JSON.stringify({ kind, id, ...(email_hash && { hash: email_hash }), at: erased_at })}\n`;

/** In one write, so that processes which share the file do not mix their lines. */
async function appendLines(file: string, lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.appendFile(lines.join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
}
