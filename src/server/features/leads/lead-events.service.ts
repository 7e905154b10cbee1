/** The log of a lead, and what webhooks are sent of it. */

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { LeadEventKind } from '../../../shared/leads/lead-statuses.ts';
import type { LeadEvent } from '../../../shared/leads/leads.contract.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { batch, inPages } from '../../platform/db/in-batches.ts';
import { afterKeyset } from '../../platform/db/keyset.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { LeadEventRow } from '../../tables/leads.ts';
import { queueAboutNew, queueWebhook, webhooksFor } from '../webhooks/queue-webhook.ts';
import { getLead, leadRows, objectOf, toLeads } from './lead-rows.ts';

const maxEvents = 200;

export interface NewLeadEvent {
  kind: LeadEventKind;
  text?: string;
  /** The values that an undo restores, or the other lead, as JSON. */
  undo?: string | undefined;
  batchId?: string | undefined;
}

/**
 * Records what happened to a lead, in the transaction that does it. Everything that creates ('created', 'wrote-again'),
 * changes or joins ('joined') a lead passes here or through `recordAdded`: what follows other systems belongs here, too. An
 * undefined actor is the visitor.
 */
export async function recordLeadEvent(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id' | 'name'> | undefined,
  leadId: string,
  { kind, text = '', undo, batchId }: NewLeadEvent,
): Promise<void> {
  await transaction
    .insertInto('lead_events')
    .values({
      id: newId(),
      lead_id: leadId,
      kind,
      author_id: actor?.id ?? null,
      author_name: actor?.name ?? 'Contact form',
      text,
      undo: undo ?? null,
      batch_id: batchId ?? null,
      created_at: now(),
    })
    .execute();
  const event = (await isOutOfSpam(transaction, leadId, kind)) ? 'lead.created' : webhookEventOf(kind);
  await queueWebhook(transaction, {
    event,
    about: { lead_id: leadId },
    data: () => getLead(transaction, leadId),
    byStaff: event === 'lead.updated' && kind !== 'wrote-again',
  });
}

/** Records that the office has added leads, in the transaction that does it. */
export async function recordAdded(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id' | 'name'>,
  leadIds: string[],
  text: string,
): Promise<void> {
  const event = webhookEventOf('added');
  const wanted = await webhooksFor(transaction, { event, byStaff: true });
  for (let from = 0; from < leadIds.length; from += batch) {
    const part = leadIds.slice(from, from + batch);
    await transaction
      .insertInto('lead_events')
      .values(
        part.map((lead_id) => ({
          id: newId(),
          lead_id,
          kind: 'added' as const,
          author_id: actor.id,
          author_name: actor.name,
          text,
          undo: null,
          batch_id: null,
          created_at: now(),
        })),
      )
      .execute();
    if (wanted.length > 0) {
      const rows = await leadRows(transaction).where('contact_requests.id', 'in', part).execute();
      const leads = await toLeads(transaction, rows);
      const happened = leads.map((lead) => ({ about: { lead_id: lead._id }, data: lead }));
      await queueAboutNew(transaction, wanted, event, happened);
    }
    // SQLite works in this thread: a list of thousands may not keep all others waiting.
    await setImmediate();
  }
}

/** Whether a request that came in as spam has just left that folder for the first time: nothing was sent about it yet. */
async function isOutOfSpam(
  transaction: DatabaseTransaction,
  leadId: string,
  kind: LeadEventKind,
): Promise<boolean> {
  if (kind !== 'spam') return false;
  const events = await transaction
    .selectFrom('lead_events')
    .innerJoin('contact_requests', 'contact_requests.id', 'lead_events.lead_id')
    .select(['lead_events.kind', 'contact_requests.spam'])
    .where('lead_id', '=', leadId)
    .where('kind', 'in', ['created', 'spam'])
    .limit(2)
    .execute();
  return events.length === 1 && events[0]?.spam === false;
}

function webhookEventOf(kind: LeadEventKind) {
  if (kind === 'created' || kind === 'added') return 'lead.created';
  return kind === 'joined' ? 'lead.joined' : 'lead.updated';
}

