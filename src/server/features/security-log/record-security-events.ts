/** Decides which calls are security events (`recorded`). */

import { setTimeout as pauseFor } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContract } from '../../../shared/api.contract.ts';
import type { SecurityEvent } from '../../../shared/security-log/security-events.ts';
import { minute, second } from '../../../shared/time.ts';
import { now } from '../../platform/db/ids.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import type { Parts } from '../../platform/parts.ts';
import { appendSecurityEvents, type SecurityEntryDraft } from './security-chain.ts';

interface Recorded {
  done?: SecurityEvent;
  /** For 400 to valid input. */
  failed?: SecurityEvent;
  /** By what it was done or tried. */
  detail?: string | ((body: unknown) => string);
  /** The event is about the user in the address, not about the caller. */
  ofOther?: boolean;
}

/** Such as 'password and code'; never the secrets themselves. */
function proofIn(body: unknown): string {
  const { password, code, passkey } = Object(body);
  const isOfApp = typeof code === 'string' && /^\d{6}$/.test(code.replaceAll(/\s/g, ''));
  return [password && 'password', code && (isOfApp ? 'code' : 'recovery code'), passkey && 'passkey']
    .filter(Boolean)
    .join(' and ');
}

const byAdmin = { detail: 'by an admin', ofOther: true };

/** The calls that the security log records. For all other calls it records only 403 and 429. */
const recorded: Partial<Record<keyof ApiContract, Recorded>> = {
  'POST /api/auth': { done: 'sign-in', failed: 'sign-in.failed', detail: proofIn },
  'POST /api/auth/second-factor': { done: 'sign-in', failed: 'second-factor.failed', detail: proofIn },
  'POST /api/auth/passkey': { done: 'sign-in', failed: 'sign-in.failed', detail: proofIn },
  'POST /api/auth/confirm': { done: 'confirmation', failed: 'confirmation.failed', detail: proofIn },
  'PUT /api/auth/totp': { done: 'factor.added', detail: 'authenticator app' },
  'DELETE /api/auth/totp': { done: 'factor.removed', detail: 'authenticator app' },
  'POST /api/auth/passkeys': { done: 'factor.added', detail: 'passkey' },
  'DELETE /api/auth/passkeys/:id': { done: 'factor.removed', detail: 'passkey' },
  'POST /api/auth/recovery-codes': { done: 'recovery-codes.made' },
  'DELETE /api/auth': { done: 'sign-out' },
  'POST /api/auth/setup': { done: 'sign-in', failed: 'sign-in.failed', detail: 'set-up link' },
  'POST /api/auth/change-password': { done: 'password.changed', failed: 'password-change.failed' },
  'POST /api/auth/reset-password': { done: 'reset.requested' },
  'POST /api/auth/set-password': { done: 'password.set', failed: 'password-link.failed' },
  'DELETE /api/auth/sessions': { done: 'sessions.ended', detail: 'all others' },
  'DELETE /api/auth/sessions/:id': { done: 'sessions.ended', detail: 'one' },
  'DELETE /api/profile': { done: 'account.deleted' },
  'DELETE /api/users/sessions': { done: 'sessions.ended', detail: "everybody's" },
  'DELETE /api/users/:id': { done: 'account.deleted', ...byAdmin },
  'DELETE /api/users/:id/sessions': { done: 'sessions.ended', ...byAdmin },
  'DELETE /api/users/:id/factors': { done: 'factors.reset', ...byAdmin },
  'POST /api/api-tokens': { done: 'api-token.created' },
  'DELETE /api/api-tokens/:id': { done: 'api-token.revoked' },
  'POST /api/users/:id/suspend': { done: 'account.suspended', ...byAdmin },
  'POST /api/users/:id/reactivate': { done: 'account.reactivated', ...byAdmin },
};

export const isRecorded = (key: string): key is keyof typeof recorded => Object.hasOwn(recorded, key);

interface ObservedEvent {
  event: SecurityEvent;
  detail: string;
  userId: string | undefined | Promise<string | undefined>;
}

