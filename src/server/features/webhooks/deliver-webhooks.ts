/** Delivers events and tries again. Its times also stand in docs/integrations.md, and in docs/product.md P22.4. */

import { setTimeout as pause } from 'node:timers/promises';
import { day, hour, minute, second } from '../../../shared/time.ts';
import { webhookPayload } from '../../../shared/webhooks/webhooks.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { mailAdmins } from '../../platform/mail/mail-admins.ts';
import { post, type Reply, TargetRefused } from '../../platform/outgoing/post.ts';
import { signedHeaders } from '../../platform/outgoing/standard-webhooks.ts';
import type { Parts } from '../../platform/parts.ts';
import {
  type WebhookDeliveryRow,
  type WebhookRow,
  webhookColumns,
  webhookDeliveryColumns,
} from '../../tables/webhooks.ts';
import { followUpBossHeaders, toFollowUpBoss } from './follow-up-boss.ts';
import { goneWebhookMail } from './webhook-mails.ts';
import { openSecrets } from './webhook-rows.ts';

/** To one receiver, of one process. Not in all: receivers that hang would hold up the others. */
const maxRunning = 8;
/** Total time of an attempt; shorter than the claim. */
const attemptTimeout = 15 * second;
const claim = minute;

const firstPause = 5 * second;
const maxPause = hour;
const maxRetryAfter = 6 * hour;
/** docs/product.md P22.4: retried for a day. */
const maxRetryTime = day;

export type DeliveryParts = Pick<Parts, 'db' | 'config' | 'sealing' | 'outgoing'>;

/**
 * Sends due deliveries and returns when none is left; several processes share the work. A job.
 * @param clock milliseconds since 1970
 */
export async function deliverWebhooks(
  parts: DeliveryParts,
  stopping: AbortSignal = new AbortController().signal,
  clock: () => number = Date.now,
): Promise<void> {
  const running = new Map<Promise<void>, string>();
  const runningOf = (id: string) => [...running.values()].filter((each) => each === id).length;
  const faults: unknown[] = [];
  try {
    while (!stopping.aborted && faults.length === 0) {
      const claimed = await claimDue(parts.db, iso(clock()), runningOf);
      for (const [delivery, webhook] of claimed) {
        // Caught at once: a rejection that nothing awaits would end the process.
        const attempt: Promise<void> = attemptDelivery(parts, delivery, webhook, { stopping, clock })
          .catch((error: unknown) => void faults.push(error))
          .finally(() => running.delete(attempt));
        running.set(attempt, webhook.id);
      }
      if (claimed.length > 0) continue;
      if (running.size === 0) break;
      // Also looks for deliveries that have become due for others while a slow receiver takes its time.
      await pauseOr([...running.keys()]);
    }
  } finally {
    // Also after a fault: the database is closed when this has ended.
    await Promise.all(running.keys());
  }
  if (faults.length > 0) throw faults[0];
}

async function pauseOr(running: Promise<void>[]): Promise<void> {
  const done = new AbortController();
  const paused = pause(second, undefined, { signal: done.signal }).catch(() => {});
  await Promise.race([...running, paused]).finally(() => done.abort());
}

const iso = (at: number) => new Date(at).toISOString();

async function claimDue(
  db: Database,
  moment: string,
  runningOf: (webhookId: string) => number,
): Promise<[WebhookDeliveryRow, WebhookRow][]> {
  const enabled = await db
    .selectFrom('webhooks')
    .select(webhookColumns)
    .where('disabled_at', 'is', null)
    .where((webhook) =>
      webhook.or([webhook('paused_until', 'is', null), webhook('paused_until', '<=', moment)]),
    )
    .execute();
  const ready = new Map(
    enabled.flatMap((row) => (runningOf(row.id) <= maxRunning / 2 ? [[row.id, row]] : [])),
  );
  const ids: string[] = [];
  // Each for itself: among the oldest of all there may be none but those of a receiver that is away.
  for (const webhookId of ready.keys()) {
    const due = await db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('webhook_id', '=', webhookId)
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '<=', moment)
      .orderBy('next_attempt_at')
      .limit(maxRunning - runningOf(webhookId))
      .execute();
    ids.push(...due.map(({ id }) => id));
  }
  if (ids.length === 0) return [];
  // Claims only rows that no other process has claimed in between: the update checks `next_attempt_at` again.
  const claimed = await db
    .updateTable('webhook_deliveries')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      first_attempt_at: row.fn.coalesce('first_attempt_at', row.val(moment)),
      next_attempt_at: iso(Date.parse(moment) + claim),
    }))
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', moment)
    .returning(webhookDeliveryColumns)
    .execute();
  return claimed.flatMap((delivery) => {
    const webhook = ready.get(delivery.webhook_id);
    return webhook ? [[delivery, webhook]] : [];
  });
}

interface Attempt {
  stopping: AbortSignal;
  clock: () => number;
}

/** Sends a claimed delivery and records how it went. */
async function attemptDelivery(
  parts: DeliveryParts,
  delivery: WebhookDeliveryRow,
  webhook: WebhookRow,
  { stopping, clock }: Attempt,
): Promise<void> {
  const { status, error, retryAfter, gone } = await sendTo(parts, webhook, delivery, {
    stopping,
    at: clock(),
  });
  const at = clock();
  // The receiver may have it; it is sent again under the same id.
  if (stopping.aborted) return release(parts.db, delivery, at);
  if (error === undefined) return recordDelivered(parts.db, delivery, { status, at });
  const pauseTime = Math.max(pauseAfter(delivery.attempts), retryAfter);
  const triedFor = at - Date.parse(delivery.first_attempt_at ?? delivery.created_at);
  await ours(parts.db, delivery)
    .set({
      state: gone || triedFor >= maxRetryTime ? 'failed' : 'waiting',
      next_attempt_at: iso(at + pauseTime),
      last_status: status,
      last_error: error,
    })
    .execute();
  if (gone)
    await inTransaction(parts.db, (transaction) =>
      turnOffGone(transaction, parts, webhook, { reason: error, moment: iso(at) }),
    );
  else if (retryAfter > 0)
    await parts.db
      .updateTable('webhooks')
      .set({ paused_until: iso(at + retryAfter) })
      .where('id', '=', webhook.id)
      .execute();
}

