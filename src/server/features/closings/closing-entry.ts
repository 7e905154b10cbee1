/** The report of a closing, stored as JSON. `inLetter` says whether a change of a field withdraws the letter. */

import { feeBases } from '../../../shared/closings/closing.ts';
import type { ClosingStatementAnswer } from '../../../shared/closings/closing-answers.ts';
import type { ClosingFields, DecisionFields } from '../../../shared/closings/closing-fields.ts';
import { approvedStates } from '../../../shared/closings/closing-states.ts';
import { dealSides } from '../../../shared/closings/transaction-kinds.ts';
import { officeDay } from '../../../shared/dates.ts';
import { formatMoney, formatPercent } from '../../../shared/money.ts';
import { formerMember } from '../../../shared/users/former-member.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { whoLeftAfter } from '../member-files/stops.ts';
import { type By, lockMembers, recordEvent, updateClosing } from './closing-changes.ts';
import { decisionsByPolicy, decisionsOf, entryOf, figuresOf, namesOf, settle } from './closing-rows.ts';

export const noDecisions: DecisionFields = {
  basis: null,
  sides: null,
  otherCommission: null,
  bonus: null,
  settled: null,
  newConstruction: null,
  inHouseEscrow: null,
  lines: [],
  deductions: [],
  carried: [],
};

/** The columns that follow from the report. */
export const columnsOfEntry = (entry: ClosingFields) => ({
  property: entry.property,
  file_number: entry.fileNumber,
  kind: entry.kind,
  price: entry.price,
  expected_on: entry.expectedOn,
  entry: JSON.stringify(entry),
});

/** As it is reported; its figures follow (`storeFigures`). */
export const newRow = (
  agent: Pick<Actor, 'id' | 'name'>,
  entry: ClosingFields,
  dealId: string,
  moment: string,
): ClosingRow => ({
  id: newId(),
  deal_id: dealId,
  agent_id: agent.id,
  agent_was: null,
  agent_name: agent.name,
  ...columnsOfEntry(entry),
  gross: 0,
  fees: 0,
  kept: 0,
  counts_price: false,
  decisions: JSON.stringify(noDecisions),
  schedule: null,
  agreement: null,
  settlement: null,
  approved_at: null,
  approved_by: null,
  approver_name: null,
  state: 'reported',
  since: moment,
  version: 1,
  asked: '',
  closed_on: null,
  package: '[]',
  package_at: null,
  promise_due: null,
  promise_told: null,
  funds_at: null,
  paid_on: null,
  paid_at: null,
  payer_name: null,
  method: '',
  promise: null,
  fell_at: null,
  fell_reason: '',
  reference: null,
  reported_at: moment,
  keep_from: officeDay(moment),
});

/** Payees may only be members of ours, each once; one who was named before stays while suspended. @throws 400 */
export async function checkCoAgents(
  transaction: DatabaseTransaction,
  agentId: string | null,
  { coAgents }: Pick<ClosingFields, 'coAgents'>,
  named: readonly string[] = [],
): Promise<void> {
  const ids = coAgents.map(({ user }) => user);
  if (ids.length === 0) return;
  if (agentId !== null && ids.includes(agentId))
    throw invalid("The agent of the closing can't be a co-agent", 'coAgents');
  if (new Set(ids).size < ids.length) throw invalid('List each co-agent once', 'coAgents');
  const known = await transaction
    .selectFrom('users')
    .select(['id', 'suspended_at'])
    .where('id', 'in', ids)
    .execute();
  const may = known.filter(({ id, suspended_at }) => suspended_at === null || named.includes(id));
  if (may.length < ids.length) throw invalid('Member not found', 'coAgents');
}

const sharing = ({ coAgents }: ClosingFields): string[] => coAgents.map(({ user }) => user);

/**
 * A report stands for its day: no one who has left since is added to it, and of a closing that pays them only the office
 * changes the deal (docs/product.md P24.11). @throws 400
 */
async function demandStillHere(
  transaction: DatabaseTransaction,
  { call }: By,
  row: ClosingRow,
  entry: ClosingFields,
): Promise<void> {
  const named = sharing(entryOf(row));
  const added = sharing(entry).filter((id) => !named.includes(id));
  const others =
    call === 'own' && changesDeal(row, entry) ? [row.agent_id, ...named].flatMap((id) => id ?? []) : [];
  const members = [...others, ...added];
  await lockMembers(transaction, members);
  const gone = await whoLeftAfter(transaction, members, officeDay(row.reported_at));
  const [who] = members.filter((id) => gone.has(id));
  if (who === undefined) return;
  const left = `${(await namesOf(transaction, [who])).get(who)} ${gone.get(who)}`;
  if (others.includes(who)) throw invalid(`${left}: the office changes this closing now`);
  throw invalid(`${left}: add no one who has left since the report`, 'coAgents');
}

/** The lists of co-agents, their years and the reports read these rows. */
export async function storeShares(
  transaction: DatabaseTransaction,
  row: Pick<ClosingRow, 'id' | 'reported_at' | 'entry'>,
  { payees }: Pick<ClosingStatementAnswer, 'payees'>,
): Promise<void> {
  const { coAgents } = entryOf(row);
  const amounts = new Map(
    payees.flatMap(({ to, user, amount }) => (to === 'co-agent' && user ? [[user, amount]] : [])),
  );
  await transaction.deleteFrom('closing_shares').where('closing_id', '=', row.id).execute();
  if (coAgents.length === 0) return;
  const names = await namesOf(
    transaction,
    coAgents.map(({ user }) => user),
  );
  const shares = coAgents.map(({ user }) => ({
    id: newId(),
    closing_id: row.id,
    // The account may have gone since the report.
    user_id: names.has(user) ? user : null,
    user_name: names.get(user) ?? formerMember,
    amount: amounts.get(user) ?? 0,
    paid_on: null,
    reported_at: row.reported_at,
  }));
  await transaction.insertInto('closing_shares').values(shares).execute();
}

