import { sql } from 'kysely';
import { day } from '../../../shared/time.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordErasures } from '../../platform/erasures/tombstones.ts';
import { removeLeads } from '../leads/leads.service.ts';
import { heldIds, isHeld, notHeld } from '../privacy/legal-holds.service.ts';
import { shortenSecurityLog } from '../security-log/security-chain.ts';
import { removeUser } from '../users/delete-user.ts';
import { isLastActiveAdmin } from '../users/last-admin.ts';
import { findUser } from '../users/user-rows.ts';

/** docs/product.md P19.1: less than 2 years. With a month of backups, data erased at 22 months is gone by 23. */
const retentionMonths = 22;
/** docs/security.md S8.6; the database refuses to delete younger events. */
const securityLogMonths = 12;
const registerMonths = 24;
const mailRetention = 90 * day;
const listRetention = 30 * day;
const deliveryRetention = 30 * day;
/** After they have expired, so that an admin sees why a system was refused. */
const apiTokenRetention = 30 * day;
/** Per run and kind, of rows with dependents; the next hour goes on. */
const batch = 500;
/** Of mails, reports and audit events, which have no dependents. */
const batchOfRows = 10_000;

/** Erases personal data past its retention, in batches; an hourly job. The process that deletes a row records it. */
export async function eraseOldData(db: Database): Promise<void> {
  const before = monthsAgo(retentionMonths);
  await eraseContactRequests(db, before);
  await eraseDormantUsers(db, before);
  await eraseMails(db, before);
  await eraseLists(db);
  const held = await heldIds(db);
  await eraseReports(db, before, held);
  await eraseDeliveries(db);
  await eraseApiTokens(db);
  await eraseAuditEvents(db, before, held);
  await shortenSecurityLog(db, monthsAgo(securityLogMonths), batchOfRows);
  await erasePrivacyRequests(db, before);
}

function monthsAgo(months: number): string {
  const moment = new Date();
  moment.setUTCMonth(moment.getUTCMonth() - months);
  return moment.toISOString();
}

async function eraseContactRequests(db: Database, before: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await handOnLeads(transaction, before);
    const old = await transaction
      .selectFrom('contact_requests')
      .select('id')
      .where('created_at', '<', before)
      .where(notHeld('contact_requests.email'))
      .limit(batch)
      .execute();
    if (old.length === 0) return;
    const ids = old.map(({ id }) => id);
    const erased = await removeLeads(transaction, ids);
    // Another process was faster.
    if (erased === 0) return;
    await recordErasures(transaction, 'contact-request', ids);
    await recordErasure(transaction, erased === 1 ? '1 contact request' : `${erased} contact requests`);
  });
}

/** A lead that is erased while a later request of the person is kept: the newest becomes the lead, as it stands. */
async function handOnLeads(transaction: DatabaseTransaction, before: string): Promise<void> {
  const later = await transaction
    .selectFrom('contact_requests as later')
    .innerJoin('contact_requests as lead', 'lead.id', 'later.joined_to')
    .select([
      'later.id',
      'lead.id as lead_id',
      'lead.status',
      'lead.owner_id',
      'lead.next_step',
      'lead.next_on',
      'lead.closed_reason',
      'lead.waiting_since',
      'lead.first_contact_at',
      'lead.member_id',
    ])
    .where('lead.created_at', '<', before)
    .where(notHeld('lead.email'))
    .where('later.created_at', '>=', before)
    .orderBy('later.created_at', 'desc')
    .limit(batch)
    .execute();
  const seen = new Set<string>();
  for (const { id, lead_id, ...work } of later) {
    if (seen.has(lead_id)) continue;
    seen.add(lead_id);
    await transaction
      .updateTable('contact_requests')
      .set({ ...work, joined_to: null })
      .where('id', '=', id)
      .execute();
    await transaction
      .updateTable('contact_requests')
      .set({ joined_to: id })
      .where('joined_to', '=', lead_id)
      .where('id', '!=', id)
      .execute();
  }
}

