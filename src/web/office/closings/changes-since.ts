import { feeBases } from '../../../shared/closings/closing.ts';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { closingStateLabels } from '../../../shared/closings/closing-states.ts';
import { formatMoney } from '../../../shared/money.ts';
import {
  bonusLabels,
  changesBetween,
  eventLabels,
  type Fact,
  factsOf,
  sideLabels,
} from './closing-labels.ts';

/** Another person's changes to a closing, for someone who was about to change it, too. */
export function changesSince(before: OfficeClosing, after: OfficeClosing): string[] {
  const known = new Set(before.events.map(({ _id }) => _id));
  const events = after.events
    .filter(({ _id }) => !known.has(_id))
    .map(({ kind, by, text }) => `${eventLabels[kind]} by ${by}${text && `: ${text}`}`);
  return [...events.toReversed(), ...changesBetween(facts(before), facts(after))];
}

function facts(closing: OfficeClosing): Fact[] {
  const { entry, coAgents, state, decisions, statement, linked } = closing;
  const money = (cents: number | null) => (cents === null ? '' : formatMoney(cents));
  return [
    { label: 'State', text: closingStateLabels[state] },
    ...factsOf(entry, (user) => coAgents.find(({ _id }) => _id === user)?.name ?? 'A former member'),
    { label: 'Annual fee', text: closing.annualFeePaid ? 'Noted as paid' : 'Not noted as paid' },
    { label: 'Annual fee deducted from', text: closing.annualFeeTaken ?? '' },
    { label: 'Version of the fees', text: String(closing.feesVersion) },
    { label: 'Agreement', text: closing.agreement ?? '' },
    {
      label: 'Other sides',
      text: linked
        .map((side) => `${side.property}, ${money(side.gross)}, ${closingStateLabels[side.state]}`)
        .join('; '),
    },
    { label: 'Basis of the fees', text: new Map(Object.entries(feeBases)).get(decisions.basis ?? '') ?? '' },
    { label: 'Charge of both sides', text: decisions.sides ? sideLabels[decisions.sides] : '' },
    { label: 'Bonus', text: decisions.bonus ? bonusLabels[decisions.bonus] : '' },
    { label: 'Settled fee', text: money(decisions.settled?.fee ?? null) },
    { label: 'Quoted fee, new construction', text: money(decisions.newConstruction) },
    { label: 'Quoted fee, in-house escrow', text: money(decisions.inHouseEscrow) },
    {
      label: 'Letter',
      text: closing.letter?.tables.flatMap(({ rows }) => rows.map(([name]) => name)).join(', ') ?? '',
    },
    { label: 'Fees', text: formatMoney(statement.fees) },
    { label: 'Deductions', text: formatMoney(statement.deductions) },
    { label: 'The agent keeps', text: formatMoney(statement.agentKeeps) },
  ];
}
