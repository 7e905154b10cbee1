import { closingStatement, type FeeSchedule, leastUpperTierFee, type Transaction } from '../fees/fees.ts';
import { formatMoney, formatPercent, percentOf } from '../money.ts';
import { isSaleKind, kindOf, type TransactionKind } from './transaction-kinds.ts';

/** A part of an amount: basis points of it, or cents. */
export type Part = { by: 'rate'; rate: number } | { by: 'amount'; amount: number };

/** The figures of one side that the agent reports, in cents and basis points. */
export interface ClosingFigures {
  kind: TransactionKind;
  /** The sales price, or the rent of a lease; a referral may have none. */
  price: number;
  commission: Part;
  /** Given to the client through escrow, out of the commission. */
  credits: number;
  referral: (Part & { broker: string; license: string; state: string }) | null;
  coAgents: readonly { user: string; rate: number }[];
  coordinator: boolean;
  shortSale: boolean;
  inHouseEscrow: boolean;
  newConstruction: boolean;
  /** Paid by a builder, on top of the commission. */
  bonus: number;
  /** The agent has the other side, too; it is a closing of its own. */
  bothSides: boolean;
}

export const feeBasisNames = ['gross', 'after-referral', 'after-credit', 'after-both'] as const;
export type FeeBasis = (typeof feeBasisNames)[number];
export const isFeeBasis = (name: string): name is FeeBasis => Object.hasOwn(feeBases, name);

/** From what commission the fees are computed. */
export const feeBases: Record<FeeBasis, string> = {
  gross: 'The gross commission',
  'after-referral': 'What remains after the referral',
  'after-credit': 'What remains after the credit',
  'after-both': 'What remains after referral and credit',
};

/** A policy of the office as a choice for one closing; null where nothing is taken off the commission. */
export function basisByPolicy(
  { referral, credits }: Pick<ClosingFigures, 'referral' | 'credits'>,
  policy: FeeBasis | null,
): FeeBasis | null {
  if (policy === null || (!referral && credits === 0)) return null;
  const afterReferral = referral !== null && (policy === 'after-referral' || policy === 'after-both');
  const afterCredit = credits > 0 && (policy === 'after-credit' || policy === 'after-both');
  if (afterReferral && afterCredit) return 'after-both';
  if (afterReferral) return 'after-referral';
  return afterCredit ? 'after-credit' : 'gross';
}

/** each: as two sides · here: as one, charged here · there: as one, charged on the other side */
export const sideChoices = ['each', 'here', 'there'] as const;
export type SideChoice = (typeof sideChoices)[number];

export const deductionKinds = {
  annual: 'Annual fee',
  carried: 'Charge carried over',
  other: 'Deduction',
} as const;
export type DeductionKind = keyof typeof deductionKinds;

/** The office's decisions about a closing; null for a decision that is still open. */
export interface ClosingDecisions {
  basis: FeeBasis | null;
  sides: SideChoice | null;
  /** The gross commission of the other side, when both are charged as one here. */
  otherCommission: number | null;
  /** Whether the bonus counts as commission when fees are computed. */
  bonus: 'counts' | 'apart' | null;
  /** The transaction fee in place of an estimate, and the estimate that it settles. */
  settled: { estimate: number; fee: number } | null;
  /** Fees that are not published. */
  newConstruction: number | null;
  inHouseEscrow: number | null;
  /** Charged when negative, waived when positive. */
  lines: readonly { label: string; amount: number; reason: string }[];
  /** Deducted from the agent's payment; not fees of the transaction. */
  deductions: readonly { kind: DeductionKind; amount: number; reason: string }[];
}

export const nothingDecided: ClosingDecisions = {
  basis: null,
  sides: null,
  otherCommission: null,
  bonus: null,
  settled: null,
  newConstruction: null,
  inHouseEscrow: null,
  lines: [],
  deductions: [],
};

/** Each keeps a closing from being approved until the office decides or corrects it. */
export const openQuestions = {
  basis: 'The fee depends on whether it is computed before or after the referral or credit',
  sides: 'The office decides whether both sides are charged apart or as one',
  bonus: 'The office decides whether the bonus counts as commission',
  estimate: 'The price rule does not say what a started step costs: the office decides the fee',
  below:
    'The fee is settled below the price rule: settle what the rule says, and waive the rest with a reason',
  'new-construction': 'The office quotes the fee of a new construction referral',
  'in-house-escrow': 'The office quotes the fee of in-house escrow',
  exceeds: 'Referral, credit and shares are more than the commission',
  waived: 'More is waived than the fees come to',
} as const;
type OpenQuestion = keyof typeof openQuestions;

