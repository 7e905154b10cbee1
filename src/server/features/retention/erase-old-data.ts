import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { day } from '../../../shared/time.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database } from '../../platform/db/database.ts';
import { databaseTime } from '../../platform/db/database-time.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { batch, deleteInBatches, inBatches } from '../../platform/db/in-batches.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { insertTombstones } from '../../platform/erasures/tombstones.ts';
import type { LetterParts, Parts } from '../../platform/parts.ts';
import { openSealing, type Sealing } from '../../platform/sealing.ts';
import { eraseAgreements } from '../agreements/erase-agreements.ts';
import { eraseMemberFiles } from '../member-files/erase-files.ts';
import { type Held, isNotAt, isNotOf, readHeld } from '../member-files/held.ts';
import { type HeldNow, heldInRun } from '../member-files/held-in-run.ts';
import { formerEmailsIn } from '../member-files/identities.ts';
import { keepLinksBy } from '../member-files/keep-links.ts';
import { isOfNothingBy } from '../posts/keep-reports.ts';
import { shortenSecurityLog } from '../security-log/security-chain.ts';
import { carryOutDeletions, shutOut } from '../users/delete-user.ts';
import { isLastActiveAdmin } from '../users/last-admin.ts';
import { whyStillNeeded } from '../users/open-approvals.ts';
import { findUser } from '../users/user-rows.ts';
import { eraseOldLeads } from './erase-old-leads.ts';
import { isNamingNone, keptObjects } from './kept-objects.ts';
import { recordErasure, retentionMonths } from './record-erasure.ts';

/** docs/security.md S8.6; the database refuses to delete younger events. */
const securityLogMonths = 12;
const registerMonths = 24;
/** From leaving on: a broker must be able to show it. */
const supervisionMonths = 36;
const supervised = ['handbook_acknowledgements', 'member_checks'] as const;
const mailRetention = 90 * day;
const listRetention = 30 * day;
const deliveryRetention = 30 * day;
/** After they have expired, so that an admin sees why a system was refused. */
const apiTokenRetention = 30 * day;
/** Accounts in a run; the next hour goes on. */
const maxUsers = 500;
/** Limit for one run: the log's new end is written in the transaction that shortens it. */
const maxSecurityEvents = 2500;

/** Deletes the oldest security events; an hourly job. The end of the log needs the key of its proofs. */
export async function eraseOldSecurityEvents(parts: Pick<Parts, 'db' | 'sealing'>): Promise<void> {
  // By the earlier clock: the database refuses by its own.
  const present = [new Date(), new Date(await databaseTime(parts.db))].sort(
    (a, b) => Number(a) - Number(b),
  )[0];
  await shortenSecurityLog(parts, monthsAgo(securityLogMonths, present), maxSecurityEvents);
}

/** Erases personal data past its retention, in batches; an hourly job. The process that deletes a row records it. */
export async function eraseOldData({ db, config }: Pick<Parts, 'db' | 'config'>): Promise<void> {
  const before = monthsAgo(retentionMonths);
  const sealing = openSealing(config);
  const heldNow = heldInRun(sealing);
  await eraseOldLeads({ db, sealing }, before, heldNow);
  await eraseDormantUsers(db, { config, sealing }, before, heldNow);
  await eraseMails(db, before, heldNow);
  await eraseSupervision(db, heldNow);
  await eraseMemberFiles({ db, sealing }, monthsAgo(supervisionMonths));
  await eraseLists(db);
  await eraseSigned({ db, sealing });
  await eraseReports(db, before, heldNow);
  await eraseWordsOfGone(db, heldNow);
  await eraseKeptReports(db, heldNow);
  await eraseDeliveries(db);
  await eraseApiTokens(db);
  await eraseAuditEvents(db, sealing, before, heldNow);
  await erasePrivacyRequests(db, before, heldNow);
}

function monthsAgo(months: number, present = new Date()): string {
  const moment = new Date(present);
  moment.setUTCMonth(moment.getUTCMonth() - months);
  return moment.toISOString();
}

/**
 * Dates what former members leave, and erases it in time, but not under a legal hold. The time begins with the first run
 * after they left.
 */
