import { extname } from 'node:path';
import { privateKinds, storedFiles } from '../../../shared/images/images.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Read } from '../../platform/db/slow-reads.ts';
import { storedTables } from '../../platform/db/stored-tables.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ZipFile } from '../../platform/zip.ts';
import { documentFile } from '../documents/documents.service.ts';
import { withoutSecrets } from '../outbox/outbox.service.ts';
import { pageEnd, pageStart, picture, recordOf, sectionEnd, sectionStart } from './export-page.ts';
import type { Person } from './find-person.ts';
import {
  countRowsOf,
  exportedColumns,
  exportedRows,
  type Row,
  rowsOf,
  type WayToRows,
  waysTo,
} from './rows-about.ts';

/** The exported part of one table. */
interface Exported {
  table: string;
  key: string[];
  ways: { way: WayToRows; columns: string[] }[];
}

export interface PersonalFiles {
  /** Count of all rows. Each is read twice: for the JSON and for the page. */
  rows: number;
  files: AsyncGenerator<ZipFile>;
}

/**
 * The files of an export: JSON for each table, a page to read, pictures. All of it comes from the data map: no secret,
 * nothing derived, nothing of other people. `onRow` hears of each row that was read.
 */
export async function personalFiles(
  parts: Pick<Parts, 'db' | 'config' | 'images' | 'slowReads'>,
  person: Person,
  { reader, onRow }: { reader: string; onRow: () => void },
): Promise<PersonalFiles> {
  const read: Read = (query) => parts.slowReads.run(reader, parts.db, query);
  const tables = await exportedTables(parts.db, read, person);
  let rows = 0;
  for (const { ways } of tables)
    for (const { way } of ways) rows += 2 * (await read((db) => countRowsOf(db, way)));
  const records = (table: Exported) => recordsOf(read, table, onRow);
  async function* files(): AsyncGenerator<ZipFile> {
    for (const table of tables) yield { name: `data/${table.table}.json`, content: asJson(records(table)) };
    const pictures = await picturesOf(parts.db, person);
    for (const { id, file, name } of pictures) {
      const stored = await parts.images.get(id, file);
      if (stored) yield { name: `pictures/${name}`, content: stored.stream, stored: true };
    }
    for (const { id, name, type } of await documentsOf(parts.db, person)) {
      const stored = await parts.images.get(id, documentFile(type));
      // The id first: two may have one name.
      if (stored) yield { name: `files/${id} ${name}`, content: stored.stream, stored: true };
    }
    const about = { email: person.email, date: new Date().toISOString(), byAddress: person.byAddress };
    yield { name: 'index.html', content: asPage() };
    async function* asPage(): AsyncGenerator<string> {
      yield pageStart(about, parts.config.brokerage);
      for (const table of tables) {
        yield sectionStart(table.table);
        for await (const record of records(table)) yield recordOf(record);
        if (table.table === 'images') for (const { name } of pictures) yield picture(name);
        yield sectionEnd;
      }
      yield pageEnd;
    }
  }
  return { rows, files: files() };
}

/** Only those with rows. */
async function exportedTables(db: Database, read: Read, person: Person): Promise<Exported[]> {
  const keys = new Map((await storedTables(db)).map(({ name, key }) => [name, key]));
  const found = new Map<string, Exported>();
  for (const way of waysTo(person).map(exportedRows)) {
    const columns = exportedColumns(way);
    if (columns.length === 0 || (await read((from) => countRowsOf(from, way))) === 0) continue;
    const { table } = way;
    const exported = found.get(table) ?? { table, key: keys.get(table) ?? ['id'], ways: [] };
    exported.ways.push({ way, columns });
    found.set(table, exported);
  }
  return [...found.values()];
}

async function* recordsOf(
  read: Read,
  { table, key, ways }: Exported,
  onRow: () => void,
): AsyncGenerator<Row> {
  for (const { way, columns } of ways)
    for await (const rows of rowsOf(read, way, { columns, key }))
      for (const row of rows) {
        onRow();
        yield table === 'mails' ? withoutLinks(row) : row;
      }
}

/** A link of a mail may work like a password. */
const withoutLinks = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutSecrets(value) : value,
    ]),
  );

async function* asJson(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(row);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Private files about the person, no matter who made them. */
async function documentsOf(db: Database, { userId, email, byAddress }: Person) {
  const own = await db
    .selectFrom('documents')
    .select(['id', 'name', 'type'])
    .where((e) =>
      e.or([
        ...(userId ? [e('user_id', '=', userId)] : []),
        // Rows found by the address only belong to the person who has proven it (docs/security.md S15.1).
        ...(byAddress ? (['document_id', 'final_document_id'] as const) : []).map((column) =>
          e('id', 'in', (agreements) =>
            agreements
              .selectFrom('agreements')
              .select((row) => row.ref(column).$notNull().as('id'))
              .where('agreements.email', '=', email)
              .where(column, 'is not', null),
          ),
        ),
      ]),
    )
    .orderBy('id')
    .execute();
  return own;
}

/** The largest JPEG of each picture that the person has uploaded. */
async function picturesOf(db: Database, { userId }: Person) {
  if (!userId) return [];
  const rows = await db
    .selectFrom('images')
    .select(['id', 'kind'])
    .where('owner_id', '=', userId)
    .where('unfinished_since', 'is', null)
    .where('kind', 'not in', privateKinds)
    .orderBy('id')
    .execute();
  return rows.map(({ id, kind }) => {
    const file = storedFiles(kind).at(-1) ?? '';
    return { id, file, name: `${id}${extname(file)}` };
  });
}
