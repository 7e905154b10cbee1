/** The office's lists of closings. */

import type { ClosingRowAnswer } from '../../../shared/closings/closing-answers.ts';
import type { ClosingState } from '../../../shared/closings/closing-states.ts';
import type { ClosingWork } from '../../../shared/closings/closings-office.contract.ts';
import type { TransactionKind } from '../../../shared/closings/transaction-kinds.ts';
import { addDays, today } from '../../../shared/dates.ts';
import { containing } from '../../platform/db/containing.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  afterKeyset,
  beforeKeyset,
  type Keyset,
  type KeysetPage,
  toKeysetPage,
} from '../../platform/db/keyset.ts';
import { rowColumns, toRow } from './closing-answers.ts';
import { unsentNotices } from './letters.service.ts';

export interface ClosingFilter {
  state?: ClosingState | undefined;
  agent?: string[] | undefined;
  kind?: TransactionKind | undefined;
  /** YYYY-MM of the payment. */
  paid?: string | undefined;
  promise?: 'running' | 'due' | 'late' | 'kept' | 'broken' | undefined;
  search: string;
  sort: 'since' | '-since';
}

/** The longest waiting first, or the newest first. */
export async function listClosings(
  db: Database,
  filter: ClosingFilter,
  { limit, after }: { limit: number; after: Keyset | undefined },
): Promise<KeysetPage<ClosingRowAnswer>> {
  const order = orders[filter.sort];
  // Ids first: an index has all that is searched, and the rows are large.
  let query = inOrder(db, filter).limit(limit + 1);
  if (after) query = query.where((order === 'asc' ? afterKeyset : beforeKeyset)('since', 'id', after));
  const found = db
    .selectFrom('closings')
    .select(rowColumns)
    .where('id', 'in', query)
    .orderBy('since', order)
    .orderBy('id', order);
  const rows = (await found.execute()).map(toRow);
  return toKeysetPage(rows, limit, ({ since, _id }) => ({ at: since, id: _id }));
}

/** The ids of all closings of the filter, in its order. */
export async function closingIds(db: Database, filter: ClosingFilter): Promise<string[]> {
  return (await inOrder(db, filter).execute()).map(({ id }) => id);
}

const orders = { since: 'asc', '-since': 'desc' } as const;

function inOrder(db: Database, { state, agent, kind, paid, promise, search, sort }: ClosingFilter) {
  const order = orders[sort];
  let query = db.selectFrom('closings').select('id').orderBy('since', order).orderBy('id', order);
  if (state) query = query.where('state', '=', state);
  if (agent) query = query.where('agent_id', 'in', agent);
  if (kind) query = query.where('kind', '=', kind);
  if (paid) query = query.where('paid_on', '>=', `${paid}-01`).where('paid_on', '<=', `${paid}-31`);
  if (promise === 'kept' || promise === 'broken') query = query.where('promise', '=', promise);
  else if (promise) {
    const day = today();
    const compared = { running: '>', due: '=', late: '<' } as const;
    query = query
      .where('promise_due', 'is not', null)
      .where('paid_on', 'is', null)
      .where('promise_due', compared[promise], day);
  }
  if (search)
    query = query.where((e) =>
      e.or([containing(db, 'property', search), containing(db, 'file_number', search)]),
    );
  return query;
}

const shown = 50;
/** Counted no further: an index that is read on is time for a figure that no one needs. */
const maxCounted = 1000;
/** Days after the expected one on which the office asks. */
const grace = 1;

/** How many wait for a decision of the office. */
export async function countReported(db: Database): Promise<number> {
  const reported = db.selectFrom('closings').select('id').where('state', '=', 'reported').limit(maxCounted);
  const { count } = await db
    .selectFrom(reported.as('reported'))
    .select((e) => e.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The office's open work, the most urgent first.
 * @param but leaves out what pays this user: someone else has to act on it
 */
export async function readWork(db: Database, but?: string): Promise<ClosingWork> {
  const day = today();
  const base = () => {
    const closings = db.selectFrom('closings');
    if (but === undefined) return closings;
    return closings
      .where((e) => e.or([e('agent_id', 'is', null), e('agent_id', '!=', but)]))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('closing_shares')
              .select('closing_shares.id')
              .whereRef('closing_shares.closing_id', '=', 'closings.id')
              .where('closing_shares.user_id', '=', but),
          ),
        ),
      );
  };
  const parts = {
    pay: base().where('promise_due', 'is not', null).where('paid_on', 'is', null),
    decide: base().where('state', '=', 'reported'),
    send: base().where(
      'id',
      'in',
      db
        .selectFrom('closings')
        .select('id')
        .where('state', '=', 'approved')
        .union(unsentNotices(db).select('notice.closing_id as id')),
    ),
    follow: base().where('state', '=', 'letter-sent').where('expected_on', '<=', addDays(day, -grace)),
  };
  const order = { pay: 'promise_due', decide: 'since', send: 'since', follow: 'expected_on' } as const;
  const partOf = async (name: keyof typeof parts) => {
    const rows = await parts[name]
      .select(rowColumns)
      .orderBy(order[name])
      .orderBy('id')
      .limit(shown)
      .execute();
    const { count } = await db
      .selectFrom(parts[name].select('id').limit(maxCounted).as('found'))
      .select((e) => e.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return { count: Number(count), closings: rows.map(toRow) };
  };
  return {
    date: day,
    pay: await partOf('pay'),
    decide: await partOf('decide'),
    send: await partOf('send'),
    follow: await partOf('follow'),
  };
}
