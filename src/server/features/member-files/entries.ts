import type { FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import { type DetailsOf, type EntryDetails, entryDetails } from '../../../shared/member-files/member-file.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import type { MemberFileEntryRow } from '../../tables/member-files.ts';

type Writer = Pick<Actor, 'id' | 'name'> | undefined;

export interface OpenFile {
  id: string;
  userId: string | null;
  name: string;
}

/**
 * The file of a member, by the id of the account, or by its own once the account has gone; opens the first. Locks it, so
 * that two who write take turns. @throws 404 'Member not found'
 */
export async function openFile(transaction: DatabaseTransaction, id: string): Promise<OpenFile> {
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (user) await openFiles(transaction, [user]);
  const file = await transaction
    .updateTable('member_files')
    .set(user ? { name: user.name } : (row) => ({ name: row.ref('name') }))
    .where(user ? 'user_id' : 'id', '=', id)
    .returning(['id', 'user_id', 'name'])
    .executeTakeFirst();
  if (!file) throw notFound('Member');
  return { id: file.id, userId: file.user_id, name: file.name };
}

/** Files for those who have none. */
export async function openFiles(
  transaction: DatabaseTransaction,
  users: { id: string; name: string }[],
): Promise<void> {
  if (users.length === 0) return;
  await transaction
    .insertInto('member_files')
    .values(
      users.map(({ id, name }) => ({
        id: newId(),
        user_id: id,
        user_was: null,
        name,
        created_at: now(),
        settle_at: now(),
        reminded_at: null,
        left_at: null,
      })),
    )
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** Entries of a file that its member may still add to, as a bound. */
export const maxOwnEntries = 1000;

/** @throws 400 for a member whose file is full */
async function demandRoom(transaction: DatabaseTransaction, fileId: string): Promise<void> {
  const { count } = await transaction
    .selectFrom('member_file_entries')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxOwnEntries) throw invalid('Your file is full. Ask the office to add this entry');
}

interface About {
  /** The entry that this one is about. */
  about?: string | undefined;
  document?: string | undefined;
}

/**
 * Adds to a member's file, or without one to the brokerage's own. An undefined writer is the server.
 * @throws 400 for a member whose own file is full (docs/product.md P24.7)
 */
export async function addEntry(
  transaction: DatabaseTransaction,
  writer: Writer,
  file: Pick<OpenFile, 'id' | 'userId'> | null,
  { kind, ...details }: EntryDetails,
  { about, document }: About = {},
): Promise<FileEntry> {
  if (file && writer && writer.id === file.userId) await demandRoom(transaction, file.id);
  const row = await transaction
    .insertInto('member_file_entries')
    .values({
      id: newId(),
      file_id: file?.id ?? null,
      user_id: file?.userId ?? null,
      kind,
      details: JSON.stringify(details),
      refers_to: about ?? null,
      document_id: document ?? null,
      created_at: now(),
      created_by: writer?.id ?? null,
      author: writer?.name ?? 'Server',
    })
    .returning(entryColumns)
    .executeTakeFirstOrThrow();
  return toEntry(row);
}

/**
 * Adds a day of joining with the notices that are due from then on; none for someone who was here already. They end when it
 * is withdrawn.
 */
export async function addJoining(
  transaction: DatabaseTransaction,
  writer: Writer,
  file: OpenFile,
  joining: Omit<DetailsOf<'joined'>, 'kind'>,
): Promise<void> {
  const { _id } = await addEntry(transaction, writer, file, { kind: 'joined', ...joining });
  if (joining.already) return;
  for (const notice of ['joining', 'edd'] as const)
    await addEntry(transaction, writer, file, { kind: 'notice', notice, from: joining.on }, { about: _id });
}

/** Notices belong to the entry of the date and end when it is withdrawn. */
export async function openNoticesOfLeaving(
  transaction: DatabaseTransaction,
  writer: Writer,
  file: OpenFile,
  about: string,
  { on, forCause }: Pick<DetailsOf<'left'>, 'on' | 'forCause'>,
): Promise<void> {
  const notices = forCause ? (['leaving', 'discharge'] as const) : (['leaving'] as const);
  for (const notice of notices)
    await addEntry(transaction, writer, file, { kind: 'notice', notice, from: on }, { about });
}

const entryColumns = ['id', 'file_id', 'kind', 'details', 'refers_to', 'created_at', 'author'] as const;
type EntryRow = Pick<MemberFileEntryRow, (typeof entryColumns)[number]>;

const toEntry = ({ id, kind, details, refers_to, created_at, author }: EntryRow): FileEntry => ({
  _id: id,
  date: created_at,
  by: author,
  details: parse(kind, details),
  about: refers_to,
  withdrawn: false,
});

function parse(kind: string, details: string): EntryDetails {
  const fields: object = JSON.parse(details);
  return entryDetails.parse({ kind, ...fields });
}

/**
 * Entries in the order they were added. An entry about a withdrawn one counts as withdrawn, too, except for the
 * withdrawal.
 */
export function toEntries(rows: EntryRow[]): FileEntry[] {
  const entries = rows.map(toEntry);
  const withdrawn = new Set<string | null>();
  for (const { details, about } of entries) if (details.kind === 'withdrawal') withdrawn.add(about);
  for (const entry of entries) {
    if (entry.details.kind !== 'withdrawal' && withdrawn.has(entry.about)) withdrawn.add(entry._id);
    entry.withdrawn = withdrawn.has(entry._id);
  }
  return entries;
}

/** Entries of several files, by the ids of the files. */
export async function entriesOf(db: Database, files: string[]): Promise<Map<string, FileEntry[]>> {
  if (files.length === 0) return new Map();
  const rows = await db
    .selectFrom('member_file_entries')
    .select(entryColumns)
    .where('file_id', 'in', files)
    .orderBy('file_id')
    .orderBy('id')
    .execute();
  const byFile = Map.groupBy(rows, ({ file_id }) => file_id ?? '');
  return new Map([...byFile].map(([file, its]) => [file, toEntries(its)]));
}

/** Entries of the brokerage's own file. */
export async function brokerageEntries(db: Database): Promise<FileEntry[]> {
  const rows = await db
    .selectFrom('member_file_entries')
    .select(entryColumns)
    .where('file_id', 'is', null)
    .orderBy('id')
    .execute();
  return toEntries(rows);
}
