/** Webhooks as admins manage them. */

import { maxCounts } from '../../../shared/field-limits.ts';
import { day } from '../../../shared/time.ts';
import {
  type DeliveryState,
  eventsOfKind,
  testEvent,
  type WebhookEvent,
  type WebhookKind,
} from '../../../shared/webhooks/webhook-events.ts';
import type {
  Delivery,
  Webhook,
  WebhookChanges,
  WebhookFields,
  WebhookPayload,
  WebhookWithSecret,
} from '../../../shared/webhooks/webhooks.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { columnsOf } from '../../platform/db/columns-of.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillAdmin } from '../../platform/http/still-allowed.ts';
import { invalid, notFound, stale } from '../../platform/http-error.ts';
import { checkTarget, type Outgoing, TargetRefused } from '../../platform/outgoing/post.ts';
import { newWebhookSecret } from '../../platform/outgoing/standard-webhooks.ts';
import type { Parts } from '../../platform/parts.ts';
import { type WebhookRow, webhookColumns, webhookDeliveryColumns } from '../../tables/webhooks.ts';
import { type DeliveryParts, sendTo, turnOffGone } from './deliver-webhooks.ts';
import { followUpBossUrl } from './follow-up-boss.ts';
import { newDelivery } from './queue-webhook.ts';
import { eventsOf, sealSecret, toDelivery } from './webhook-rows.ts';

type WebhookParts = Pick<Parts, 'db' | 'sealing' | 'outgoing'>;

/** For a day after a rotation requests are signed by both secrets. */
const formerSecretTime = day;

/** By name. */
export async function listWebhooks(db: Database): Promise<Webhook[]> {
  const rows = await webhookRows(db).orderBy('webhooks.name').orderBy('webhooks.id').execute();
  return rows.map(toWebhook);
}

/** @throws 404 'Webhook not found' */
export async function getWebhook(db: Database, id: string): Promise<Webhook> {
  const row = await webhookRows(db).where('webhooks.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Webhook');
  return toWebhook(row);
}

const webhookRows = (db: Database) =>
  db
    .selectFrom('webhooks')
    .leftJoin('webhook_makers', 'webhook_makers.webhook_id', 'webhooks.id')
    .leftJoin('users', 'users.id', 'webhook_makers.user_id')
    .select(columnsOf('webhooks', webhookColumns))
    .select(['users.id as maker_id', 'users.name as maker'])
    .select((e) => {
      const countOf = (state: DeliveryState) =>
        e
          .selectFrom('webhook_deliveries')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
          .where('webhook_deliveries.state', '=', state);
      return [countOf('waiting').as('waiting'), countOf('failed').as('failed')];
    });

interface JoinedColumns {
  maker_id: string | null;
  maker: string | null;
  waiting: number | null;
  failed: number | null;
}

const toWebhook = (row: WebhookRow & JoinedColumns): Webhook => ({
  _id: row.id,
  kind: row.kind,
  name: row.name,
  url: row.url,
  events: eventsOf(row),
  enabled: row.disabled_at === null,
  disabledReason: row.disabled_reason,
  waiting: row.waiting ?? 0,
  failed: row.failed ?? 0,
  by: row.maker_id === null ? null : { _id: row.maker_id, name: row.maker ?? '' },
  created: row.created_at,
});

/** @throws 400 for an address that is not public, events that the kind does not have, or too many webhooks */
export async function createWebhook(
  { db, sealing, outgoing }: WebhookParts,
  actor: Actor,
  fields: WebhookFields,
): Promise<WebhookWithSecret> {
  const { kind, name } = fields;
  const id = newId();
  const { url, secret } = kind === 'standard' ? standardTarget(outgoing, fields) : bossTarget(fields);
  const events = toEvents(kind, fields.events);
  return inTransaction(db, async (transaction) => {
    // The lock makes each of many at once count after the one before it.
    await acquireLock(transaction, 'limits');
    await requireStillAdmin(transaction, actor);
    const { count } = await transaction
      .selectFrom('webhooks')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= maxCounts.webhooks) throw invalid(`There can be at most ${maxCounts.webhooks} webhooks`);
    await transaction
      .insertInto('webhooks')
      .values({
        id,
        kind,
        name,
        url,
        events,
        secret: sealSecret(sealing, { id }, secret),
        former_secret: null,
        former_until: null,
        disabled_at: null,
        disabled_reason: null,
        paused_until: null,
        created_at: now(),
      })
      .execute();
    await setMaker(transaction, id, actor);
    await recordAuditEvent(transaction, actor, {
      action: 'webhook.created',
      object: { id, name },
      details: hostOf(url),
    });
    return {
      webhook: await getWebhook(transaction, id),
      secret: kind === 'standard' ? secret : null,
    };
  });
}

