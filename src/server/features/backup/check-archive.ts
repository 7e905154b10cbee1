import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sayingFaults } from '../../platform/db/database-fault.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openForSoleUse } from '../../platform/db/sole-use.ts';
import { RowHash, type StoredTable, storedTables } from '../../platform/db/stored-tables.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Manifest } from './manifest.ts';
import { type RowsOfArchive, readArchive } from './read-archive.ts';
import type { Report } from './report.ts';
import { unseal } from './sealed.ts';

/** Reads a backup to its end, comparing every file's hash. @throws OperatorError as `readArchive` */
export async function checkFiles(file: string, report: Report): Promise<Manifest> {
  const reading = readArchive(file);
  for (let bytes = 0; ; ) {
    const { value, done } = await reading.next();
    if (done) return value;
    bytes += value.bytes.length;
    report.progress(`Checked ${Math.round(bytes / 1e6).toLocaleString('en-US')} MB`);
  }
}

/**
 * Checks every row of a backup against the tables of the version that made it, and against its manifest. Nothing else
 * is ever filled in, even from a forged backup (docs/security.md S12.3). Sealed rows need their key.
 * @throws OperatorError that says what differs
 */
export async function checkRows(
  file: string,
  manifest: Manifest,
  key: Buffer | undefined,
  report: Report,
): Promise<void> {
  try {
    const check = new RowCheck(manifest, await tablesOf(manifest));
    let rows = 0;
    for await (const item of readArchive(file)) {
      if (item.kind === 'image') check.image(item.id);
      else
        rows += check.rows(item, item.sealed && key ? unseal(key, item.name, item.bytes) : item.bytes, key);
      report.progress(`Checked ${rows.toLocaleString('en-US')} rows`);
    }
    check.end(key);
  } catch (error) {
    if (!(error instanceof OperatorError) || error.message.startsWith(file)) throw error;
    throw new OperatorError(`${file} cannot be used. ${error.message}`, { cause: error });
  }
}

/** As its migrations make them, in an embedded database that is gone at once; both engines have the same. */
async function tablesOf({ migrations }: Manifest): Promise<StoredTable[]> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerage-schema-'));
  try {
    const scratch = { databaseUrl: undefined, dataDir: folder };
    return await sayingFaults(scratch, async () => {
      const empty = await openForSoleUse(scratch);
      try {
        await migrate(empty.db, { to: migrations.at(-1), alone: true });
        return await storedTables(empty.db);
      } finally {
        await empty.close();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

class RowCheck {
  readonly #manifest: Manifest;
  readonly #tables: Map<string, { table: StoredTable; keys: string; found: RowHash }>;
  readonly #images = new Set<unknown>();

  constructor(manifest: Manifest, tables: StoredTable[]) {
    this.#manifest = manifest;
    this.#tables = new Map(
      tables.map((table) => [
        table.name,
        { table, keys: JSON.stringify(table.columns.map(({ name }) => name)), found: new RowHash() },
      ]),
    );
    const unknown = manifest.tables.find(({ name }) => !this.#tables.has(name));
    if (unknown)
      throw new OperatorError(
        `It holds the table ${JSON.stringify(unknown.name)}, which the version that made it does not have.`,
      );
  }

  /** How many they are; `bytes` are unsealed, but without a key. */
  rows({ table: name, sealed }: RowsOfArchive, bytes: Buffer, key: Buffer | undefined): number {
    const listed = this.#manifest.tables.find((each) => each.name === name);
    const known = this.#tables.get(name);
    if (!listed || !known)
      throw new OperatorError(`It holds rows of the table "${name}", which its manifest does not list.`);
    if (listed.secret !== sealed || (sealed && !this.#manifest.secrets))
      throw new OperatorError(`The table "${name}" is not sealed as its manifest says.`);
    if (sealed && !key) return 0;
    const lines = bytes.toString().split('\n').filter(Boolean);
    for (const line of lines) {
      const row = rowOf(line, name);
      if (JSON.stringify(Object.keys(row)) !== known.keys)
        throw new OperatorError(`A row of the table "${name}" has other columns than that table.`);
      for (const column of known.table.columns)
        if (!fits(row[column.name], column.type))
          throw new OperatorError(
            `A row of the table "${name}" has a value of another type in "${column.name}".`,
          );
      if (name === 'images') this.#images.add(row.id);
    }
    known.found.add(lines);
    return lines.length;
  }

  /** Their rows come first. */
  image(id: string): void {
    if (!this.#images.has(id)) throw new OperatorError(`It holds the image ${id}, which no row names.`);
  }

  end(key: Buffer | undefined): void {
    for (const { name, rows, hash, secret } of this.#manifest.tables) {
      const found = this.#tables.get(name)?.found;
      if (secret && !key) continue;
      if (found?.rows !== rows || found.hash !== hash)
        throw new OperatorError(`Its manifest lists other rows of the table "${name}" than it holds.`);
    }
  }
}

/** Only as it is written: a key that comes twice means different things to the two engines. */
function rowOf(line: string, table: string): Record<string, unknown> {
  try {
    const row: unknown = JSON.parse(line);
    if (isRow(row) && JSON.stringify(row) === line) return row;
  } catch {
    // The error below says it.
  }
  throw new OperatorError(`A row of the table "${table}" cannot be read.`);
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fits(value: unknown, type: string): boolean {
  if (value === null) return true;
  return /int|real/i.test(type)
    ? typeof value === 'number' || typeof value === 'boolean'
    : typeof value === 'string';
}
