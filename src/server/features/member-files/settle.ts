import { setImmediate } from 'node:timers/promises';
import { today } from '../../../shared/dates.ts';
import { hour } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { licenseNumber } from '../../platform/db/license-number.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { entriesOf, openFiles } from './entries.ts';
import { hasPaperAgreement } from './file-state.ts';
import { type DatedFinding, findIn } from './find.ts';
import { withAgreement } from './missing-agreements.ts';
import { openDues } from './open-dues.ts';
import { readSettings } from './settings.ts';
import { standingChecks } from './standing-checks.ts';

/** Files in one transaction. */
const batch = 50;
/** Until other features' changes are seen, such as an acknowledged page. */
const freshFor = hour;

/** Renews the findings of files; call it in the transaction of a change. Writes only differences. */
export async function settleFiles(transaction: DatabaseTransaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  // First: it locks the files, so that two who settle take turns.
  await transaction
    .updateTable('member_files')
    .set({ settle_at: fromNow(freshFor) })
    .where('id', 'in', ids)
    .execute();
  const found = await foundIn(transaction, await filesOf(transaction, ids));
  const before = await findingsOf(transaction, ids);
  const changed = [...found].filter(([file, its]) => !isSame(before.get(file) ?? [], its));
  await replaceFindings(
    transaction,
    changed.map(([file, its]) => ({ file, found: its })),
  );
}

type FileFacts = Awaited<ReturnType<typeof filesOf>>[number];

/** As of now, by the id of the file. */
async function foundIn(db: Database, files: FileFacts[]): Promise<Map<string, DatedFinding[]>> {
  const users = files.flatMap(({ user_id }) => user_id ?? []);
  const settings = await readSettings(db);
  const entries = await entriesOf(
    db,
    files.map(({ id }) => id),
  );
  const due = await handbookDue(db, users);
  const dues = await openDues(db, users);
  const checks = await standingChecks(db, users);
  const agreed = await withAgreement(db, users);
  const day = today();
  return new Map(
    files.map((file) => {
      const user = file.user_id ?? '';
      const facts = {
        entries: entries.get(file.id) ?? [],
        opened: file.created_at,
        account: accountOf(file),
        license: { number: file.number, expires: file.expires_on, verified: file.verified_at },
        checks: checks.get(user) ?? {},
        agreement: agreed.get(user) ?? (hasPaperAgreement(entries.get(file.id) ?? []) ? '' : undefined),
        handbookDue: due.get(user) ?? null,
        dues: dues.get(user) ?? { fee: null, others: null },
      };
      return [file.id, findIn(facts, settings, day)];
    }),
  );
}

const accountOf = ({ user_id, password_hash, suspended_at, admin }: FileFacts) =>
  user_id === null
    ? null
    : { joined: password_hash !== null, suspended: suspended_at, admin: admin ?? false };

/** The file of a member whose license or checks have changed, if there is one. */
export const settleMember = (transaction: DatabaseTransaction, userId: string): Promise<void> =>
  settleMembers(transaction, [userId]);

/** The files of members whose dues or checks have changed, as far as there are any. */
export async function settleMembers(
  transaction: DatabaseTransaction,
  users: readonly string[],
): Promise<void> {
  if (users.length === 0) return;
  const files = await transaction
    .selectFrom('member_files')
    .select('id')
    .where('user_id', 'in', users)
    .orderBy('id')
    .execute();
  await settleFiles(
    transaction,
    files.map(({ id }) => id),
  );
}

/** Opens missing files, and settles those that are due; safe in several processes at once. A job. */
export async function settleDue(db: Database): Promise<void> {
  for (let found = batch; found >= batch; await setImmediate()) found = await openMissing(db);
  for (let found = batch; found >= batch; await setImmediate()) found = await settleSome(db);
}

const openMissing = (db: Database): Promise<number> =>
  inTransaction(db, async (transaction) => {
    const users = await transaction
      .selectFrom('users')
      .leftJoin('member_files', 'member_files.user_id', 'users.id')
      .select(['users.id', 'users.name'])
      .where('member_files.id', 'is', null)
      .orderBy('users.id')
      .limit(batch)
      .execute();
    await openFiles(transaction, users);
    return users.length;
  });

const settleSome = (db: Database): Promise<number> =>
  inTransaction(db, async (transaction) => {
    const due = await transaction
      .selectFrom('member_files')
      .select('id')
      .where('settle_at', '<=', now())
      .orderBy('settle_at')
      .limit(batch)
      .execute();
    await settleFiles(
      transaction,
      due.map(({ id }) => id),
    );
    return due.length;
  });

/** All files are due; the job takes them from there. */
export async function settleAll(transaction: DatabaseTransaction): Promise<void> {
  await transaction.updateTable('member_files').set({ settle_at: now() }).execute();
}

const filesOf = (db: Database, ids: string[]) =>
  db
    .selectFrom('member_files as file')
    .leftJoin('users', 'users.id', 'file.user_id')
    .leftJoin('licenses', 'licenses.user_id', 'file.user_id')
    .leftJoin('profiles', 'profiles.user_id', 'file.user_id')
    .select([
      'file.id',
      'file.user_id',
      'file.created_at',
      'users.password_hash',
      'users.suspended_at',
      'users.admin',
      licenseNumber.as('number'),
      'licenses.expires_on',
      'licenses.verified_at',
    ])
    .where('file.id', 'in', ids)
    .execute();

async function handbookDue(db: Database, users: string[]): Promise<Map<string, string>> {
  if (users.length === 0) return new Map();
  const rows = await db
    .selectFrom('handbook_asks as ask')
    .innerJoin('handbook_pages as page', 'page.id', 'ask.page_id')
    .select((e) => ['ask.user_id', e.fn.min('ask.due_on').as('due_on')])
    .where('ask.user_id', 'in', users)
    .where('ask.done_at', 'is', null)
    .where('page.deleted_at', 'is', null)
    .groupBy('ask.user_id')
    .execute();
  return new Map(rows.map(({ user_id, due_on }) => [user_id, due_on]));
}

const foundColumns = ['kind', 'rank', 'shown_on', 'due_on', 'wrong_on', 'subject_id', 'detail'] as const;

async function findingsOf(db: Database, files: string[]): Promise<Map<string, DatedFinding[]>> {
  const rows = await db
    .selectFrom('member_file_findings')
    .select(['file_id', ...foundColumns])
    .where('file_id', 'in', files)
    .execute();
  return Map.groupBy(rows, ({ file_id }) => file_id);
}

function isSame(before: DatedFinding[], after: DatedFinding[]): boolean {
  const words = (all: DatedFinding[]) =>
    all
      .map((found) => foundColumns.map((column) => found[column]).join('\n'))
      .sort()
      .join('\n\n');
  return words(before) === words(after);
}

async function replaceFindings(
  transaction: DatabaseTransaction,
  changed: { file: string; found: DatedFinding[] }[],
): Promise<void> {
  if (changed.length === 0) return;
  const files = changed.map(({ file }) => file);
  await transaction.deleteFrom('member_file_findings').where('file_id', 'in', files).execute();
  const rows = changed.flatMap(({ file, found }) =>
    found.map((one) => ({ id: newId(), file_id: file, ...one })),
  );
  for (let start = 0; start < rows.length; start += 500)
    await transaction
      .insertInto('member_file_findings')
      .values(rows.slice(start, start + 500))
      .execute();
}