/** Undefined for calls that are not recorded. */
function eventOf(request: FastifyRequest, status: number): ObservedEvent | undefined {
  const key = `${request.method} ${request.routeOptions.url ?? ''}`;
  const actor = request.actor?.id;
  if (status === 403) return { event: 'forbidden', detail: key, userId: actor };
  if (status === 429) return { event: 'too-many-requests', detail: key, userId: actor };
  const call = isRecorded(key) ? recorded[key] : undefined;
  const note = request.securityNote;
  if (!call || !note) return undefined;
  const event = status < 300 ? call.done : status === 400 ? (note.event ?? call.failed) : undefined;
  if (!event) return undefined;
  const { detail = '', ofOther } = call;
  return {
    event,
    detail: typeof detail === 'string' ? detail : detail(request.body),
    userId: ofOther ? String(Object(request.params).id) : (note.userId ?? actor),
  };
}

/** Bounds memory while the database is away. Events beyond it go only to standard output. */
const maxWaiting = 10_000;
/** Events in one transaction. */
const maxBatch = 500;
/** Users and addresses whose refusals are recorded in a minute. */
const maxRefused = 1000;
/** Milliseconds in which events gather for one transaction, so that a sign-in does not wait for its lock. */
const gathering = 50;

/**
 * Records security events after their answer, in batches, and writes them as lines to the log of the server. If many
 * calls of a user or address are refused, one a minute is recorded.
 */
export function recordSecurityEvents(api: FastifyInstance, parts: Pick<Parts, 'db' | 'sealing'>): void {
  const refused = new Set<string>();
  const waiting: SecurityEntryDraft[] = [];
  const lookedUp = new Set<Promise<void>>();
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    await pauseFor(gathering);
    while (waiting.length > 0) {
      const drafts = waiting.slice(0, maxBatch);
      try {
        const rows = await appendSecurityEvents(parts, drafts);
        waiting.splice(0, drafts.length);
        for (const row of rows) api.log.info({ security: row }, 'security event');
      } catch (error) {
        api.log.error({ err: error, events: waiting.length }, 'security events not stored yet');
        return;
      }
    }
  }
  const startWriting = () => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
  };
  const retry = setInterval(() => waiting.length > 0 && startWriting(), 5 * second).unref();
  const forget = setInterval(() => refused.clear(), minute).unref();

  function add(draft: SecurityEntryDraft): void {
    if (waiting.length < maxWaiting) waiting.push(draft);
    else api.log.info({ security: draft }, 'security event, not stored');
    startWriting();
  }

  function mayRecord({ event, userId }: ObservedEvent, address: string): boolean {
    if (event !== 'forbidden' && event !== 'too-many-requests') return true;
    const key = `${event} ${userId ?? address}`;
    if (refused.has(key) || refused.size >= maxRefused) return false;
    refused.add(key);
    return true;
  }

  // Not after the answer: a client that goes away before it must not go unrecorded.
  api.addHook('onSend', (request, reply, payload, done) => {
    done(null, payload);
    const found = eventOf(request, reply.statusCode);
    if (!found) return;
    // A client that has disconnected no longer has an address.
    const address = request.socket.destroyed ? '' : clientAddress(request);
    if (!mayRecord(found, address)) return;
    const draft = {
      event: found.event,
      detail: found.detail,
      address,
      device: deviceName(request.headers['user-agent'] ?? ''),
      request_id: request.id,
      created_at: now(),
    };
    const { userId } = found;
    if (!(userId instanceof Promise)) return add({ ...draft, user_id: userId ?? null });
    const later = userId
      .then((id) => add({ ...draft, user_id: id ?? null }))
      .finally(() => lookedUp.delete(later));
    lookedUp.add(later);
  });
  api.addHook('onClose', async () => {
    clearInterval(retry);
    clearInterval(forget);
    await Promise.all(lookedUp);
    await writing;
    if (waiting.length > 0) await write();
  });
}
