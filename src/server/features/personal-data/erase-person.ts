import { sql } from 'kysely';
import { erasedName, eraseFromEvents } from '../../platform/audit/erase-names.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { isSealingKeyRight } from '../../platform/db/check-sealing-key.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { unlessAway } from '../../platform/db/database-away.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { batch, inBatches } from '../../platform/db/in-batches.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { type StoredTable, storedTables } from '../../platform/db/stored-tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { insertTombstones, type Tombstone } from '../../platform/erasures/tombstones.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { dataMap } from '../../tables/data-map.ts';
import type { TableRule } from '../../tables/rules.ts';
import { removeLeads } from '../leads/leads.service.ts';
import { rejectHeld } from '../member-files/held.ts';
import { keepLinksBy } from '../member-files/keep-links.ts';
import { recordFeedEvent } from '../posts/feed-events.service.ts';
import { notingDropped } from '../users/deciding.ts';
import {
  emptyAccount,
  eraseTraces,
  removeUserIfThere,
  type ShuttingParts,
  shutOut,
} from '../users/delete-user.ts';
import { isLastActiveAdmin, lastAdminMessage } from '../users/last-admin.ts';
import { rejectOpenApprovals } from '../users/open-approvals.ts';
import { tellOfAccount } from '../users/tell-of-account.ts';
import { findUser } from '../users/user-rows.ts';
import { findPerson } from './find-person.ts';
import { waysTo } from './rows-about.ts';

/**
 * Erases a person: account, contact requests, emails and names. The decision is committed first, with the end of all
 * sessions, and is final. Batches then carry it out; `finishErasures` goes on where this stops.
 * @throws 400 under a legal hold, for the last active admin, and as rejectOpenApprovals
 */
export async function erasePerson(parts: Parts, actor: Actor, email: string): Promise<void> {
  const { config, db, sealing, erasedFiles, mails } = parts;
  await inTransaction(db, async (transaction) => {
    await acquireLock(transaction, 'users');
    await rejectHeld({ db: transaction, sealing }, [email]);
    const { userId, leadIds } = await findPerson(transaction, email);
    const id = newId();
    await keepLinksBy(transaction, sealing, [{ email, link_id: id }]);
    if (userId) {
      const user = await findUser(transaction, userId);
      if (await isLastActiveAdmin(transaction, user)) throw invalid(lastAdminMessage('deleted'), 'email');
      await rejectOpenApprovals(transaction, userId);
      await notingDropped(transaction, { sealing }, actor, { userId, how: 'deleted' }, async () => {
        await tellOfAccount(transaction, config.brokerage, actor, user, 'deleted');
        await shutOut(transaction, { config, sealing }, actor, userId);
      });
    }
    const moment = now();
    const own = { id, kind: 'address', email_hash: sealing.mark(email), erased_at: moment } as const;
    const tombstones: Tombstone[] = [
      ...(userId ? [{ id: userId, kind: 'user', email_hash: null, erased_at: moment } as const] : []),
      ...leadIds.map((id) => ({ id, kind: 'contact-request', email_hash: null, erased_at: moment }) as const),
      own,
    ];
    await insertTombstones(transaction, tombstones, null);
    await recordAuditEvent(transaction, actor, {
      action: 'personal-data.erased',
      object: { id: own.id, name: erasedName },
      details: 'on request',
    });
  });
  mails.wake();
  try {
    // Before it is carried out: a database that is lost from here on must not be the only place that knows.
    await erasedFiles.update().catch(unlessAway);
  } finally {
    await finishErasures(db, parts, [email]).catch(unlessAway);
  }
}

/**
 * Carries out every erasure that is decided: after `erasePerson`, at each start, every few minutes, and before a restored backup
 * opens. `known` are addresses that need not be searched for by their hash. With another key than the database's, which
 * hashes addresses otherwise, those of addresses and accounts wait.
 */
export async function finishErasures(
  db: Database,
  parts: ShuttingParts,
  known: string[] = [],
): Promise<number> {
  const { sealing } = parts;
  const recognizes = await isSealingKeyRight(db, sealing);
  let done = 0;
  for (;;) {
    const open = await db
      .selectFrom('tombstones')
      .select(['id', 'kind', 'email_hash', 'erased_at'])
      .where('finished_at', 'is', null)
      .$if(!recognizes, (query) => query.where('kind', '=', 'contact-request'))
      // An address first: the rows that it is found by go last.
      .orderBy((e) => e('kind', '!=', 'address'))
      .orderBy('id')
      .limit(batch)
      .execute();
    if (open.length === 0) return done;
    const marks = new Set(open.flatMap(({ email_hash }) => email_hash ?? []));
    const addresses = marks.size > 0 ? await addressesOf(db, sealing, marks, known) : new Map();
    for (const tombstone of open) if (await finish(db, parts, tombstone, addresses)) done++;
  }
}

/** True when anything was left to erase. */
async function finish(
  db: Database,
  parts: ShuttingParts,
  tombstone: Tombstone,
  addresses: ReadonlyMap<string, string>,
): Promise<boolean> {
  const { id, email_hash, erased_at } = tombstone;
  const email = email_hash === null ? undefined : addresses.get(email_hash);
  const userId = await inTransaction(db, (transaction) => shut(transaction, parts, tombstone, email));
  const since = await eraseTraces(db, userId ? [userId] : []);
  if (userId) await emptyAccount(db, userId);
  if (email !== undefined) await removeAround(db, email, erased_at);
  return inTransaction(db, async (transaction) => {
    const erased = await eraseRows(transaction, tombstone, email, since);
    if (userId && erased) await recordFeedEvent(transaction, { kind: 'reload' });
    await transaction.updateTable('tombstones').set({ finished_at: now() }).where('id', '=', id).execute();
    return erased;
  });
}

