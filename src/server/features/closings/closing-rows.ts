/** Reads closings. Old rows lack a new field of the report, and `entryOf` fills in nothing. */

import {
  basisByPolicy,
  type ClosingDecisions,
  openQuestions,
  type Settlement,
  settleClosing,
} from '../../../shared/closings/closing.ts';
import type { ClosingStatementAnswer } from '../../../shared/closings/closing-answers.ts';
import type { ClosingFields, DecisionFields } from '../../../shared/closings/closing-fields.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { formerMember } from '../../../shared/users/former-member.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { feesInForce } from '../../platform/fee-schedules.ts';
import { notFound } from '../../platform/http-error.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { type Terms, termsOf } from '../agreements/terms.ts';
import { deductsAnnualFee } from '../dues/deducted-fees.ts';
import { annualFeeDue, deductionsOf } from '../dues/kept-dues.ts';
import { annualFeeTaken, isAnnualFeePaid } from './annual-fee.ts';
import { settingsOf } from './closing-settings.service.ts';
import {
  holding,
  holdingTicks,
  ofFees,
  type Reopened,
  type Situation,
  type StoredDecisions,
  type Tick,
} from './made-for.ts';

type Db = Database | DatabaseTransaction;

export const closingColumns = [
  'id',
  'deal_id',
  'agent_id',
  'agent_was',
  'agent_name',
  'property',
  'file_number',
  'kind',
  'price',
  'gross',
  'fees',
  'kept',
  'counts_price',
  'entry',
  'decisions',
  'schedule',
  'agreement',
  'settlement',
  'approved_at',
  'approved_by',
  'approver_name',
  'state',
  'since',
  'version',
  'asked',
  'expected_on',
  'closed_on',
  'package',
  'package_at',
  'promise_due',
  'promise_told',
  'funds_at',
  'paid_on',
  'paid_at',
  'payer_name',
  'method',
  'promise',
  'fell_at',
  'fell_reason',
  'reference',
  'reported_at',
  'keep_from',
] satisfies (keyof ClosingRow)[];

export const entryOf = ({ entry }: Pick<ClosingRow, 'entry'>): ClosingFields => {
  const fields: ClosingFields = JSON.parse(entry);
  return fields;
};

const storedDecisions = ({ decisions }: Pick<ClosingRow, 'decisions'>): StoredDecisions => {
  const stored: StoredDecisions = JSON.parse(decisions);
  return stored;
};

/** The decisions as they were made, including those that no longer hold. */
export const decisionsOf = (row: Pick<ClosingRow, 'decisions'>): DecisionFields => {
  const { madeFor: _, byPolicy: _b, ...fields } = storedDecisions(row);
  return fields;
};

/** Whether a decision leaves the basis of the fees as the office's policy says. */
export const isByPolicy = (row: Pick<ClosingRow, 'decisions'>, { basis }: DecisionFields): boolean => {
  const stored = storedDecisions(row);
  return stored.byPolicy === true && stored.basis === basis;
};

/** The stored decisions with the basis of the fees by today's policy, unless the office chose one (docs/product.md P29.28). */
export async function decisionsByPolicy(db: Db, row: ClosingRow): Promise<string> {
  const { byPolicy, madeFor, ...stored } = storedDecisions(row);
  if (stored.basis !== null && !byPolicy) return row.decisions;
  const { feeBasis } = await settingsOf(db);
  const basis = basisByPolicy(entryOf(row), feeBasis);
  if (basis === null && stored.basis === null) return row.decisions;
  const { basis: _, ...others } = madeFor ?? {};
  if (basis === null) return JSON.stringify({ ...stored, basis, madeFor: others });
  const facts = ofFees(ownFacts(row, await termsNow(db, row)));
  return JSON.stringify({ ...stored, basis, madeFor: { ...others, basis: facts }, byPolicy: true });
}

const storedTicks = (row: Pick<ClosingRow, 'package'>): Tick[] => {
  const ticks: Tick[] = JSON.parse(row.package);
  return ticks;
};

/** The items of the package that are there for this transaction. */
export const tickedOf = (row: Pick<ClosingRow, 'package' | 'entry'>): Tick[] =>
  holdingTicks(storedTicks(row), entryOf(row)).ticked;

/** @throws 404 'Closing not found' */
export async function findClosing(db: Db, id: string): Promise<ClosingRow> {
  const row = await db.selectFrom('closings').select(closingColumns).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Closing');
  return row;
}

export interface Settled extends Terms {
  statement: ClosingStatementAnswer;
  /** The decisions that hold, and those that are open again (docs/product.md P29.6). */
  decisions: DecisionFields;
  reopened: Reopened[];
}

