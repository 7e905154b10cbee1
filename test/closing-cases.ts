import {
  type ClosingDecisions,
  type ClosingFigures,
  dueAfterFall,
  nothingDecided,
  settleClosing,
} from '../src/shared/closings/closing.ts';
import { startFees } from '../src/shared/fees/fees.ts';
import { formatMoney } from '../src/shared/money.ts';

/** Closings of docs/product.md P29.2; closing-cases.md has them line by line. */

const sale: ClosingFigures = {
  kind: 'residential',
  price: 850_000_00,
  commission: { by: 'rate', rate: 2_50 },
  credits: 0,
  referral: null,
  coAgents: [],
  coordinator: false,
  shortSale: false,
  inHouseEscrow: false,
  newConstruction: false,
  bonus: 0,
  bothSides: false,
};

interface Case {
  name: string;
  entry: ClosingFigures;
  decisions: ClosingDecisions;
  /** Once it has fallen through after the letter. */
  fell?: true;
}

const bothSides = {
  ...sale,
  price: 2_000_000_00,
  commission: { by: 'rate', rate: 1_50 },
  bothSides: true,
} as const;
const referred = {
  ...sale,
  price: 2_000_000_00,
  commission: { by: 'amount', amount: 60_000_00 },
  referral: { by: 'rate', rate: 25_00, broker: 'Other Realty', license: '01234567', state: 'CA' },
} as const;
const atTwoMillion = { estimate: 2_000_00, fee: 2_000_00 };

export const closingCases: readonly Case[] = [
  {
    name: 'Both sides of $2,000,000 at 1.5%, as two: each side',
    entry: bothSides,
    decisions: { ...nothingDecided, sides: 'each', settled: atTwoMillion },
  },
  {
    name: 'Both sides of $2,000,000 at 1.5%, as one: the side that is charged',
    entry: bothSides,
    decisions: { ...nothingDecided, sides: 'here', otherCommission: 30_000_00 },
  },
  {
    name: 'Both sides of $2,000,000 at 1.5%, as one: the other side',
    entry: bothSides,
    decisions: { ...nothingDecided, sides: 'there' },
  },
  {
    name: '25% referral out of $60,000, the fee before it',
    entry: referred,
    decisions: { ...nothingDecided, basis: 'gross' },
  },
  {
    name: '25% referral out of $60,000, the fee after it',
    entry: referred,
    decisions: { ...nothingDecided, basis: 'after-referral' },
  },
  {
    name: '$1,050,000 at 2.5%, as approved',
    entry: { ...sale, price: 1_050_000_00 },
    decisions: nothingDecided,
  },
  {
    name: 'The same after the price fell to $980,000',
    entry: { ...sale, price: 980_000_00 },
    decisions: nothingDecided,
  },
  {
    name: '$1,050,000 at 1%, settled as ten steps',
    entry: { ...sale, price: 1_050_000_00, commission: { by: 'rate', rate: 1_00 } },
    decisions: { ...nothingDecided, settled: { estimate: 1_050_00, fee: 1_000_00 } },
  },
  {
    name: 'A $300 referral',
    entry: { ...sale, kind: 'referral', price: 0, commission: { by: 'amount', amount: 300_00 } },
    decisions: nothingDecided,
  },
  {
    name: 'A short sale that falls through after the letter',
    entry: { ...sale, price: 500_000_00, shortSale: true },
    decisions: nothingDecided,
    fell: true,
  },
  {
    name: 'Two of our agents 60/40',
    entry: { ...sale, coAgents: [{ user: 'co-agent', rate: 40_00 }] },
    decisions: nothingDecided,
  },
  {
    name: 'A new construction with a bonus that does not count as commission',
    entry: { ...sale, price: 1_200_000_00, newConstruction: true, bonus: 10_000_00 },
    decisions: { ...nothingDecided, bonus: 'apart' },
  },
  {
    name: 'The same, the bonus counted as commission',
    entry: { ...sale, price: 1_200_000_00, newConstruction: true, bonus: 10_000_00 },
    decisions: { ...nothingDecided, bonus: 'counts' },
  },
  {
    name: 'A lease without escrow',
    entry: { ...sale, kind: 'lease', price: 3_500_00, commission: { by: 'rate', rate: 100_00 } },
    decisions: nothingDecided,
  },
  {
    name: 'An unpaid annual fee',
    entry: sale,
    decisions: {
      ...nothingDecided,
      deductions: [{ kind: 'annual', amount: startFees.annual, reason: 'Unpaid since it was due' }],
    },
  },
];

const outcomes = {
  letter: () => 'a letter to escrow',
  'payer-invoice': (amount: string) => `an invoice of ${amount} to who owes the commission`,
  'agent-invoice': (amount: string) => `an invoice of ${amount} to the agent`,
} as const;

/** The rows of closing-cases.md: case, line, amount, where it comes from. */
export function caseRows({ name, entry, decisions, fell }: Case): string[] {
  const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
  if (fell) {
    return dueAfterFall(entry, startFees).map(({ label, amount, rule }, index) =>
      row(index === 0 ? name : '', `${label}, carried over`, formatMoney(amount), rule),
    );
  }
  const { lines, agentKeeps, payees, credits, outcome } = settleClosing(entry, decisions, startFees);
  const broker = payees.find(({ to }) => to === 'broker')?.amount ?? 0;
  const result = outcomes[outcome.by]('amount' in outcome ? formatMoney(outcome.amount) : '');
  const ends = `Broker ${formatMoney(broker)}${credits ? `, client ${formatMoney(credits)}` : ''}; ${result}`;
  return [
    ...lines.map(({ label, amount, rule }, index) =>
      row(index === 0 ? name : '', label, formatMoney(amount), rule),
    ),
    row('', '**Agent keeps**', `**${formatMoney(agentKeeps)}**`, ends),
  ];
}