/**
 * Does what the decision did, which an older database has not seen: who is one person with an account is known only
 * until its traces go. Returns the account, undefined for none.
 */
async function shut(
  transaction: DatabaseTransaction,
  parts: ShuttingParts,
  { id, kind, erased_at }: Tombstone,
  email: string | undefined,
): Promise<string | undefined> {
  if (kind === 'contact-request' || (kind === 'address' && email === undefined)) return undefined;
  await acquireLock(transaction, 'users');
  if (email !== undefined) await keepLinksBy(transaction, parts.sealing, [{ email, link_id: id }]);
  const user =
    email === undefined ? await userBy(transaction, id) : await userOf(transaction, email, erased_at);
  if (user) await shutOut(transaction, parts, undefined, user.id);
  return user?.id;
}

async function eraseRows(
  transaction: DatabaseTransaction,
  { id, kind, erased_at }: Tombstone,
  email: string | undefined,
  since: string,
): Promise<boolean> {
  switch (kind) {
    case 'user':
      return removeUserIfThere(transaction, id, since);
    case 'contact-request':
      return (await removeLeads(transaction, [id])) > 0;
    case 'address':
      return email !== undefined && removeByAddress(transaction, email, erased_at, since);
  }
}

/** Removes the data found by the address only, while its account and contact requests still show the address. */
async function removeAround(db: Database, email: string, before: string): Promise<void> {
  await eraseFromEvents(db, { emails: [email], accounts: [], names: [], ownNames: [] });
  await removeMails(db, email, before);
  await inTransaction(db, (transaction) => removeOtherRows(transaction, email));
}

/** Not an account that was registered after the erasure: a person may come back. */
const userOf = (db: DatabaseTransaction, email: string, before: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('created_at', '<=', before)
    .executeTakeFirst();

const userBy = (db: DatabaseTransaction, id: string) =>
  db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();

/** Leaves data that came after the erasure. */
async function removeByAddress(
  transaction: DatabaseTransaction,
  email: string,
  before: string,
  since: string,
): Promise<boolean> {
  const leads = await transaction
    .selectFrom('contact_requests')
    .select('id')
    .where((e) => e(e.fn<string>('lower', ['email']), '=', email))
    .where('created_at', '<=', before)
    .execute();
  const user = await userOf(transaction, email, before);
  if (user) await removeUserIfThere(transaction, user.id, since);
  if (leads.length > 0)
    await removeLeads(
      transaction,
      leads.map(({ id }) => id),
    );
  return user !== undefined || leads.length > 0;
}

const handled = new Set(['users', 'contact_requests', 'mails']);

/** Deletes the rows that the data map finds by the address only, such as exports that an admin asked for. */
async function removeOtherRows(transaction: DatabaseTransaction, email: string): Promise<void> {
  for (const { table, rule, column, where } of waysTo({
    email,
    userId: undefined,
    byAddress: true,
    leadIds: [],
  }))
    if (!handled.has(table) && rule.columns[column]?.erased === 'deleted')
      await sql`delete from ${sql.table(table)} where ${where}`.execute(transaction);
}

/** Not mails to the office about other people, when this is the office's address. */
async function removeMails(db: Database, email: string, before: string): Promise<void> {
  await inBatches(db, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('mails')
      .where('id', 'in', (mails) =>
        mails
          .selectFrom('mails')
          .select('id')
          .where('created_at', '<=', before)
          .where((e) => {
            const isOwn = (column: 'recipient' | 'reply_to') =>
              e(e.fn<string>('lower', [column]), '=', email);
            return e.or([isOwn('reply_to'), e.and([isOwn('recipient'), e('reply_to', 'is', null)])]);
          })
          .limit(batch),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}

const page = 1000;

/** Addresses that the database holds, by the hash that is looked for. */
async function addressesOf(
  db: Database,
  sealing: Sealing,
  marks: ReadonlySet<string>,
  known: string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const look = (address: string | null) => {
    // Texts have many words, and a hash takes time.
    if (!address?.includes('@')) return;
    const email = address.toLowerCase();
    const mark = sealing.mark(email);
    if (marks.has(mark)) found.set(mark, email);
  };
  known.forEach(look);
  const inText = (text: string | null) => text?.split(betweenAddresses).forEach(look);
  const rules: Partial<Record<string, TableRule>> = dataMap;
  for (const table of await storedTables(db)) {
    const keys = Object.entries(rules[table.name]?.person ?? {});
    for (const [column, key] of keys)
      if (key === 'address' && found.size < marks.size) await lookThrough(db, table, column, look);
    if (table.name !== 'audit_log') continue;
    for (const column of ['object_name', 'details'])
      if (found.size < marks.size) await lookThrough(db, table, column, inText);
  }
  return found;
}

const betweenAddresses = /[\s<>()[\],;:"]+/;

async function lookThrough(
  db: Database,
  { name, key }: StoredTable,
  column: string,
  look: (text: string | null) => void,
): Promise<void> {
  const keys = sql.join(key.map((each) => sql.ref(each)));
  for (let last: unknown[] | undefined; ; ) {
    const { rows } = await sql<Record<string, unknown> & { address: string | null }>`
      select ${keys}, ${sql.ref(column)} as address from ${sql.table(name)}
      ${last ? sql`where (${keys}) > (${sql.join(last)})` : sql``} order by ${keys} limit ${page}`.execute(
      db,
    );
    for (const { address } of rows) look(address);
    const end = rows.at(-1);
    if (!end || rows.length < page) return;
    last = key.map((each) => end[each]);
  }
}