const settlementLineIds = [
  'gross-commission',
  'bonus',
  'credit',
  'referral',
  'transaction-fee',
  'errors-and-omissions',
  'coordinator',
  'short-sale',
  'new-construction',
  'in-house-escrow',
  'decided',
  'co-agent',
  'deduction',
] as const;

/** `amount` in cents, negative for a deduction; `rule` says where it comes from. */
export interface SettlementLine {
  id: (typeof settlementLineIds)[number];
  label: string;
  rule: string;
  amount: number;
  estimate?: boolean;
  /** The co-agent whose share it is. */
  user?: string;
  /** That of a deduction; an earlier version told the kinds apart by their labels. */
  kind?: DeductionKind;
}

export type Payee =
  | { to: 'broker'; amount: number }
  | { to: 'agent'; amount: number }
  | { to: 'co-agent'; user: string; amount: number }
  | { to: 'other-broker'; broker: string; license: string; state: string; amount: number };

/**
 * letter: escrow pays by our instruction · payer-invoice: who owes the commission of a lease is sent an invoice ·
 * agent-invoice: the fees exceed the commission, and the agent owes the rest
 */
type Outcome = { by: 'letter' } | { by: 'payer-invoice' | 'agent-invoice'; amount: number };

/** In cents. The lines add up to `agentKeeps`; the payees and the credit to the client add up to `gross`. */
export interface Settlement {
  lines: SettlementLine[];
  gross: number;
  credits: number;
  /** Fees of the transaction, without deductions. */
  fees: number;
  deductions: number;
  agentKeeps: number;
  payees: Payee[];
  outcome: Outcome;
  open: OpenQuestion[];
}

const feeIds: readonly SettlementLine['id'][] = [
  'transaction-fee',
  'errors-and-omissions',
  'coordinator',
  'short-sale',
  'new-construction',
  'in-house-escrow',
  'decided',
];

