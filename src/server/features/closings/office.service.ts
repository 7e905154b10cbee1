/** One closing as the office sees it. */

import { sql } from 'kysely';
import { dueAfterFall } from '../../../shared/closings/closing.ts';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { officeDay } from '../../../shared/dates.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { deductionOf, duesFor } from '../dues/kept-dues.ts';
import { commonOf } from './closing-answers.ts';
import { interestIn } from './closing-interest.ts';
import { entryOf, findClosing, settle, situationOf, tickedOf } from './closing-rows.ts';
import { ownClosingOf, packageOf, settingsOf } from './closing-settings.service.ts';
import { previewOf } from './letter-content.ts';
import { type Signatory, saidOf } from './letter-facts.ts';
import { failedEmails } from './letters.service.ts';
import { hashOf } from './made-for.ts';
import { openPoints } from './open-points.ts';

type Db = Database | DatabaseTransaction;

export type OfficeAt = Signatory & { db: Db };

/** Shown in the history of one. */
const maxEvents = 200;

/** As the office sees it. @throws 404 'Closing not found' */
export async function getClosing(
  { db, siteSettings }: OfficeAt,
  actor: Pick<Actor, 'id' | 'scopes'>,
  id: string,
): Promise<OfficeClosing> {
  const row = await findClosing(db, id);
  const settled = await settle(db, row);
  const situation = await situationOf(db, row, settled);
  const settings = await settingsOf(db);
  const approver = settings.approvers.find(({ user }) => user === actor.id);
  const interest = await interestIn(db, actor.id, row);
  const events = await db
    .selectFrom('closing_events')
    .select(['id', 'kind', 'actor_name', 'text', 'created_at'])
    .where('closing_id', '=', row.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxEvents)
    .execute();
  const ticked = tickedOf(row);
  // An item stays ticked when the setting no longer has it.
  const items = [...new Set([...packageOf(settings, row.kind), ...ticked.map(({ item }) => item)])];
  const common = await commonOf(db, row, settled.statement);
  const failed = await failedEmails(db, row);
  return {
    ...common,
    letters: common.letters.map((letter) => ({ ...letter, failedEmail: failed.get(letter.number) })),
    decisions: settled.decisions,
    reopened: settled.reopened,
    charges: await offeredDues(db, row),
    annualFeePaid: situation.annualFeePaid,
    annualFeeTaken: situation.annualFeeTaken,
    otherSideGross: situation.others[0]?.gross ?? null,
    situation: hashOf(situation),
    letter:
      settled.statement.frozen || row.state === 'fell-through' || row.state === 'archived'
        ? null
        : previewOf(await saidOf(db, { siteSettings }, row, settled.statement), approver?.capacity),
    obstacles: await openPoints(db, row, settled, { siteSettings }),
    mayApprove: approver !== undefined,
    interest: interest === null ? null : await ownClosingOf(db, actor, interest),
    suspended: await suspendedIn(db, row),
    sameFile: await withSameFile(db, row),
    fees: { ...settled.schedule },
    feesVersion: settled.schedule.version,
    agreement: settled.agreement,
    agreementOn: await dayOfAgreement(db, settled.agreement),
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

async function dayOfAgreement(db: Db, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const row = await db
    .selectFrom('agreements')
    .select('countersigned_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.countersigned_at ? officeDay(row.countersigned_at) : null;
}

/** Names of the agent and co-agents whose accounts are suspended: what they earned before is owed all the same. */
async function suspendedIn(db: Db, row: ClosingRow): Promise<string[]> {
  const ids = [row.agent_id, ...entryOf(row).coAgents.map(({ user }) => user)].flatMap((id) => id ?? []);
  if (ids.length === 0) return [];
  const users = await db
    .selectFrom('users')
    .select('name')
    .where('id', 'in', ids)
    .where('suspended_at', 'is not', null)
    .orderBy('name')
    .execute();
  return users.map(({ name }) => name);
}

/** Closings of the agent with its file number, but for the other sides of its deal: one deal may be reported twice. */
async function withSameFile(db: Db, row: ClosingRow): Promise<OfficeClosing['sameFile']> {
  if (row.agent_id === null || row.file_number === '') return [];
  const rows = await db
    .selectFrom('closings')
    .select(['id', 'property', 'state'])
    .where('agent_id', '=', row.agent_id)
    .where('deal_id', '!=', row.deal_id)
    .where(sql`lower(file_number)`, '=', row.file_number.toLowerCase())
    .where('state', 'not in', ['fell-through', 'archived'])
    .orderBy('reported_at')
    .orderBy('id')
    .limit(10)
    .execute();
  return rows.map(({ id, property, state }) => ({ _id: id, property, state }));
}

/** The agent's dues that are still open, or that this closing keeps. */
async function offeredDues(db: Db, row: ClosingRow): Promise<OfficeClosing['charges']> {
  if (row.agent_id === null) return [];
  const rows = await duesFor(row, db);
  return rows.map((row) => ({
    _id: row.id,
    label: row.label,
    amount: Number(row.amount),
    reason: row.reason,
    date: row.created_at,
    from: row.property ?? '',
    deduction: deductionOf(row),
  }));
}
