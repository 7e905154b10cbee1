/** Closings as the wire shows them: `entryAnswer` for one, `rowColumns` and `toRow` for lists. */

import type { z } from 'zod';
import type {
  ClosingRowAnswer,
  ClosingStatementAnswer,
  closingLetter,
  correction,
  EntryAnswer,
  linkedClosing,
  promiseAnswer,
} from '../../../shared/closings/closing-answers.ts';
import { approvedStates, endedStates } from '../../../shared/closings/closing-states.ts';
import { promiseState } from '../../../shared/closings/promise-clock.ts';
import { formatDay, today } from '../../../shared/dates.ts';
import { formerMember } from '../../../shared/users/former-member.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { decisionsOf, entryOf, namesOf } from './closing-rows.ts';

type Db = Database | DatabaseTransaction;

/** For those whose account has gone. */
const noId = '00000000-0000-8000-8000-000000000000';

export const agentOf = ({ agent_id, agent_name }: Pick<ClosingRow, 'agent_id' | 'agent_name'>) => ({
  _id: agent_id ?? noId,
  name: agent_name,
});

export const isApproved = ({ state, settlement }: Pick<ClosingRow, 'state' | 'settlement'>): boolean =>
  approvedStates.includes(state) || settlement !== null;

type PromiseOf = Pick<ClosingRow, 'package_at' | 'promise_due' | 'paid_on'>;

function toPromise({ package_at, promise_due, paid_on }: PromiseOf): z.output<typeof promiseAnswer> | null {
  if (package_at === null || promise_due === null) return null;
  return {
    from: package_at,
    due: promise_due,
    state: promiseState(promise_due, paid_on, today()),
  };
}

export const rowColumns = [
  'id',
  'property',
  'kind',
  'price',
  'agent_id',
  'agent_name',
  'state',
  'since',
  'reported_at',
  'expected_on',
  'gross',
  'fees',
  'kept',
  'settlement',
  'package_at',
  'promise_due',
  'paid_on',
] satisfies (keyof ClosingRow)[];

/** Lists need to know no more of the settlement than that there is one. */
export type ListedRow = Pick<ClosingRow, (typeof rowColumns)[number]>;

export const toRow = (row: ListedRow): ClosingRowAnswer => ({
  _id: row.id,
  property: row.property,
  kind: row.kind,
  price: row.price,
  agent: agentOf(row),
  state: row.state,
  since: row.since,
  reported: row.reported_at,
  expectedOn: row.expected_on,
  gross: row.gross,
  fees: row.fees,
  kept: row.kept,
  approved: isApproved(row),
  promise: toPromise(row),
  paidOn: row.paid_on,
});

const toEntry = (row: ClosingRow): EntryAnswer => entryOf(row);

async function lettersOf(db: Db, id: string): Promise<z.output<typeof closingLetter>[]> {
  const rows = await db
    .selectFrom('closing_letters')
    .select([
      'number',
      'kind',
      'maker_name',
      'sent_at',
      'withdrawn_at',
      'withdrawn_reason',
      'withdrawn_by',
      'withdraws',
      'sha256',
      'created_at',
    ])
    .where('closing_id', '=', id)
    .orderBy('number', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    number: row.number,
    kind: row.kind,
    date: row.created_at,
    by: row.maker_name,
    sent: row.sent_at,
    withdrawn:
      row.withdrawn_at === null || row.withdrawn_by === null
        ? null
        : { date: row.withdrawn_at, reason: row.withdrawn_reason, notice: row.withdrawn_by },
    withdraws: row.withdraws,
    hash: row.sha256,
  }));
}

async function correctionsOf(db: Db, id: string): Promise<z.output<typeof correction>[]> {
  const rows = await db
    .selectFrom('closing_corrections')
    .select(['id', 'on_day', 'reason', 'price', 'gross', 'fees', 'kept', 'actor_name', 'created_at'])
    .where('closing_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    on: row.on_day,
    reason: row.reason,
    price: row.price,
    gross: row.gross,
    fees: row.fees,
    kept: row.kept,
    date: row.created_at,
    by: row.actor_name,
  }));
}

/** The other sides of its deal. */
async function linkedTo(db: Db, row: ClosingRow): Promise<z.output<typeof linkedClosing>[]> {
  const rows = await db
    .selectFrom('closings')
    .select(['id', 'agent_id', 'agent_name', 'property', 'state', 'gross', 'decisions'])
    .where('deal_id', '=', row.deal_id)
    .where('id', '!=', row.id)
    .orderBy('id')
    .limit(10)
    .execute();
  return rows.map((other) => ({
    _id: other.id,
    agent: agentOf(other),
    property: other.property,
    state: other.state,
    gross: other.gross,
    sides: decisionsOf(other).sides,
  }));
}

/** The change that its agent asks for, until an act of the office answers it. */
async function requestOf(db: Db, id: string): Promise<string> {
  const last = await db
    .selectFrom('closing_events')
    .select(['kind', 'text'])
    .where('closing_id', '=', id)
    .where('kind', 'in', ['change-asked', 'withdrawn', 'corrected', 'fell-through', 'archived'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.kind === 'change-asked' ? last.text : '';
}

/** A license of an agent or co-agent that ends before the deal is expected to close (docs/product.md P29.25). */
async function warningsOf(db: Db, row: ClosingRow): Promise<string[]> {
  const { expectedOn, coAgents } = entryOf(row);
  if (expectedOn === null || endedStates.includes(row.state)) return [];
  const ids = [row.agent_id, ...coAgents.map(({ user }) => user)].flatMap((id) => id ?? []);
  if (ids.length === 0) return [];
  const licenses = await db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.user_id')
    .select(['users.name', 'licenses.expires_on'])
    .where('users.id', 'in', ids)
    .where('licenses.expires_on', '<', expectedOn)
    .orderBy('users.name')
    .execute();
  return licenses.flatMap(({ name, expires_on }) =>
    expires_on === null
      ? []
      : [
          `The license of ${name} expires on ${formatDay(expires_on)}, before the closing is expected on ${formatDay(expectedOn)}`,
        ],
  );
}

/** The part of the answer that members and the office share. */
export async function commonOf(db: Db, row: ClosingRow, statement: ClosingStatementAnswer) {
  const entry = toEntry(row);
  const ids = entry.coAgents.map(({ user }) => user);
  const names = await namesOf(db, ids);
  return {
    _id: row.id,
    agent: agentOf(row),
    state: row.state,
    since: row.since,
    reported: row.reported_at,
    version: row.version,
    statement,
    coAgents: ids.map((_id) => ({ _id, name: names.get(_id) ?? formerMember })),
    asked: row.asked,
    request: await requestOf(db, row.id),
    approved:
      row.approved_at === null ? null : { date: row.approved_at, by: row.approver_name ?? formerMember },
    letters: await lettersOf(db, row.id),
    promise: toPromise(row),
    closedOn: row.closed_on,
    packageAt: row.package_at,
    fundsAt: row.funds_at,
    paid:
      row.paid_on === null
        ? null
        : { on: row.paid_on, method: row.method, by: row.payer_name ?? formerMember },
    fell: row.fell_at === null ? null : { date: row.fell_at, reason: row.fell_reason },
    corrections: await correctionsOf(db, row.id),
    warnings: await warningsOf(db, row),
    entry,
    linked: await linkedTo(db, row),
  };
}