const sumOf = (lines: readonly { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

const partOf = (whole: number, part: Part) =>
  part.by === 'rate' ? percentOf(whole, part.rate) : part.amount;

/** The office quotes a fee in place of the published one. */
export const isQuoted = ({
  kind,
  newConstruction,
}: Pick<ClosingFigures, 'kind' | 'newConstruction'>): boolean =>
  newConstruction && kindOf(kind).newConstruction === 'quoted';

/** Another broker's part of the commission without a bonus, in cents. */
export const referredOf = ({ referral }: Pick<ClosingFigures, 'referral'>, commission: number): number =>
  referral ? partOf(commission, referral) : 0;

/** The closing as `closingStatement` takes it. */
function transactionOf({ kind, price, commission, coordinator, shortSale }: ClosingFigures): Transaction {
  if (!isSaleKind(kind)) return { kind, commission: partOf(price, commission) };
  const sale = { kind, price, coordinator, shortSale };
  return commission.by === 'rate'
    ? { ...sale, rate: commission.rate }
    : { ...sale, commission: commission.amount };
}

/** Divides the money of one side, by the fees that the agent agreed on and the decisions of the office. */
export function settleClosing(
  entry: ClosingFigures,
  decisions: ClosingDecisions,
  fees: Readonly<FeeSchedule>,
): Settlement {
  const [commission] = closingStatement(transactionOf(entry), fees).lines;
  if (!commission) throw new Error('A statement begins with the commission');
  const grossCommission = commission.amount;
  const gross = grossCommission + entry.bonus;
  const referral = referredOf(entry, grossCommission);
  const charged = feesOf(entry, decisions, fees, grossCommission, referral);
  const before: SettlementLine[] = [
    commissionByRate(entry, commission),
    ...takenOff(entry, grossCommission, referral),
    ...charged.lines,
  ];
  const net = sumOf(before);
  const shares = sharesOf(entry, net);
  const deductions = decisions.deductions.map(({ kind, amount, reason }): SettlementLine => {
    return { id: 'deduction', label: deductionKinds[kind], rule: reason, amount: -amount, kind };
  });
  const lines = [...before, ...shares, ...deductions];
  const agentKeeps = sumOf(lines);
  const feesTotal = -sumOf(lines.filter(({ id }) => feeIds.includes(id)));
  const payable = gross - entry.credits;
  const open = [...charged.open];
  if (payable - referral < 0 || entry.coAgents.reduce((sum, { rate }) => sum + rate, 0) > 100_00)
    open.push('exceeds');
  if (feesTotal < 0) open.push('waived');
  return {
    lines,
    gross,
    credits: entry.credits,
    fees: feesTotal,
    deductions: -sumOf(deductions),
    agentKeeps,
    payees: payeesOf(entry, { payable, referral, shares, agentKeeps }),
    outcome: outcomeOf(entry, payable, agentKeeps),
    open,
  };
}

/** A closing that falls through still owes the processing of a short sale. */
export function dueAfterFall(entry: ClosingFigures, fees: Readonly<FeeSchedule>): SettlementLine[] {
  return closingStatement(transactionOf(entry), fees).lines.filter(({ id }) => id === 'short-sale');
}

/** A lease's commission may be a percent of the rent; the statement knows rates of sales only. */
function commissionByRate({ kind, price, commission }: ClosingFigures, line: SettlementLine): SettlementLine {
  if (isSaleKind(kind) || commission.by !== 'rate') return line;
  const of = kindOf(kind).price.line.toLowerCase();
  return { ...line, rule: `${formatPercent(commission.rate)} of the ${formatMoney(price)} ${of}` };
}

function takenOff(entry: ClosingFigures, grossCommission: number, referral: number): SettlementLine[] {
  const lines: SettlementLine[] = [];
  if (entry.bonus > 0) {
    lines.push({
      id: 'bonus',
      label: 'Builder’s bonus',
      rule: 'On top of the commission, as entered',
      amount: entry.bonus,
    });
  }
  if (entry.credits > 0) {
    const rule = 'Out of the commission, through escrow';
    lines.push({ id: 'credit', label: 'Credit to the client', rule, amount: -entry.credits });
  }
  if (entry.referral) {
    const { broker } = entry.referral;
    const rule =
      entry.referral.by === 'rate'
        ? `${formatPercent(entry.referral.rate)} of the ${formatMoney(grossCommission)} gross commission, to ${broker}`
        : `As agreed, to ${broker}`;
    lines.push({ id: 'referral', label: 'Referral out', rule, amount: -referral });
  }
  return lines;
}

interface Charged {
  lines: SettlementLine[];
  open: OpenQuestion[];
}

function feesOf(
  entry: ClosingFigures,
  decisions: ClosingDecisions,
  fees: Readonly<FeeSchedule>,
  grossCommission: number,
  referral: number,
): Charged {
  const open: OpenQuestion[] = [];
  if (entry.bothSides && decisions.sides === null) open.push('sides');
  if (entry.bonus > 0 && decisions.bonus === null) open.push('bonus');
  const counted = grossCommission + (decisions.bonus === 'counts' ? entry.bonus : 0);
  const off = { referral, credits: entry.credits };
  const basis = (choice: FeeBasis) => Math.max(0, basisOf(choice, counted, off));
  const together = decisions.sides === 'here' ? (decisions.otherCommission ?? 0) : 0;
  const statement = (choice: FeeBasis) => publishedFees(entry, basis(choice) + together, fees);
  const choice = decisions.basis ?? 'gross';
  if (decisions.basis === null && isDisputed(entry, statement)) open.push('basis');
  const least = leastUpperTierFee(entry.price, basis(choice) + together, fees);
  const lines = [
    ...settled(entry, decisions, { lines: statement(choice), least }, open),
    ...quotedFees(entry, decisions, open),
  ];
  for (const { label, amount, reason } of decisions.lines) {
    lines.push({ id: 'decided', label, rule: reason, amount });
  }
  return { lines, open };
}

function basisOf(choice: FeeBasis, counted: number, off: { referral: number; credits: number }): number {
  const afterReferral = choice === 'after-referral' || choice === 'after-both' ? off.referral : 0;
  const afterCredit = choice === 'after-credit' || choice === 'after-both' ? off.credits : 0;
  return counted - afterReferral - afterCredit;
}

/** The lines of the fees that `closingStatement` knows, by the commission from which they are computed. */
function publishedFees(
  entry: ClosingFigures,
  commission: number,
  fees: Readonly<FeeSchedule>,
): SettlementLine[] {
  return closingStatement(transactionOf({ ...entry, commission: { by: 'amount', amount: commission } }), fees)
    .lines.slice(1)
    .map((line): SettlementLine => ({ ...line }));
}

function isDisputed(entry: ClosingFigures, statement: (choice: FeeBasis) => SettlementLine[]): boolean {
  const choices: FeeBasis[] = ['gross'];
  if (entry.referral) choices.push('after-referral');
  if (entry.credits > 0) choices.push('after-credit');
  if (choices.length === 3) choices.push('after-both');
  const totals = new Set(choices.map((choice) => sumOf(statement(choice))));
  return totals.size > 1;
}

/**
 * An estimate is settled by a fee of the office, never below `least` without a waiver; a side that the other is charged
 * with pays no fee of its own.
 */
function settled(
  entry: ClosingFigures,
  { sides, settled: fee }: ClosingDecisions,
  { lines, least }: { lines: SettlementLine[]; least: number },
  open: OpenQuestion[],
): SettlementLine[] {
  if (isQuoted(entry)) return [];
  return lines.flatMap((line): SettlementLine[] => {
    if (sides === 'there' && (line.id === 'transaction-fee' || line.id === 'errors-and-omissions')) return [];
    if (!line.estimate) return [line];
    if (fee?.estimate === -line.amount) {
      const { estimate: _, ...rest } = line;
      if (fee.fee < least) open.push('below');
      return [{ ...rest, rule: `${line.rule}; settled by the office`, amount: -fee.fee }];
    }
    open.push('estimate');
    return [line];
  });
}

/** Fees without a published figure; left out until the office has quoted them. */
function quotedFees(
  entry: ClosingFigures,
  decisions: ClosingDecisions,
  open: OpenQuestion[],
): SettlementLine[] {
  const lines: SettlementLine[] = [];
  const quote = (id: 'new-construction' | 'in-house-escrow', label: string, amount: number | null) => {
    if (amount === null) open.push(id);
    else lines.push({ id, label, rule: 'Quoted by the office', amount: -amount });
  };
  if (isQuoted(entry)) quote('new-construction', 'New construction referral', decisions.newConstruction);
  if (entry.inHouseEscrow) quote('in-house-escrow', 'In-house escrow', decisions.inHouseEscrow);
  return lines;
}

/**
 * Shares are parts of what remains after the fees, rounded half up. The agent gets the rest. Money that is owed is not
 * shared.
 */
function sharesOf({ coAgents }: ClosingFigures, net: number): SettlementLine[] {
  let left = Math.max(0, net);
  return coAgents.map(({ user, rate }): SettlementLine => {
    const share = Math.min(left, percentOf(Math.max(0, net), rate));
    left -= share;
    const rule = `${formatPercent(rate)} of what remains after the fees`;
    return { id: 'co-agent', label: 'Share of a co-agent', rule, amount: -share, user };
  });
}

interface Divided {
  payable: number;
  referral: number;
  shares: SettlementLine[];
  agentKeeps: number;
}

/** Our broker has what no one else gets: fees and deductions, or all there is of them. */
function payeesOf(
  { referral: other }: ClosingFigures,
  { payable, referral, shares, agentKeeps }: Divided,
): Payee[] {
  const payees: Payee[] = [];
  if (agentKeeps > 0) payees.push({ to: 'agent', amount: agentKeeps });
  for (const { user, amount } of shares) {
    if (user && amount < 0) payees.push({ to: 'co-agent', user, amount: -amount });
  }
  if (other && referral > 0) {
    const { broker, license, state } = other;
    payees.push({ to: 'other-broker', broker, license, state, amount: referral });
  }
  const rest = payable - sumOf(payees);
  return rest === 0 ? payees : [{ to: 'broker', amount: rest }, ...payees];
}

function outcomeOf({ kind }: ClosingFigures, payable: number, agentKeeps: number): Outcome {
  if (agentKeeps < 0) return { by: 'agent-invoice', amount: -agentKeeps };
  const { paidBy: by } = kindOf(kind);
  return by === 'letter' ? { by } : { by, amount: payable };
}
