/**
 * Decides whether an inquiry is taken: limits, repeats, robots. leads/receive-request.service.ts stores it.
 */

import { createHash } from 'node:crypto';
import type { ContactRequest } from '../../../shared/contact/contact.contract.ts';
import { minute } from '../../../shared/time.ts';
import type { Config } from '../../platform/config.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type IdempotencyKey, isFirstUse } from '../../platform/http/idempotency.ts';
import { consumeRateLimit, countHit, limits } from '../../platform/http/rate-limits.ts';
import type { Parts } from '../../platform/parts.ts';
import { type Destination, receiveRequest } from '../leads/receive-request.service.ts';

const suppression = 10 * minute;

export interface Sender {
  address: string;
  /** The form was rendered by this site, long enough ago for a person to fill it in. */
  trusted: boolean;
  /** Without the form's time, or sooner after it than a person types. */
  hasty: boolean;
}

/** A hidden field was filled in: by a robot, or by a program that fills in forms for people. */
const isTrapped = ({ leaveEmpty, website }: ContactRequest): boolean =>
  Boolean(leaveEmpty?.trim() || website?.trim());

const link = /https?:|www\./i;

/** A filled trap is not enough to be a robot: another sign has to agree (docs/security.md S9.1). */
const isRobot = (request: ContactRequest, { hasty }: Sender): boolean =>
  isTrapped(request) && (hasty || link.test(`${request.firstName} ${request.lastName} ${request.phone}`));

/**
 * Stores a contact request and queues the mail to the office, atomically. Ignores the same request within ten minutes.
 * Robots and requests beyond the limits are stored as spam without mail and with the same response; what only fills in
 * the hidden field is marked (docs/security.md S9). Returns whether it is new in the inbox.
 * @throws 429 past the limit of the address; 422 for a key that another request used
 */
export async function sendContactRequest(
  parts: Parts,
  request: ContactRequest,
  sender: Sender,
  key?: IdempotencyKey,
): Promise<boolean> {
  const trapped = isTrapped(request);
  const robot = isRobot(request, sender);
  const arrived = await inTransaction(parts.db, async (transaction) => {
    if (!(await isFirst(transaction, request, trapped))) return false;
    // A repeat after the suppression has ended.
    if (key && !(await isFirstUse(transaction, key))) return false;
    const within = { config: parts.config, sealing: parts.sealing, db: transaction };
    const destination = await destinationOf(within, sender, { robot, trapped });
    await receiveRequest(within, request, { destination, trapped });
    return destination === 'inbox';
  });
  parts.mails.wake();
  return arrived;
}

/** In the transaction, so that a rejected request is not counted. @throws 429 */
async function destinationOf(
  parts: { config: Config; db: DatabaseTransaction },
  { address, trusted }: Sender,
  { robot, trapped }: { robot: boolean; trapped: boolean },
): Promise<Destination> {
  // Only an address's own requests can have it rejected.
  const sent = await consumeRateLimit(parts, 'contactRefused', address);
  // Detected robots must not use up the daily limit of others.
  if (robot) return 'robot';
  if (sent > limits[trusted ? 'contactAddress' : 'contactUntrusted'].limit) return 'overflow';
  const all = trapped ? 'contactTrapped' : 'contactAll';
  return (await countHit(parts, all, 'all')) <= limits[all].limit ? 'inbox' : 'overflow';
}

/** A concurrent equal request waits for the other's commit. */
async function isFirst(db: DatabaseTransaction, request: ContactRequest, trapped: boolean): Promise<boolean> {
  const { firstName, lastName, phone, email, message } = request;
  const data = JSON.stringify([firstName, lastName, phone, email, trapped, ...(message ? [message] : [])]);
  const claimed = await db
    .insertInto('rate_limits')
    .values({
      key: `contact:same:${createHash('sha256').update(data).digest('base64url')}`,
      hits: 1,
      resets_at: fromNow(suppression),
    })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((row) => ({ resets_at: row.ref('excluded.resets_at') }))
        .where('rate_limits.resets_at', '<=', now()),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}
