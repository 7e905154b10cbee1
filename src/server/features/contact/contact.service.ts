import { createHash } from 'node:crypto';
import type { ContactRequest } from '../../../shared/contact.contract.ts';
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
}

/**
 * Stores a contact request and queues the mail to the office, atomically. Ignores the same request within ten minutes.
 * Robots (honeypot) and requests beyond the limits are stored as spam without mail and with the same response
 * (docs/security.md S9). Returns whether it is new in the inbox.
 * @throws 429 past the limit of the address; 422 for a key that another request used
 */
export async function sendContactRequest(
  parts: Parts,
  request: ContactRequest,
  sender: Sender,
  key?: IdempotencyKey,
): Promise<boolean> {
  const robot = Boolean(request.website?.trim());
  const arrived = await inTransaction(parts.db, async (transaction) => {
    if (!(await isFirst(transaction, request, robot))) return false;
    // A repeat after the suppression has ended.
    if (key && !(await isFirstUse(transaction, key))) return false;
    const within = { config: parts.config, db: transaction };
    const destination = await destinationOf(within, sender, robot);
    await receiveRequest(within, request, destination);
    return destination === 'inbox';
  });
  parts.mails.wake();
  return arrived;
}

/** In the transaction, so that a rejected request is not counted. @throws 429 */
async function destinationOf(
  parts: { config: Config; db: DatabaseTransaction },
  { address, trusted }: Sender,
  robot: boolean,
): Promise<Destination> {
  // Only an address's own requests can have it rejected.
  const sent = await consumeRateLimit(parts, 'contactRefused', address);
  // Detected robots must not use up the daily limit of others.
  if (robot) return 'robot';
  if (sent > limits[trusted ? 'contactAddress' : 'contactUntrusted'].limit) return 'overflow';
  return (await countHit(parts, 'contactAll', 'all')) <= limits.contactAll.limit ? 'inbox' : 'overflow';
}

/** A concurrent equal request waits for the other's commit. */
async function isFirst(db: DatabaseTransaction, request: ContactRequest, robot: boolean): Promise<boolean> {
  const { firstName, lastName, phone, email } = request;
  const data = JSON.stringify([firstName, lastName, phone, email, robot]);
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