export interface Result {
  /** Null without an answer. */
  status: number | null;
  /** Undefined for success. */
  error: string | undefined;
  /** Milliseconds that the receiver asked for. */
  retryAfter: number;
  /** It wants no more requests. */
  gone: boolean;
}

/** Sends a delivery once; never throws. @param at milliseconds since 1970 */
export async function sendTo(
  parts: DeliveryParts,
  webhook: WebhookRow,
  delivery: Pick<WebhookDeliveryRow, 'id' | 'payload'>,
  { stopping, at }: { stopping?: AbortSignal; at: number },
): Promise<Result> {
  const timeout = AbortSignal.timeout(attemptTimeout);
  const signal = stopping ? AbortSignal.any([stopping, timeout]) : timeout;
  try {
    return resultOf(await send(parts, delivery, webhook, { at, signal }), webhook);
  } catch (error) {
    return { status: null, error: explain(error), retryAfter: 0, gone: false };
  }
}

async function send(
  { sealing, outgoing, config: { brokerage } }: DeliveryParts,
  { id, payload }: Pick<WebhookDeliveryRow, 'id' | 'payload'>,
  webhook: WebhookRow,
  { at, signal }: { at: number; signal: AbortSignal },
): Promise<Reply> {
  const secrets = openSecrets(sealing, webhook, at);
  const isStandard = webhook.kind === 'standard';
  const body = isStandard ? payload : toFollowUpBoss(webhookPayload.parse(JSON.parse(payload)), brokerage);
  const headers = isStandard
    ? signedHeaders({ id, at, body }, secrets)
    : followUpBossHeaders(secrets[0] ?? '', brokerage);
  return post(outgoing, {
    url: webhook.url,
    headers: { 'content-type': 'application/json', 'user-agent': 'Brokerage-Webhooks/1', ...headers },
    body,
    signal,
  });
}

function resultOf({ status, headers }: Reply, { kind }: WebhookRow): Result {
  const isSuccess = status >= 200 && status < 300;
  const isRedirect = status >= 300 && status < 400;
  const error = isRedirect ? `Redirects are not followed (HTTP ${status})` : `HTTP ${status}`;
  return {
    status,
    error: isSuccess ? undefined : error,
    retryAfter: status === 429 || status === 503 ? millisecondsOf(headers['retry-after']) : 0,
    gone: status === 410 && kind === 'standard',
  };
}

/** Reads a number of seconds. For a date the usual pauses apply. */
function millisecondsOf(retryAfter: string | undefined): number {
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0;
  return Math.min(seconds * second, maxRetryAfter);
}

/** Never includes an error's message: it may hold the data sent. */
function explain(error: unknown): string {
  if (error instanceof TargetRefused) return error.message;
  if (!(error instanceof Error)) return 'Could not be sent';
  if (error.name === 'TimeoutError') return `No answer within ${attemptTimeout / second} seconds`;
  if (error.message.startsWith('Sealed by the key'))
    return 'Its secret was sealed by another SECRETS_KEY: replace it';
  return 'code' in error ? `Could not connect (${String(error.code)})` : 'Could not be sent';
}

const recordDelivered = async (
  db: Database,
  { id }: WebhookDeliveryRow,
  { status, at }: { status: number | null; at: number },
): Promise<void> => {
  // Final, even if another process has claimed it since.
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'delivered', delivered_at: iso(at), last_status: status, last_error: null })
    .where('id', '=', id)
    .execute();
};

/** Under the same claim only: an attempt that outlived its claim must not undo another's. */
const ours = (db: Database, { id, attempts }: WebhookDeliveryRow) =>
  db
    .updateTable('webhook_deliveries')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts);

async function release(db: Database, delivery: WebhookDeliveryRow, at: number): Promise<void> {
  await ours(db, delivery)
    .set({ next_attempt_at: iso(at) })
    .execute();
}

/** The receiver answered that it is gone for good, which all admins learn. */
export async function turnOffGone(
  transaction: DatabaseTransaction,
  { config: { brokerage } }: Pick<DeliveryParts, 'config'>,
  webhook: WebhookRow,
  { reason, moment }: { reason: string; moment: string },
): Promise<void> {
  if (await disableWebhook(transaction, webhook, reason, moment))
    await mailAdmins(transaction, (admin) => goneWebhookMail(admin, brokerage));
}

/** Waiting deliveries stay, for an admin who turns it on again. False when it is off already. */
export async function disableWebhook(
  transaction: DatabaseTransaction,
  { id, name }: WebhookRow,
  reason: string,
  moment: string,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('webhooks')
    .set({ disabled_at: moment, disabled_reason: reason })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await recordAuditEvent(transaction, undefined, {
    action: 'webhook.disabled',
    object: { id, name },
    details: reason,
  });
  return true;
}

/** Five seconds, doubling up to an hour, a fifth more or less, so that failures do not return together. */
function pauseAfter(attempts: number): number {
  const time = Math.min(maxPause, firstPause * 2 ** (attempts - 1));
  return time * (0.8 + 0.4 * Math.random());
}