/** The newest events of a lead and of the requests that belong to it. @throws 404 'Lead not found' */
export async function listEvents(db: Database, leadId: string): Promise<LeadEvent[]> {
  await getLead(db, leadId);
  const rows = await db
    .selectFrom('lead_events')
    .select(['id', 'kind', 'author_name', 'text', 'undo', 'created_at'])
    .where('lead_id', 'in', (same) =>
      same
        .selectFrom('contact_requests')
        .select('id')
        .where((e) => e.or([e('id', '=', leadId), e('joined_to', '=', leadId)])),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxEvents)
    .execute();
  const others = await textsOfOthers(db, rows);
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    author: row.author_name,
    text: row.text || (others.get(row.id) ?? ''),
    date: row.created_at,
  }));
}

const namingOthers = new Set<LeadEventKind>(['wrote-again', 'linked', 'unlinked']);

/**
 * The other leads that events are about, by the id of the event. Read when the event is shown, so that their names are
 * stored only with their own lead.
 */
async function textsOfOthers(
  db: Database,
  rows: Pick<LeadEventRow, 'id' | 'kind' | 'undo'>[],
): Promise<Map<string, string>> {
  const naming = rows.flatMap(({ id, kind, undo }) =>
    undo !== null && namingOthers.has(kind) ? [{ id, other: otherIn(undo) }] : [],
  );
  if (naming.length === 0) return new Map();
  const people = await db
    .selectFrom('contact_requests')
    .select(['id', 'first_name', 'last_name', 'email', 'phone'])
    .where('id', 'in', [...new Set(naming.map(({ other }) => other))])
    .execute();
  const texts = new Map(
    people.map((row) => [row.id, [objectOf(row).name, row.email, row.phone].join(', ')] as const),
  );
  return new Map(naming.map(({ id, other }) => [id, texts.get(other) ?? '']));
}

/**
 * Takes members out of the logs of leads, which name owners and members who have joined, from the time `since` (ISO)
 * on. It pauses to let requests through, unless in a transaction.
 */
export async function eraseMemberNames(
  db: Database,
  names: readonly string[],
  since?: string,
): Promise<void> {
  const pages = inPages(db, since, (after, limit) =>
    db
      .selectFrom('lead_events')
      .select(['id', 'kind', 'text', 'created_at'])
      // Literally the index's condition, or it is not used.
      .where(sql<boolean>`kind in ('joined', 'owner')`)
      .where(afterKeyset('created_at', 'id', after))
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
  for await (const rows of pages) {
    const isAbout = ({ kind, text }: (typeof rows)[number]) =>
      kind === 'joined'
        ? names.includes(text)
        : names.some((name) => text.startsWith(`${name} → `) || text.endsWith(` → ${name}`));
    const ids = rows.filter(isAbout).map(({ id }) => id);
    if (ids.length > 0)
      await db.updateTable('lead_events').set({ text: '' }).where('id', 'in', ids).execute();
  }
}

/** Takes people whose requests go out of the logs of the leads that they were linked with. */
export async function eraseFromOthers(
  transaction: DatabaseTransaction,
  removed: { id: string; name: string }[],
): Promise<void> {
  const ids = new Set(removed.map(({ id }) => id));
  const naming = await transaction
    .selectFrom('lead_events')
    .select(['id', 'undo'])
    // Literally the index's condition, or it is not used.
    .where(sql<boolean>`kind in ('linked', 'unlinked')`)
    .where('undo', 'is not', null)
    .execute();
  const about = naming.filter(({ undo }) => undo !== null && ids.has(otherIn(undo))).map(({ id }) => id);
  if (about.length > 0)
    await transaction.updateTable('lead_events').set({ undo: null }).where('id', 'in', about).execute();
  await transaction
    .updateTable('audit_log')
    .set({ details: '' })
    .where('action', 'in', ['lead.linked', 'lead.unlinked', 'lead.merged', 'lead.separated'])
    .where('details', 'in', [...ids, ...removed.map(({ name }) => name)])
    .execute();
}

const otherIn = (undo: string): string => String(Reflect.get(Object(JSON.parse(undo)), 'other'));