async function eraseSupervision(db: Database, heldNow: HeldNow): Promise<void> {
  const before = monthsAgo(supervisionMonths);
  for (const table of supervised) {
    await inBatches(db, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable(table)
        .set({ left_at: now() })
        .where('id', 'in', (e) =>
          e
            .selectFrom(table)
            .select('id')
            .where('user_id', 'is', null)
            .where('left_at', 'is', null)
            .limit(batch),
        )
        .executeTakeFirst();
      return Number(numUpdatedRows);
    });
    await inBatches(db, async (transaction) => {
      const held = await heldNow(transaction);
      const { numDeletedRows } = await transaction
        .deleteFrom(table)
        .where('id', 'in', (e) =>
          e
            .selectFrom(table)
            .select('id')
            .where('user_id', 'is', null)
            .where('left_at', '<', before)
            .where(isNotOf(held, 'user_was'))
            .limit(batch),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    });
  }
}

/** Decided in one transaction each, and carried out for all: the logs are read once. */
async function eraseDormantUsers(
  db: Database,
  letters: LetterParts,
  before: string,
  heldNow: HeldNow,
): Promise<void> {
  const held = await readHeld({ db, sealing: letters.sealing });
  const dormant = await db
    .selectFrom('users')
    .select('id')
    .where((user) => user(user.fn.coalesce('last_sign_in_at', 'imported_at', 'created_at'), '<', before))
    .where(isNotAt(held, 'users.email'))
    .limit(maxUsers)
    .execute();
  const decided: string[] = [];
  for (const { id } of dormant)
    if (await decideErasure(db, letters, { id, before, heldNow })) decided.push(id);
  if (decided.length > 0) await carryOutDeletions(db, decided);
}

/** From then on the account is shut, and `finishErasures` goes on where this is interrupted. */
async function decideErasure(
  db: Database,
  letters: LetterParts,
  { id, before, heldNow }: { id: string; before: string; heldNow: HeldNow },
): Promise<boolean> {
  await setImmediate();
  return inTransaction(db, async (transaction) => {
    const { emails } = await heldNow(transaction);
    // Under the lock: another process may have erased it, or decided to.
    const known = await transaction.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
    if (!known) return false;
    const user = await findUser(transaction, id);
    // They may have signed in in the meantime; and the last admin must stay.
    if ((user.last_sign_in_at ?? user.imported_at ?? user.created_at) >= before) return false;
    if (emails.has(user.email)) return false;
    if (await isLastActiveAdmin(transaction, user)) return false;
    if ((await whyStillNeeded(transaction, id)) !== null) return false;
    const tombstone = { id, kind: 'user', email_hash: null, erased_at: now() } as const;
    if (!(await insertTombstones(transaction, [tombstone], null))) return false;
    await recordErasure(transaction, '1 account that no one used');
    await shutOut(transaction, letters, undefined, id);
    return true;
  });
}

