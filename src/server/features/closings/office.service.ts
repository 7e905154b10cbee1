import { dueAfterFall } from '../../../shared/closing.ts';
import type { OfficeClosing } from '../../../shared/closing-answers.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { checksOf, mayWork } from '../joining/member-checks.service.ts';
import { commonOf } from './closing-answers.ts';
import { decisionsOf, entryOf, findClosing, formerMember, type Settled, settle } from './closing-rows.ts';
import { settingsOf } from './closing-settings.service.ts';

type Db = Database | DatabaseTransaction;

interface Ticked {
  item: string;
  date: string;
  by: string;
}

export const tickedOf = (row: Pick<ClosingRow, 'package'>): Ticked[] => {
  const ticked: Ticked[] = JSON.parse(row.package);
  return ticked;
};

/** Shown in the history of one. */
const maxEvents = 200;

/** As the office sees it. @throws 404 'Closing not found' */
export async function getClosing(db: Db, actor: Pick<Actor, 'id'>, id: string): Promise<OfficeClosing> {
  return toOfficeClosing(db, actor, await findClosing(db, id));
}

export async function toOfficeClosing(
  db: Db,
  actor: Pick<Actor, 'id'>,
  row: ClosingRow,
): Promise<OfficeClosing> {
  const settled = await settle(db, row);
  const settings = await settingsOf(db);
  const events = await db
    .selectFrom('closing_events')
    .select(['id', 'kind', 'actor_name', 'text', 'created_at'])
    .where('closing_id', '=', row.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxEvents)
    .execute();
  const ticked = tickedOf(row);
  // What was ticked stays, if the setting has other items now.
  const items = [...new Set([...settings.package, ...ticked.map(({ item }) => item)])];
  return {
    ...(await commonOf(db, row, settled.statement)),
    decisions: decisionsOf(row),
    charges: await openCharges(db, row),
    annualFeePaid: row.agent_id !== null && (await checksOf(db, row.agent_id))['annual-fee'] !== null,
    obstacles: row.approved_at === null ? await obstaclesOf(db, row, settled) : [],
    mayApprove: settings.approvers.some(({ user }) => user === actor.id),
    fees: { ...settled.schedule },
    feesVersion: settled.schedule.version,
    agreement: settled.agreement,
    package: items.map((item) => {
      const tick = ticked.find((each) => each.item === item);
      return { item, ticked: tick ? { date: tick.date, by: tick.by } : null };
    }),
    dueAfterFall: dueAfterFall(entryOf(row), settled.schedule),
    events: events.map(({ id, kind, actor_name, text, created_at }) => ({
      _id: id,
      kind,
      by: actor_name,
      text,
      date: created_at,
    })),
  };
}

/** Of the agent's other closings, that no closing has taken; or that this one has. */
async function openCharges(db: Db, row: ClosingRow): Promise<OfficeClosing['charges']> {
  if (row.agent_id === null) return [];
  const rows = await db
    .selectFrom('closing_charges')
    .innerJoin('closings', 'closings.id', 'closing_charges.closing_id')
    .select(['closing_charges.id', 'label', 'amount', 'reason', 'created_at', 'closings.property'])
    .where('closing_charges.user_id', '=', row.agent_id)
    .where((e) =>
      e.or([e('closing_charges.taken_by', 'is', null), e('closing_charges.taken_by', '=', row.id)]),
    )
    .orderBy('created_at')
    .limit(50)
    .execute();
  return rows.map(({ id, label, amount, reason, created_at, property }) => ({
    _id: id,
    label,
    amount,
    reason,
    date: created_at,
    from: property,
  }));
}

/** Why it cannot be approved now, in words. */
export async function obstaclesOf(db: Db, row: ClosingRow, { statement }: Settled): Promise<string[]> {
  const entry = entryOf(row);
  const obstacles = statement.open.map(({ text }) => text);
  if (statement.outcome === 'letter' && (entry.holderName === '' || entry.fileNumber === ''))
    obstacles.push('The letter needs the name of escrow or title and the file number');
  if (statement.outcome === 'payer-invoice' && entry.holderName === '')
    obstacles.push('The invoice needs the name of who pays');
  if (row.agent_id === null) obstacles.push('The agent’s account has gone');
  for (const id of [row.agent_id, ...entry.coAgents.map(({ user }) => user)]) {
    if (id === null || (await mayWork(db, id))) continue;
    const user = await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst();
    obstacles.push(`${user?.name ?? formerMember} may not work: the office has not noted it`);
  }
  if (entry.bothSides && !(await sidesAgree(db, row)))
    obstacles.push('The two sides are not decided alike: each apart, or one here and the other there');
  return obstacles;
}

/** each and each, or here and there. A side that is not decided yet has to follow. */
async function sidesAgree(db: Db, row: ClosingRow): Promise<boolean> {
  const { sides } = decisionsOf(row);
  const others = await db
    .selectFrom('closings')
    .select('decisions')
    .where('deal_id', '=', row.deal_id)
    .where('id', '!=', row.id)
    .where('agent_id', '=', row.agent_id)
    .where('state', 'not in', ['fell-through', 'archived'])
    .execute();
  const wanted = { each: 'each', here: 'there', there: 'here' } as const;
  return others.every((other) => {
    const its = decisionsOf(other).sides;
    return sides === null || its === null || its === wanted[sides];
  });
}
