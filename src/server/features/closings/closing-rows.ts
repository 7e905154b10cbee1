import {
  type ClosingDecisions,
  openQuestions,
  type Settlement,
  settleClosing,
} from '../../../shared/closing.ts';
import type { ClosingStatementAnswer } from '../../../shared/closing-answers.ts';
import type { ClosingFields, DecisionFields } from '../../../shared/closing-fields.ts';
import { currentFees, type FeeSchedule } from '../../../shared/fees.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { notFound } from '../../platform/http-error.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { termsOf } from '../agreements/terms.ts';

type Db = Database | DatabaseTransaction;

export const closingColumns = [
  ...([
    'id',
    'deal_id',
    'agent_id',
    'agent_name',
    'property',
    'file_number',
    'kind',
    'price',
    'gross',
  ] as const),
  ...(['fees', 'kept', 'counts_price', 'entry', 'decisions', 'schedule', 'agreement', 'settlement'] as const),
  ...(['approved_at', 'approved_by', 'approver_name', 'state', 'since', 'version', 'asked'] as const),
  ...(['expected_on', 'closed_on', 'package', 'package_at', 'promise_due', 'promise_told'] as const),
  ...([
    'funds_at',
    'paid_on',
    'paid_at',
    'payer_name',
    'method',
    'promise',
    'fell_at',
    'fell_reason',
  ] as const),
  ...(['reference', 'reported_at', 'keep_from'] as const),
] satisfies (keyof ClosingRow)[];

export const formerMember = 'Former member';

export const entryOf = ({ entry }: Pick<ClosingRow, 'entry'>): ClosingFields => {
  const fields: ClosingFields = JSON.parse(entry);
  return fields;
};

export const decisionsOf = ({ decisions }: Pick<ClosingRow, 'decisions'>): DecisionFields => {
  const fields: DecisionFields = JSON.parse(decisions);
  return fields;
};

/** @throws 404 'Closing not found' */
export async function findClosing(db: Db, id: string): Promise<ClosingRow> {
  const row = await db.selectFrom('closings').select(closingColumns).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Closing');
  return row;
}

export interface Settled {
  statement: ClosingStatementAnswer;
  schedule: Readonly<FeeSchedule>;
  agreement: string | null;
}

/** Who gets what: as approved, or by the fees of today and what is decided so far. */
export async function settle(db: Db, row: ClosingRow): Promise<Settled> {
  if (row.settlement !== null) {
    const statement: Omit<ClosingStatementAnswer, 'frozen'> = JSON.parse(row.settlement);
    const schedule: FeeSchedule = row.schedule === null ? currentFees : JSON.parse(row.schedule);
    return { statement: { ...statement, frozen: true }, schedule, agreement: row.agreement };
  }
  const { schedule, agreement } = row.agent_id
    ? await termsOf(db, row.agent_id)
    : { schedule: currentFees, agreement: null };
  const entry = entryOf(row);
  const settlement = settleClosing(entry, await fullDecisions(db, row), schedule);
  const names = await namesOf(
    db,
    entry.coAgents.map(({ user }) => user),
  );
  return { statement: toStatement(settlement, row.agent_name, names), schedule, agreement };
}

/** With the charges that are kept from this closing. */
async function fullDecisions(db: Db, row: ClosingRow): Promise<ClosingDecisions> {
  const { carried, deductions, ...decisions } = decisionsOf(row);
  const charges =
    carried.length === 0
      ? []
      : await db
          .selectFrom('closing_charges')
          .select(['label', 'amount', 'reason'])
          .where('id', 'in', carried)
          .orderBy('id')
          .execute();
  return {
    ...decisions,
    deductions: [
      ...deductions,
      ...charges.map(({ label, amount, reason }) => ({
        kind: 'carried' as const,
        amount,
        reason: `${label}: ${reason}`,
      })),
    ],
  };
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