/** The settlement: as approved, or by the fees of today and the decisions that still hold. */
export async function settle(db: Db, row: ClosingRow): Promise<Settled> {
  const terms = await termsNow(db, row);
  const stored = storedDecisions(row);
  const isApproved = row.settlement !== null;
  const held = holding(stored, await situationFor(db, row, stored, terms), isApproved);
  const entry = entryOf(row);
  const reopened = [
    ...held.reopened.filter(({ decision }) => decision !== 'annual' || !keepsAnnualFee(row)),
    ...holdingTicks(storedTicks(row), entry).reopened,
  ];
  if (row.settlement !== null) {
    const statement: Omit<ClosingStatementAnswer, 'frozen'> = JSON.parse(row.settlement);
    return { ...terms, statement: { ...statement, frozen: true }, decisions: held.decisions, reopened };
  }
  const settlement = settleClosing(entry, await withDues(db, held.decisions), terms.schedule);
  const names = await namesOf(
    db,
    entry.coAgents.map(({ user }) => user),
  );
  return {
    ...terms,
    statement: toStatement(settlement, row.agent_name, names),
    decisions: held.decisions,
    reopened,
  };
}

/** Once its letter is sent, the fee that it deducts is received by it: a tick of the fee then says no more than that. */
const keepsAnnualFee = ({ settlement, state }: ClosingRow): boolean =>
  settlement !== null && state !== 'approved';

/** As approved, or as the agent has agreed on by now. */
async function termsNow(db: Db, row: ClosingRow): Promise<Terms> {
  if (row.settlement !== null) {
    const schedule: FeeSchedule = row.schedule === null ? await feesInForce(db) : JSON.parse(row.schedule);
    return { schedule, agreement: row.agreement };
  }
  return row.agent_id === null
    ? { schedule: await feesInForce(db), agreement: null }
    : termsOf(db, row.agent_id);
}

/** The facts that these decisions are made for now; read as far as they ask for it. */
async function situationFor(
  db: Db,
  row: ClosingRow,
  { sides, deductions }: DecisionFields,
  terms: Terms,
): Promise<Situation> {
  return {
    ...ownFacts(row, terms),
    annualFeePaid: deductsAnnualFee({ deductions }) && (await isAnnualFeePaid(db, row)),
    annualFeeDue: deductsAnnualFee({ deductions }) ? await feeDueOf(db, row) : null,
    annualFeeTaken: null,
    others: sides === null ? [] : await otherSides(db, row),
  };
}

/** All facts that decisions can be made for. To decide by them, call `lockFacts` first. */
export const situationOf = async (db: Db, row: ClosingRow, terms: Terms): Promise<Situation> => ({
  ...ownFacts(row, terms),
  annualFeePaid: await isAnnualFeePaid(db, row),
  annualFeeDue: await feeDueOf(db, row),
  annualFeeTaken: await annualFeeTaken(db, row),
  others: await otherSides(db, row),
});

const feeDueOf = async (db: Db, row: ClosingRow): Promise<number | null> =>
  (await annualFeeDue(db, row))?.amount ?? null;

const ownFacts = (row: ClosingRow, { schedule, agreement }: Terms) => ({
  entry: entryOf(row),
  fees:
    agreement === null
      ? `published, version ${schedule.version}`
      : `of the agreement ${agreement}, version ${schedule.version}`,
  annualFee: schedule.annual,
});

/** The other sides of the same agent in its deal, which are paid or go on. */
export const otherSides = (db: Db, row: ClosingRow): Promise<ClosingRow[]> =>
  db
    .selectFrom('closings')
    .select(closingColumns)
    .where('deal_id', '=', row.deal_id)
    .where('id', '!=', row.id)
    .where('agent_id', '=', row.agent_id)
    .where((e) => e.or([e('paid_on', 'is not', null), e('state', 'not in', ['fell-through', 'archived'])]))
    .orderBy('id')
    .execute();

/** Adds the dues that are deducted in this closing. */
async function withDues(
  db: Db,
  { carried, deductions, ...decisions }: DecisionFields,
): Promise<ClosingDecisions> {
  return { ...decisions, deductions: [...deductions, ...(await deductionsOf(db, carried))] };
}

export async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function toStatement(
  { payees, outcome, open, ...figures }: Settlement,
  agentName: string,
  names: Map<string, string>,
): ClosingStatementAnswer {
  return {
    ...figures,
    payees: payees.map((payee) => {
      if (payee.to === 'broker') return { ...payee, name: 'The brokerage' };
      if (payee.to === 'agent') return { ...payee, name: agentName };
      if (payee.to === 'co-agent') return { ...payee, name: names.get(payee.user) ?? formerMember };
      const { broker, ...rest } = payee;
      return { ...rest, name: broker };
    }),
    outcome: outcome.by,
    invoice: 'amount' in outcome ? outcome.amount : null,
    open: open.map((id) => ({ id, text: openQuestions[id] })),
    frozen: false,
  };
}

/** The figures that lists and sums read. */
export const figuresOf = ({ gross, fees, agentKeeps }: ClosingStatementAnswer) => ({
  gross,
  fees,
  kept: agentKeeps,
});
