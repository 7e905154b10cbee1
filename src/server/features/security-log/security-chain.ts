import { createHash } from 'node:crypto';
import type { SecurityEvent } from '../../../shared/security-events.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import type { SecurityLogRow } from '../../platform/db/tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';

export interface SecurityEntryDraft {
  event: SecurityEvent;
  detail: string;
  user_id: string | null;
  address: string;
  device: string;
  request_id: string;
  created_at: string;
}

/** The hash before the first event. */
const beginning = '';

type Hashed = Omit<SecurityLogRow, 'hash'>;

/** Covers the event, its number and the hash before it: none can be changed, left out or put in between unseen. */
function hashOf(before: string, row: Hashed): string {
  const fields = [
    row.number,
    row.id,
    row.event,
    row.detail,
    row.user_id,
    row.address,
    row.device,
    row.request_id,
    row.created_at,
  ];
  return createHash('sha256').update(before).update(JSON.stringify(fields)).digest('base64url');
}

/** Appends events to the chain, in one transaction; returns their rows. */
export function appendSecurityEvents(db: Database, drafts: SecurityEntryDraft[]): Promise<SecurityLogRow[]> {
  return inTransaction(db, (transaction) => appendTo(transaction, drafts));
}

async function appendTo(
  transaction: DatabaseTransaction,
  drafts: SecurityEntryDraft[],
): Promise<SecurityLogRow[]> {
  // Before reading the last one: each number has one successor.
  await acquireLock(transaction, 'security-log');
  const last = await transaction
    .selectFrom('security_log')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  let { number, hash } = last ?? { number: 0, hash: beginning };
  const rows = drafts.map((draft) => {
    const row = { ...draft, number: ++number, id: newId() };
    hash = hashOf(hash, row);
    return { ...row, hash };
  });
  await transaction.insertInto('security_log').values(rows).execute();
  return rows;
}

const shortened = (through: { number: number; hash: string }) => `${through.number}:${through.hash}`;

/**
 * Deletes events from before a time, at most `limit`, and records where the rest begins, so that the chain can still be
 * verified. The database refuses to delete younger ones.
 */
export async function shortenSecurityLog(db: Database, before: string, limit: number): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await acquireLock(transaction, 'security-log');
    const old = await transaction
      .selectFrom('security_log')
      .select(['number', 'hash', 'created_at'])
      .orderBy('number')
      .limit(limit)
      .execute();
    // A clock that was set back must not leave a gap: only what is old from the beginning goes.
    const young = old.findIndex(({ created_at }) => created_at >= before);
    const last = old.at(young === -1 ? -1 : young - 1);
    if (young === 0 || !last) return;
    await appendTo(transaction, [
      {
        event: 'log.shortened',
        detail: shortened(last),
        user_id: null,
        address: '',
        device: '',
        request_id: '',
        created_at: now(),
      },
    ]);
    await transaction.deleteFrom('security_log').where('number', '<=', last.number).execute();
  });
}

export interface Verified {
  events: number;
  /** To compare with the lines that were shipped: what was cut off at the end does not show in the chain. */
  last: { number: number; hash: string } | undefined;
  /** What does not fit, by number. */
  faults: string[];
}

const batch = 5000;
const columns = [
  'number',
  'id',
  'event',
  'detail',
  'user_id',
  'address',
  'device',
  'request_id',
  'created_at',
  'hash',
] as const satisfies (keyof SecurityLogRow)[];

/**
 * Compares every event with its hash and with the one before it, and the chain with an event that was shipped: without
 * one, neither an end that was cut off shows nor a chain that was calculated anew.
 */
export async function verifySecurityLog(
  db: Database,
  shipped?: { number: number; hash: string },
): Promise<Verified> {
  const result: Verified = { events: 0, last: undefined, faults: [] };
  let before = { number: 0, hash: beginning };
  let isShippedThere = false;
  for (;;) {
    const rows = await db
      .selectFrom('security_log')
      .select(columns)
      .where('number', '>', before.number)
      .orderBy('number')
      .limit(batch)
      .execute();
    for (const row of rows) {
      if (result.events === 0) before = await cutBefore(db, row.number);
      if (row.number !== before.number + 1)
        result.faults.push(`${before.number + 1} to ${row.number - 1}: missing`);
      else if (row.hash !== hashOf(before.hash, row)) result.faults.push(`${row.number}: changed`);
      if (row.number === shipped?.number) {
        isShippedThere = true;
        if (row.hash !== shipped.hash)
          result.faults.push(`1 to ${row.number}: not the chain that was shipped`);
      }
      before = result.last = { number: row.number, hash: row.hash };
      result.events++;
    }
    if (rows.length === batch) continue;
    const end = result.last?.number ?? 0;
    if (shipped && shipped.number > end) result.faults.push(`${end + 1} to ${shipped.number}: cut off`);
    // A chain that was calculated anew may begin behind it, after a shortening that never was.
    else if (shipped && !isShippedThere) result.faults.push(`${shipped.number}: was shipped, and is missing`);
    return result;
  }
}

/** Where the log was shortened last, if the event with this number comes next. */
async function cutBefore(db: Database, number: number): Promise<{ number: number; hash: string }> {
  const cuts = await db
    .selectFrom('security_log')
    .select('detail')
    .where('event', '=', 'log.shortened')
    .execute();
  for (const { detail } of cuts) {
    const [through = '', hash = ''] = detail.split(':');
    if (Number(through) === number - 1) return { number: number - 1, hash };
  }
  return { number: 0, hash: beginning };
}