/** Brings the figures of the lists up to date with the report and the decisions. */
export async function storeFigures(transaction: DatabaseTransaction, row: ClosingRow): Promise<void> {
  const { statement } = await settle(transaction, row);
  await transaction.updateTable('closings').set(figuresOf(statement)).where('id', '=', row.id).execute();
  await storeShares(transaction, row, statement);
}

/** Whether a change needs a new letter. */
export const changesLetter = (row: ClosingRow, entry: ClosingFields): boolean =>
  approvedStates.includes(row.state) && changesDeal(row, entry);

/** Whether a change is about the money, who gets it, or how the deal is named. */
export const changesDeal = (row: ClosingRow, entry: ClosingFields): boolean =>
  JSON.stringify(inLetter(entryOf(row))) !== JSON.stringify(inLetter(entry));

/**
 * Saves a change of a locked closing by the agent or the office. The letter's contents change only with `withdraw`,
 * which withdraws it.
 * @throws 400 once it is paid, fell through or is archived, for another letter without `withdraw`, and as demandStillHere
 */
export async function saveEntry(
  transaction: DatabaseTransaction,
  by: By,
  row: ClosingRow,
  entry: ClosingFields,
  withdraw?: (changed: string) => Promise<ClosingRow>,
): Promise<ClosingRow> {
  if (row.paid_on !== null) throw invalid('A paid closing can be changed only by a correction');
  if (row.state === 'fell-through' || row.state === 'archived')
    throw invalid('This closing fell through or is archived');
  const before = entryOf(row);
  await checkCoAgents(transaction, row.agent_id, entry, sharing(before));
  await demandStillHere(transaction, by, row, entry);
  const changed = whatChanges(before, entry);
  if (changed === '') return row;
  const answered = row.state === 'changes-asked' && by.call === 'own';
  const needsOther = changesLetter(row, entry);
  if (needsOther && !withdraw) throw invalid('This closing is approved: withdraw the approval first');
  const from = needsOther && withdraw ? await withdraw(changed) : row;
  const columns = columnsOfEntry(entry);
  const saved = await updateClosing(transaction, from, {
    ...columns,
    ...(from.settlement === null && {
      decisions: await decisionsByPolicy(transaction, { ...from, ...columns }),
    }),
    ...(answered && { state: 'reported' as const, asked: '' }),
  });
  const texts = [changed, policyInWords(from, saved)].filter((text) => text !== '');
  await recordEvent(transaction, by, saved, 'changed', texts.join('; '));
  if (saved.settlement === null) await storeFigures(transaction, saved);
  return saved;
}

/**
 * The fields that the letter states: price, commission, payees, addressee and subject. A change of any needs a new
 * letter.
 */
const inLetter = ({
  expectedOn: _e,
  fileUrl: _f,
  note: _n,
  principal: _p,
  side: _s,
  ...said
}: ClosingFields) => said;

/** The basis that the policy has set or taken back, for the history; '' without a change. */
export function policyInWords(
  before: Pick<ClosingRow, 'decisions'>,
  after: Pick<ClosingRow, 'decisions'>,
): string {
  const { basis } = decisionsOf(after);
  if (basis === decisionsOf(before).basis) return '';
  return `fees computed from: ${basis ? feeBases[basis].toLowerCase() : 'not decided'}, by the closing settings`;
}

const labels: Record<keyof ClosingFields, string> = {
  property: 'property',
  kind: 'kind',
  price: 'price',
  commission: 'commission',
  credits: 'credits',
  referral: 'referral',
  coAgents: 'co-agents',
  coordinator: 'coordinator',
  shortSale: 'short sale',
  inHouseEscrow: 'in-house escrow',
  newConstruction: 'new construction',
  bonus: 'bonus',
  bothSides: 'both sides',
  side: 'side',
  principal: 'agent is principal',
  holder: 'who holds the money',
  holderName: 'escrow, title or payer',
  holderContact: 'contact',
  fileNumber: 'file number',
  expectedOn: 'expected date',
  fileUrl: 'link',
  note: 'note',
};

/** 'price: $1,050,000 → $980,000; note'; empty when nothing changes. */
function whatChanges(before: ClosingFields, after: ClosingFields): string {
  const [old, fresh] = [figureTexts(before), figureTexts(after)];
  const fields = Object.entries<string>(labels).flatMap(([field, label]) => {
    const [was, is] = [Reflect.get(before, field), Reflect.get(after, field)];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const words = Object.hasOwn(old, field)
      ? `: ${Reflect.get(old, field)} → ${Reflect.get(fresh, field)}`
      : '';
    return [`${label}${words}`];
  });
  return fields.join('; ');
}

const figureTexts = ({ price, commission, credits, bonus, expectedOn, side }: ClosingFields) => ({
  price: formatMoney(price),
  commission: commission.by === 'rate' ? formatPercent(commission.rate) : formatMoney(commission.amount),
  credits: formatMoney(credits),
  bonus: formatMoney(bonus),
  expectedOn: expectedOn ?? 'none',
  side: side ? dealSides[side] : 'none',
});
