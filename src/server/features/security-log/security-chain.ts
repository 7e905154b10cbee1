import { createHash } from 'node:crypto';
import type { SecurityEvent } from '../../../shared/security-log/security-events.ts';
import { day } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Parts } from '../../platform/parts.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { SecurityLogRow } from '../../tables/logs.ts';

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
/** Context of the proofs. */
const context = 'security log';

type ChainParts = Pick<Parts, 'db' | 'sealing'>;
type Hashed = Omit<SecurityLogRow, 'hash' | 'proof'>;
/** Names a place of the chain, and fixes all before it. */
export type Anchor = Pick<SecurityLogRow, 'number' | 'hash'>;

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

const byServer = (
  event: 'log.shortened' | 'log.key',
  detail: string,
  created_at = now(),
): SecurityEntryDraft => ({
  event,
  detail,
  created_at,
  user_id: null,
  address: '',
  device: '',
  request_id: '',
});

/** Appends events to the chain, in one transaction; returns their rows, which may begin with one of their key. */
export function appendSecurityEvents(
  { db, sealing }: ChainParts,
  drafts: SecurityEntryDraft[],
): Promise<SecurityLogRow[]> {
  return inTransaction(db, (transaction) => appendInTransaction(transaction, sealing, drafts));
}

/** Appends nothing while the last event carries a proof by this key; call it at each start, and for a new key. */
export async function proveSecurityLog(parts: ChainParts): Promise<void> {
  await appendSecurityEvents(parts, []);
}

/** Appends in the transaction of the cause. Call it late there, as its lock is held until that ends. */
export async function appendInTransaction(
  transaction: DatabaseTransaction,
  sealing: Sealing,
  drafts: SecurityEntryDraft[],
): Promise<SecurityLogRow[]> {
  // Before reading the last one: each number has one successor.
  await acquireLock(transaction, 'security-log');
  const last = await transaction
    .selectFrom('security_log')
    .select(['number', 'hash', 'proof'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  let { number, hash } = last ?? { number: 0, hash: beginning };
  const isOurs = last?.proof && sealing.isOurs(last.proof);
  // This event fixes the earlier ones, which have no proof or one by another key.
  const all = isOurs ? drafts : [byServer('log.key', '', drafts[0]?.created_at), ...drafts];
  if (all.length === 0) return [];
  const rows = all.map((draft) => {
    const row = { ...draft, number: ++number, id: newId() };
    hash = hashOf(hash, row);
    return { ...row, hash, proof: sealing.prove(hash, context) };
  });
  await transaction.insertInto('security_log').values(rows).execute();
  return rows;
}

/** The end of the chain; undefined while it is empty. */
export const lastOfSecurityLog = (db: Database): Promise<Anchor | undefined> =>
  db
    .selectFrom('security_log')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

const shortened = (through: Anchor) => `${through.number}:${through.hash}`;

/**
 * Deletes events from before a time, at most `limit`, and records where the rest begins, so that the chain can still be
 * verified. The database refuses to delete younger ones.
 */
export async function shortenSecurityLog(
  { db, sealing }: ChainParts,
  before: string,
  limit: number,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await acquireLock(transaction, 'security-log');
    const old = await transaction
      .selectFrom('security_log')
      .select(['number', 'hash', 'created_at'])
      .orderBy('number')
      .limit(limit)
      .execute();
    // A clock that was set back must not leave a gap: deletes old events only up to the first young one.
    const young = old.findIndex(({ created_at }) => created_at >= before);
    const last = old.at(young === -1 ? -1 : young - 1);
    if (young === 0 || !last) return;
    await appendInTransaction(transaction, sealing, [byServer('log.shortened', shortened(last))]);
    await transaction.deleteFrom('security_log').where('number', '<=', last.number).execute();
  });
}

export interface Verified {
  events: number;
  /** To compare with the shipped lines, as the chain does not show that its end was cut off. */
  last: Anchor | undefined;
  /** Sentences about events that do not fit, by number. */
  faults: string[];
  /** The events with proofs by this key, by other keys, and without one. */
  proofs: Record<'ours' | 'others' | 'none', Span>;
}

export interface Span {
  events: number;
  first: number;
  last: number;
}