/** Not those of leads, which are erased with the lead. */
async function eraseMails(db: Database, before: string, heldNow: HeldNow): Promise<void> {
  await inBatches(db, async (transaction) => {
    const held = await heldNow(transaction);
    const { numDeletedRows } = await transaction
      .deleteFrom('mails')
      .where('id', 'in', (old) =>
        old
          .selectFrom('mails')
          .select('id')
          .where((mail) =>
            mail.or([
              mail('created_at', '<', before),
              mail('created_at', '<', fromNow(-mailRetention)).and('state', '!=', 'waiting'),
            ]),
          )
          .where((mail) =>
            mail.not(
              mail.exists(
                mail
                  .selectFrom('contact_requests')
                  .select('contact_requests.id')
                  .whereRef('contact_requests.mail_id', '=', 'mails.id'),
              ),
            ),
          )
          .where(isNotAt(held, 'mails.recipient'))
          .where(isNotAt(held, 'mails.reply_to'))
          .limit(batch),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}

/** Agreements with their files, as long after their end as the settings say. */
async function eraseSigned(parts: Pick<Parts, 'db' | 'sealing'>): Promise<void> {
  const erased = await eraseAgreements(parts);
  if (erased === 0) return;
  const name = erased === 1 ? '1 agreement' : `${erased} agreements`;
  await inTransaction(parts.db, (transaction) =>
    recordAuditEvent(transaction, undefined, {
      action: 'personal-data.erased',
      object: { id: newId(), name },
      details: 'ended long enough ago',
    }),
  );
}

/** Lists of invitations; the accounts stay. Their rows, at most 5,000 each, go with them. */
async function eraseLists(db: Database): Promise<void> {
  await deleteInBatches(
    db,
    'bulk_invitations',
    sql`finished_at is not null and created_at < ${fromNow(-listRetention)}`,
    1,
  );
}

/** By the date of the report: its personal data is as old. */
async function eraseReports(db: Database, before: string, heldNow: HeldNow): Promise<void> {
  await inBatches(db, async (transaction) => {
    const held = await heldNow(transaction);
    const { numDeletedRows } = await transaction
      .deleteFrom('reports')
      .where('id', 'in', (old) =>
        old
          .selectFrom('reports')
          .select('id')
          .where('created_at', '<', before)
          .where('resolved_at', 'is not', null)
          .where(isNotOf(held, 'reporter_id'))
          .where(isOfNothingBy(held))
          .limit(batch),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}

/** A hold on the author was lifted after the reporter's account had gone (docs/product.md P19.8). */
async function eraseWordsOfGone(db: Database, heldNow: HeldNow): Promise<void> {
  await inBatches(db, async (transaction) => {
    const held = await heldNow(transaction);
    const { numUpdatedRows } = await transaction
      .updateTable('reports')
      .set({ details: null })
      .where('id', 'in', (gone) =>
        gone
          .selectFrom('reports')
          .select('id')
          .where('reporter_id', 'is', null)
          .where('details', 'is not', null)
          .where(isOfNothingBy(held))
          .limit(batch),
      )
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}

/** Those whose post or comment has gone, once no hold keeps them. */
async function eraseKeptReports(db: Database, heldNow: HeldNow): Promise<void> {
  await inBatches(db, async (transaction) => {
    const held = await heldNow(transaction);
    const { numDeletedRows } = await transaction
      .deleteFrom('kept_reports')
      .where('id', 'in', (kept) =>
        kept
          .selectFrom('kept_reports')
          .select('id')
          .where(isNotOf(held, 'reporter_id'))
          .where(isNotOf(held, 'author_id'))
          .limit(batch),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}

/** Erases deliveries to other systems. Waiting ones go, too: their webhook has been off all that time. */
async function eraseDeliveries(db: Database): Promise<void> {
  await inBatches(db, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('webhook_deliveries')
      .where('id', 'in', (old) =>
        old
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('created_at', '<', fromNow(-deliveryRetention))
          .limit(batch),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}

async function eraseApiTokens(db: Database): Promise<void> {
  await db.deleteFrom('api_tokens').where('expires_at', '<', fromNow(-apiTokenRetention)).execute();
}

async function eraseAuditEvents(
  db: Database,
  sealing: Pick<Sealing, 'mark'>,
  before: string,
  heldNow: HeldNow,
): Promise<void> {
  // Read once for all batches, while the same holds stand.
  let known: { held: Held; objects: string[] } | undefined;
  await inBatches(db, async (transaction) => {
    const held = await heldNow(transaction);
    if (known?.held !== held) known = { held, objects: await keptObjects(transaction, held, before) };
    const { objects } = known;
    const old = await transaction
      .selectFrom('audit_log')
      .select(['id', 'action', 'details'])
      .where('created_at', '<', before)
      .where(isNotOf(held, 'actor_id'))
      .where(isNotOf(held, 'object_id'))
      .where(isNamingNone(held))
      .$if(objects.length > 0, (query) => query.where('object_id', 'not in', objects))
      // Lines about legal holds and exports of personal data have the address as their object or details.
      .where(isNotAt(held, 'audit_log.object_name'))
      .where(isNotAt(held, 'audit_log.details'))
      .limit(batch)
      .execute();
    if (old.length === 0) return 0;
    // Only these lines have the former addresses by which accounts are one person (docs/security.md S17.12).
    const changes = old.filter(({ action }) => action === 'user.updated');
    const former = changes.flatMap(({ id, details }) =>
      formerEmailsIn(details).map((email) => ({ email, link_id: id })),
    );
    await keepLinksBy(transaction, sealing, former);
    await transaction
      .deleteFrom('audit_log')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute();
    return old.length;
  });
}

/** Lines without names stay for 24 months, as the CCPA regulations ask (7101). */
async function erasePrivacyRequests(db: Database, before: string, heldNow: HeldNow): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const held = await heldNow(transaction);
    await transaction
      .updateTable('privacy_requests')
      .set({
        name: '',
        email: '',
        details: '',
        verified_how: null,
        extension: null,
        answer: null,
        user_id: null,
      })
      .where('received_at', '<', before)
      // Requests by phone or letter may have no address.
      .where('name', '!=', '')
      .where(isNotAt(held, 'privacy_requests.email'))
      .where(isNotOf(held, 'user_id'))
      .execute();
  });
  await db
    .deleteFrom('privacy_requests')
    .where('received_at', '<', monthsAgo(registerMonths))
    .where('name', '=', '')
    .execute();
}