/** It ends with the rights of this admin (docs/security.md S16.2). */
async function setMaker(transaction: DatabaseTransaction, webhook_id: string, { id }: Actor): Promise<void> {
  await transaction
    .insertInto('webhook_makers')
    .values({ webhook_id, user_id: id })
    .onConflict((conflict) => conflict.column('webhook_id').doUpdateSet({ user_id: id }))
    .execute();
}

function standardTarget(outgoing: Outgoing, { url }: WebhookFields): { url: string; secret: string } {
  if (url === undefined) throw invalid('URL is required', 'url');
  rejectPrivate(outgoing, url);
  return { url, secret: newWebhookSecret() };
}

function bossTarget({ key }: WebhookFields): { url: string; secret: string } {
  if (key === undefined) throw invalid('API key is required', 'key');
  return { url: followUpBossUrl, secret: key };
}

/**
 * Turning it on again sends what still waits. That, and to say where it sends what, makes it the actor's: it ends with
 * their rights.
 * @throws 404 'Webhook not found'; 400 as `createWebhook`, for an address of Follow Up Boss or a key of another kind; 412
 *   when it is no longer as `seen`
 */
export async function updateWebhook(
  { db, sealing, outgoing }: WebhookParts,
  actor: Actor,
  id: string,
  { name, url, key, events, enabled, seen }: WebhookChanges,
): Promise<Webhook> {
  return inTransaction(db, async (transaction) => {
    const before = await lockWebhook(transaction, id);
    if (seen && !isAsSeen(before, seen)) throw stale('Webhook');
    if (url !== undefined && before.kind !== 'standard') throw invalid("Its URL can't be changed", 'url');
    if (key !== undefined && before.kind === 'standard') throw invalid('It has no API key', 'key');
    if (url !== undefined) rejectPrivate(outgoing, url);
    const isOn = before.disabled_at === null;
    const chosen = events ? toEvents(before.kind, events) : before.events;
    const isRedirected =
      (url !== undefined && url !== before.url) || key !== undefined || chosen !== before.events;
    if (isRedirected || (enabled && !isOn)) {
      await requireStillAdmin(transaction, actor);
      await setMaker(transaction, id, actor);
    }
    await transaction
      .updateTable('webhooks')
      .set({
        name: name ?? before.name,
        url: url ?? before.url,
        events: chosen,
        secret: key === undefined ? before.secret : sealSecret(sealing, before, key),
        ...(enabled !== undefined &&
          enabled !== isOn && {
            disabled_at: enabled ? null : now(),
            disabled_reason: null,
            paused_until: null,
          }),
      })
      .where('id', '=', id)
      .execute();
    const after = await getWebhook(transaction, id);
    const changes = [
      after.name !== before.name && `name: ${before.name} → ${after.name}`,
      after.url !== before.url && `address: ${hostOf(before.url)} → ${hostOf(after.url)}`,
      JSON.stringify(after.events) !== before.events && `events: ${after.events.join(', ')}`,
      key !== undefined && 'API key',
      after.enabled !== isOn && (after.enabled ? 'on' : 'off'),
    ].filter(Boolean);
    if (changes.length > 0)
      await recordAuditEvent(transaction, actor, {
        action: 'webhook.updated',
        object: { id, name: after.name },
        details: changes.join(', '),
      });
    return after;
  });
}

const isAsSeen = (
  { name, url, events, disabled_at }: WebhookRow,
  seen: NonNullable<WebhookChanges['seen']>,
): boolean =>
  name === seen.name &&
  url === seen.url &&
  (disabled_at === null) === seen.enabled &&
  JSON.stringify(eventsOf({ events }).toSorted()) === JSON.stringify(seen.events.toSorted());

/** @throws 404 'Webhook not found' */
export async function deleteWebhook(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { name, url } = await lockWebhook(transaction, id);
    await transaction.deleteFrom('webhooks').where('id', '=', id).execute();
    await recordAuditEvent(transaction, actor, {
      action: 'webhook.deleted',
      object: { id, name },
      details: hostOf(url),
    });
  });
}

/** @throws 404 'Webhook not found'; 400 for one of Follow Up Boss */
export async function replaceSecret(
  { db, sealing }: Pick<WebhookParts, 'db' | 'sealing'>,
  actor: Actor,
  id: string,
): Promise<WebhookWithSecret> {
  const secret = newWebhookSecret();
  return inTransaction(db, async (transaction) => {
    const before = await lockWebhook(transaction, id);
    if (before.kind !== 'standard') throw invalid('Change its API key instead');
    // A secret sealed by another SECRETS_KEY can no longer sign.
    const former = sealing.isOurs(before.secret) ? before.secret : null;
    await transaction
      .updateTable('webhooks')
      .set({
        secret: sealSecret(sealing, before, secret),
        former_secret: former,
        former_until: former && fromNow(formerSecretTime),
      })
      .where('id', '=', id)
      .execute();
    await recordAuditEvent(transaction, actor, {
      action: 'webhook.secret-replaced',
      object: { id, name: before.name },
    });
    return { webhook: await getWebhook(transaction, id), secret };
  });
}

