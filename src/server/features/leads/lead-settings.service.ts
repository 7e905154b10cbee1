/** Settings, templates, saved views and the digest of leads. */

import { counted } from '../../../shared/counted.ts';
import { maxCounts } from '../../../shared/field-limits.ts';
import { hourLabel } from '../../../shared/hour-label.ts';
import type {
  LeadSettings,
  LeadTemplate,
  LeadView,
  TemplateFields,
} from '../../../shared/leads/lead-settings.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound, stale } from '../../platform/http-error.ts';
import { wordsOf } from '../mail-texts/mail-texts.service.ts';

/** Values until an admin changes them: no one is emailed. */
const defaults: LeadSettings = {
  replies: false,
  alertHours: 4,
  opensAt: 9,
  closesAt: 17,
};

const theSettings = { id: 1, name: 'Leads' };

export async function getLeadSettings(db: Database): Promise<LeadSettings> {
  const row = await db
    .selectFrom('lead_settings')
    .select(['replies', 'alert_hours', 'opens_at', 'closes_at'])
    .executeTakeFirst();
  if (!row) return defaults;
  return {
    replies: row.replies,
    alertHours: row.alert_hours,
    opensAt: row.opens_at,
    closesAt: row.closes_at,
  };
}

/** Tells a visitor when the office is reminded of them (docs/product.md P16.6); undefined where it never is. */
export async function replyReminder(db: Database): Promise<string | undefined> {
  const { alertHours, opensAt, closesAt } = await getLeadSettings(db);
  if (alertHours === 0) return undefined;
  const days = `Monday to Friday except public holidays, ${hourLabel(opensAt)} to ${hourLabel(closesAt)} Pacific time`;
  return `If you have not heard from us after ${counted(alertHours, 'office hour')} (${days}), we get a reminder.`;
}

/** @throws 400 for an office that closes before it opens; 412 when they are no longer as `seen` */
export async function saveLeadSettings(
  db: Database,
  actor: Actor,
  { seen, ...settings }: LeadSettings & { seen?: LeadSettings | undefined },
): Promise<LeadSettings> {
  if (settings.closesAt <= settings.opensAt) throw invalid('Closing must be after opening', 'closesAt');
  return inTransaction(db, async (transaction) => {
    // The lock makes each of many at once compare with the one before it.
    await acquireLock(transaction, 'limits');
    if (seen && !isSame(seen, await getLeadSettings(transaction))) throw stale('The settings');
    const row = {
      replies: settings.replies,
      alert_hours: settings.alertHours,
      opens_at: settings.opensAt,
      closes_at: settings.closesAt,
    };
    const reply = await wordsOf(transaction, 'reply');
    await transaction
      .insertInto('lead_settings')
      // Words of the version before: it reads them here.
      .values({ id: theSettings.id, ...row, reply_subject: reply.subject, reply_text: reply.text })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    await recordAuditEvent(transaction, actor, {
      action: 'lead-settings.updated',
      object: { id: 'lead-settings', name: theSettings.name },
      details: `replies: ${settings.replies ? 'on' : 'off'}, alert after ${settings.alertHours} working hours`,
    });
    return getLeadSettings(transaction);
  });
}

const isSame = (a: LeadSettings, b: LeadSettings): boolean =>
  a.replies === b.replies &&
  a.alertHours === b.alertHours &&
  a.opensAt === b.opensAt &&
  a.closesAt === b.closesAt;

const templateColumns = ['id as _id', 'name', 'subject', 'text'] as const;

export async function listTemplates(db: Database): Promise<LeadTemplate[]> {
  return db.selectFrom('lead_templates').select(templateColumns).orderBy('name').orderBy('id').execute();
}

/** @throws 400 beyond the max count */
export async function addTemplate(db: Database, actor: Actor, fields: TemplateFields): Promise<LeadTemplate> {
  return inTransaction(db, async (transaction) => {
    // The lock makes each of many at once count after the one before it.
    await acquireLock(transaction, 'limits');
    if ((await listTemplates(transaction)).length >= maxCounts.leadTemplates)
      throw invalid(`There can be at most ${maxCounts.leadTemplates} templates`);
    const id = newId();
    await transaction
      .insertInto('lead_templates')
      .values({ id, ...fields, created_at: now() })
      .execute();
    await recordAuditEvent(transaction, actor, {
      action: 'lead-settings.updated',
      object: { id, name: fields.name },
      details: 'template added',
    });
    return { _id: id, ...fields };
  });
}

/** @throws 404 'Template not found'; 412 when it is no longer as `seen` */
export async function saveTemplate(
  db: Database,
  actor: Actor,
  id: string,
  { seen, ...fields }: TemplateFields & { seen?: TemplateFields | undefined },
): Promise<LeadTemplate> {
  return inTransaction(db, async (transaction) => {
    // A no-op update locks the row on every engine.
    const before = await transaction
      .updateTable('lead_templates')
      .set({ id })
      .where('id', '=', id)
      .returning(templateColumns)
      .executeTakeFirst();
    if (!before) throw notFound('Template');
    if (seen && (['name', 'subject', 'text'] as const).some((field) => seen[field] !== before[field]))
      throw stale('Template');
    await transaction.updateTable('lead_templates').set(fields).where('id', '=', id).execute();
    const saved = { _id: id, ...fields };
    await recordAuditEvent(transaction, actor, {
      action: 'lead-settings.updated',
      object: { id, name: saved.name },
      details: 'template changed',
    });
    return saved;
  });
}

/** @throws 404 'Template not found' */
export async function deleteTemplate(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const deleted = await transaction
      .deleteFrom('lead_templates')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (!deleted) throw notFound('Template');
    await recordAuditEvent(transaction, actor, {
      action: 'lead-settings.updated',
      object: { id, name: deleted.name },
      details: 'template deleted',
    });
  });
}

/** The views of the caller, oldest first. */
export async function listViews(db: Database, { id }: Actor): Promise<LeadView[]> {
  return db
    .selectFrom('lead_views')
    .select(['id as _id', 'name', 'query'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @throws 400 beyond the max count */
export async function addView(
  db: Database,
  actor: Actor,
  fields: { name: string; query: string },
): Promise<LeadView> {
  return inTransaction(db, async (transaction) => {
    // The lock makes each of many at once count after the one before it.
    await acquireLock(transaction, 'limits');
    if ((await listViews(transaction, actor)).length >= maxCounts.leadViews)
      throw invalid(`You can have at most ${maxCounts.leadViews} views`);
    const id = newId();
    await transaction
      .insertInto('lead_views')
      .values({ id, user_id: actor.id, ...fields, created_at: now() })
      .execute();
    return { _id: id, ...fields };
  });
}

/** @throws 404 'View not found', also for another's */
export async function deleteView(db: Database, actor: Actor, id: string): Promise<void> {
  const deleted = await db
    .deleteFrom('lead_views')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw notFound('View');
}

/** Wanted unless the admin has said otherwise. */
export async function getDigest(db: Database, { id }: Actor): Promise<{ wanted: boolean }> {
  const row = await db
    .selectFrom('lead_digests')
    .select('wanted')
    .where('user_id', '=', id)
    .executeTakeFirst();
  return { wanted: row?.wanted ?? true };
}

export async function setDigest(db: Database, { id }: Actor, wanted: boolean): Promise<{ wanted: boolean }> {
  await db
    .insertInto('lead_digests')
    .values({ user_id: id, wanted, sent_on: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ wanted }))
    .execute();
  return { wanted };
}