/** One transaction each: it locks out all other changes of users. */
async function eraseDormantUsers(db: Database, before: string): Promise<void> {
  const dormant = await db
    .selectFrom('users')
    .select('id')
    .where((user) => user(user.fn.coalesce('last_sign_in_at', 'imported_at', 'created_at'), '<', before))
    .where(notHeld('users.email'))
    .limit(batch)
    .execute();
  for (const { id } of dormant) await eraseDormantUser(db, id, before);
}

async function eraseDormantUser(db: Database, id: string, before: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await acquireLock(transaction, 'users');
    // Under the lock: another process may have erased it.
    const known = await transaction.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
    if (!known) return;
    const user = await findUser(transaction, id);
    // They may have signed in meanwhile; and the last admin must stay.
    if ((user.last_sign_in_at ?? user.imported_at ?? user.created_at) >= before) return;
    if (await isHeld(transaction, user.email)) return;
    if (await isLastActiveAdmin(transaction, user)) return;
    await recordErasure(transaction, '1 account that nobody used');
    await removeUser(transaction, user);
    await recordErasures(transaction, 'user', [id]);
  });
}

/** Not those of leads, which are erased with the lead. */
async function eraseMails(db: Database, before: string): Promise<void> {
  await db
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
        .where(notHeld('mails.recipient'))
        .where(notHeld('mails.reply_to'))
        .limit(batchOfRows),
    )
    .execute();
}

/** Lists of invitations; the accounts stay. Their rows, at most 5,000 each, go with them. */
async function eraseLists(db: Database): Promise<void> {
  await db
    .deleteFrom('bulk_invitations')
    .where('finished_at', 'is not', null)
    .where('created_at', '<', fromNow(-listRetention))
    .execute();
}

const isNoneOf = (held: string[], column: 'reporter_id' | 'actor_id' | 'object_id') =>
  held.length === 0
    ? sql.lit(true)
    : sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} not in (${sql.join(held)}))`;

/** By the date of the report: its personal data is as old. */
async function eraseReports(db: Database, before: string, held: string[]): Promise<void> {
  await db
    .deleteFrom('reports')
    .where('id', 'in', (old) =>
      old
        .selectFrom('reports')
        .select('id')
        .where('created_at', '<', before)
        .where('resolved_at', 'is not', null)
        .where(isNoneOf(held, 'reporter_id'))
        .limit(batchOfRows),
    )
    .execute();
}

/** What was sent to other systems; what still waits goes, too: its webhook has been off all that time. */
async function eraseDeliveries(db: Database): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (old) =>
      old
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('created_at', '<', fromNow(-deliveryRetention))
        .limit(batchOfRows),
    )
    .execute();
}

async function eraseApiTokens(db: Database): Promise<void> {
  await db.deleteFrom('api_tokens').where('expires_at', '<', fromNow(-apiTokenRetention)).execute();
}

async function eraseAuditEvents(db: Database, before: string, held: string[]): Promise<void> {
  await db
    .deleteFrom('audit_log')
    .where('id', 'in', (old) =>
      old
        .selectFrom('audit_log')
        .select('id')
        .where('created_at', '<', before)
        .where(isNoneOf(held, 'actor_id'))
        .where(isNoneOf(held, 'object_id'))
        .limit(batchOfRows),
    )
    .execute();
}

/** Lines without names stay for 24 months, as the CCPA regulations ask (7101). */
async function erasePrivacyRequests(db: Database, before: string): Promise<void> {
  await db
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
    // Those by phone or letter may have no address.
    .where('name', '!=', '')
    .where(notHeld('privacy_requests.email'))
    .execute();
  await db
    .deleteFrom('privacy_requests')
    .where('received_at', '<', monthsAgo(registerMonths))
    .where('name', '=', '')
    .execute();
}

/** Records the number, never the names, which were erased. */
const recordErasure = (transaction: DatabaseTransaction, what: string) =>
  recordAuditEvent(transaction, undefined, {
    action: 'personal-data.erased',
    object: { id: newId(), name: what },
    details: `older than ${retentionMonths} months`,
  });