const noSpan = (): Span => ({ events: 0, first: 0, last: 0 });

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
  'proof',
] as const satisfies (keyof SecurityLogRow)[];

/**
 * Compares every event with its hash and with the event before it, its proof with the key, and the chain with places of
 * it that are known from elsewhere. Without the key only those places show a recalculated chain. Even with the key only
 * they show an end that was cut off.
 */
export async function verifySecurityLog(
  db: Database,
  { sealing, known = [] }: { sealing?: Sealing | undefined; known?: Anchor[] } = {},
): Promise<Verified> {
  const check = new ChainCheck(sealing, known);
  let before: Anchor = { number: 0, hash: beginning };
  for (;;) {
    const rows = await db
      .selectFrom('security_log')
      .select(columns)
      .where('number', '>', before.number)
      .orderBy('number')
      .limit(batch)
      .execute();
    for (const row of rows) {
      if (check.result.events === 0) before = await cutBefore(db, row.number);
      check.add(before, row);
      before = { number: row.number, hash: row.hash };
    }
    if (rows.length < batch) return check.end();
  }
}

/** An older version of the server can write events without a proof for a day after the upgrade. */
const upgrade = day;

class ChainCheck {
  readonly result: Verified = {
    events: 0,
    last: undefined,
    faults: [],
    proofs: { ours: noSpan(), others: noSpan(), none: noSpan() },
  };
  readonly #sealing: Sealing | undefined;
  readonly #known: Map<number, string>;
  #keyBefore: string | undefined;
  #firstProof: string | undefined;

  constructor(sealing: Sealing | undefined, known: Anchor[]) {
    this.#sealing = sealing;
    this.#known = new Map(known.map(({ number, hash }) => [number, hash]));
  }

  add(before: Anchor, row: SecurityLogRow): void {
    const { faults } = this.result;
    if (row.number !== before.number + 1) faults.push(`${before.number + 1} to ${row.number - 1}: missing`);
    else if (row.hash !== hashOf(before.hash, row)) faults.push(`${row.number}: changed`);
    this.#proof(row);
    const hash = this.#known.get(row.number);
    if (hash !== undefined && hash !== row.hash)
      faults.push(`1 to ${row.number}: not the chain that was shipped`);
    this.#known.delete(row.number);
    this.result.last = { number: row.number, hash: row.hash };
    this.result.events++;
  }

  #proof({ number, hash, proof, event, created_at }: SecurityLogRow): void {
    const { faults, proofs } = this.result;
    const key = proof?.split('.')[0];
    const isOurs = proof !== null && this.#sealing?.isOurs(proof) === true;
    const kind = proof === null ? 'none' : isOurs ? 'ours' : 'others';
    const span = proofs[kind];
    if (span.events++ === 0) span.first = number;
    span.last = number;
    if (proof === null) {
      const isOfUpgrade =
        this.#firstProof === undefined || Date.parse(created_at) < Date.parse(this.#firstProof) + upgrade;
      if (!isOfUpgrade) faults.push(`${number}: without a proof`);
    } else {
      this.#firstProof ??= created_at;
      if (isOurs && !this.#sealing?.isProof(proof, hash, context))
        faults.push(`${number}: with a false proof`);
      else if (!isOurs && this.#sealing && proofs.ours.events > 0)
        faults.push(`${number}: proved by another key, after events that are by this one`);
      else if (key !== this.#keyBefore && event !== 'log.key' && this.result.events > 0)
        faults.push(`${number}: by a key without its first event`);
    }
    this.#keyBefore = key;
  }

  end(): Verified {
    const { result } = this;
    const end = result.last?.number ?? 0;
    if (this.#sealing && result.events > 0 && result.proofs.ours.last !== end)
      result.faults.push(`${end}: the end is not proved by this key`);
    const beyond = [...this.#known.keys()].filter((number) => number > end);
    if (beyond.length > 0) result.faults.push(`${end + 1} to ${Math.max(...beyond)}: cut off`);
    // A recalculated chain may begin behind it, after a shortening that never was.
    for (const number of this.#known.keys())
      if (number <= end) result.faults.push(`${number}: was shipped, and is missing`);
    return result;
  }
}

/** Where the log was shortened last, if the event with this number comes next. */
async function cutBefore(db: Database, number: number): Promise<Anchor> {
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
