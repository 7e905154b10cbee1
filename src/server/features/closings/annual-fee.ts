/** The annual fee of an agent is deducted from one closing (docs/product.md P29.22). */

import type { DecisionFields } from '../../../shared/closings/closing-fields.ts';
import { officeDay } from '../../../shared/dates.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { feeKeptBy } from '../dues/kept-dues.ts';
import { toEntries } from '../member-files/entries.ts';
import { datesOf } from '../member-files/file-state.ts';
import { holdsFor, standingChecks } from '../member-files/standing-checks.ts';

type Db = Database | DatabaseTransaction;

export async function isAnnualFeePaid(
  db: Db,
  { agent_id, reported_at }: Pick<ClosingRow, 'agent_id' | 'reported_at'>,
): Promise<boolean> {
  if (agent_id === null) return false;
  const tick = (await standingChecks(db, [agent_id])).get(agent_id)?.['annual-fee'];
  return tick !== undefined && holdsFor(tick, officeDay(reported_at));
}

/**
 * Finds the other closing that keeps the agent's annual fee: approved since they joined last, and not over unpaid. One
 * that was paid counts until the office takes back the tick of the fee, as it is due again then.
 * @returns its property
 */
export async function annualFeeTaken(
  db: Db,
  { id, agent_id }: Pick<ClosingRow, 'id' | 'agent_id'>,
): Promise<string | null> {
  if (agent_id === null) return null;
  const others = await db
    .selectFrom('closings')
    .select(['property', 'decisions', 'approved_at', 'paid_at'])
    .where('agent_id', '=', agent_id)
    .where('id', '!=', id)
    .where('approved_at', 'is not', null)
    .where('decisions', 'like', '%"kind":"annual"%')
    .where((e) => e.or([e('paid_on', 'is not', null), e('state', 'not in', ['fell-through', 'archived'])]))
    .orderBy('approved_at', 'desc')
    .orderBy('id')
    .execute();
  const deducting = others.filter(({ decisions }) => deductsAnnualFee(JSON.parse(decisions)));
  if (deducting.length === 0) return feeKeptBy(db, { id, agent_id });
  const joined = await lastJoined(db, agent_id);
  const dueAgain = await lastTakenBack(db, agent_id);
  const taking = deducting.find(
    ({ approved_at, paid_at }) =>
      (joined === null || officeDay(approved_at ?? '') >= joined) &&
      (dueAgain === undefined || paid_at === null || paid_at > dueAgain),
  );
  return taking?.property ?? (await feeKeptBy(db, { id, agent_id }));
}

export const deductsAnnualFee = ({ deductions }: Pick<DecisionFields, 'deductions'>): boolean =>
  deductions.some(({ kind }) => kind === 'annual');

async function lastJoined(db: Db, agent: string): Promise<string | null> {
  const rows = await db
    .selectFrom('member_file_entries')
    .select(['id', 'file_id', 'kind', 'details', 'refers_to', 'created_at', 'author'])
    .where('user_id', '=', agent)
    .where('kind', 'in', ['joined', 'withdrawal'])
    .orderBy('id')
    .execute();
  return datesOf(toEntries(rows)).joined;
}

/** When the office took back the tick of the fee last. */
async function lastTakenBack(db: Db, agent: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('member_checks')
    .select('created_at')
    .where('user_id', '=', agent)
    .where('kind', '=', 'annual-fee')
    .where('ticked', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.created_at;
}