/** Sends a test event once, also to a webhook that is off, and returns how it went. @throws 404 'Webhook not found' */
export async function testWebhook(parts: DeliveryParts, actor: Actor, id: string): Promise<Delivery> {
  const moment = now();
  const payload: WebhookPayload = {
    type: testEvent,
    timestamp: moment,
    data: { text: `A test by ${actor.name}` },
  };
  const webhook = await parts.db
    .selectFrom('webhooks')
    .select(webhookColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!webhook) throw notFound('Webhook');
  const delivery = { id: newId(), payload: JSON.stringify(payload) };
  const { status, error, gone } = await sendTo(parts, webhook, delivery, { at: Date.now() });
  return inTransaction(parts.db, async (transaction) => {
    // It may have been deleted in between.
    await lockWebhook(transaction, id);
    const row = await transaction
      .insertInto('webhook_deliveries')
      .values({
        ...newDelivery,
        ...delivery,
        webhook_id: id,
        event: testEvent,
        user_id: actor.id,
        state: error === undefined ? 'delivered' : 'failed',
        attempts: 1,
        first_attempt_at: moment,
        next_attempt_at: moment,
        last_status: status,
        last_error: error ?? null,
        created_at: moment,
        delivered_at: error === undefined ? now() : null,
      })
      .returning(webhookDeliveryColumns)
      .executeTakeFirstOrThrow();
    await recordAuditEvent(transaction, actor, {
      action: 'webhook.tested',
      object: { id, name: webhook.name },
      details: error ?? 'delivered',
    });
    if (gone) await turnOffGone(transaction, parts, webhook, { reason: error ?? '', moment });
    return toDelivery(row);
  });
}

export interface DeliveryFilter {
  limit: number;
  after: Keyset | undefined;
  state?: DeliveryState | undefined;
}

/** Newest first, a page at a time. @throws 404 'Webhook not found' */
export async function listDeliveries(
  db: Database,
  id: string,
  { limit, after, state }: DeliveryFilter,
): Promise<KeysetPage<Delivery>> {
  await getWebhook(db, id);
  let query = db
    .selectFrom('webhook_deliveries')
    .select(webhookDeliveryColumns)
    .where('webhook_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where(beforeKeyset('created_at', 'id', after));
  if (state) query = query.where('state', '=', state);
  const rows = (await query.execute()).map(toDelivery);
  return toKeysetPage(rows, limit, ({ date, _id }) => ({ at: date, id: _id }));
}

/**
 * Makes an event due again, with another day of retries. @throws 404 'Webhook not found', 'Delivery not found'; 400
 * for a webhook that is off
 */
export async function replayDelivery(
  db: Database,
  actor: Actor,
  { id, delivery }: { id: string; delivery: string },
): Promise<Delivery> {
  return inTransaction(db, async (transaction) => {
    const webhook = await lockWebhook(transaction, id);
    if (webhook.disabled_at !== null) throw invalid('This webhook is off');
    const row = await transaction
      .updateTable('webhook_deliveries')
      // Attempts go on counting: they tell claims apart.
      .set({ state: 'waiting', first_attempt_at: null, next_attempt_at: now(), delivered_at: null })
      .where('id', '=', delivery)
      .where('webhook_id', '=', id)
      .returning(webhookDeliveryColumns)
      .executeTakeFirst();
    if (!row) throw notFound('Delivery');
    await recordAuditEvent(transaction, actor, {
      action: 'webhook.replayed',
      object: { id, name: webhook.name },
      details: row.event,
    });
    return toDelivery(row);
  });
}

/** Locked until the transaction ends. @throws 404 'Webhook not found' */
async function lockWebhook(transaction: DatabaseTransaction, id: string): Promise<WebhookRow> {
  const row = await transaction
    .updateTable('webhooks')
    .set({ id })
    .where('id', '=', id)
    .returning(webhookColumns)
    .executeTakeFirst();
  if (!row) throw notFound('Webhook');
  return row;
}

function toEvents(kind: WebhookKind, events: WebhookEvent[]): string {
  const known = eventsOfKind[kind];
  if (events.some((event) => !known.includes(event)))
    throw invalid('Follow Up Boss takes only lead events', 'events');
  return JSON.stringify(known.filter((event) => events.includes(event)));
}

/** A name is resolved with each request, not here. @throws 400 */
function rejectPrivate(outgoing: Outgoing, url: string): void {
  try {
    checkTarget(outgoing, new URL(url));
  } catch (error) {
    if (error instanceof TargetRefused) throw invalid(error.message.replace('The address', 'URL'), 'url');
    throw invalid('URL is not valid', 'url');
  }
}

/** Paths of webhooks may hold secrets. */
const hostOf = (url: string) => new URL(url).host;
