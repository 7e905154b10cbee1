/**
 * The facts that each decision was made for. A new field of the report belongs here if a decision rests on
 * it.
 */

import { createHash } from 'node:crypto';
import { feeBases } from '../../../shared/closings/closing.ts';
import type { ClosingFields, Decided, DecisionFields } from '../../../shared/closings/closing-fields.ts';
import { kindOf } from '../../../shared/closings/transaction-kinds.ts';
import { formatMoney, formatPercent } from '../../../shared/money.ts';

/** The facts that a decision was made for: in words, by what they are called. */
export type Facts = Record<string, string>;

/** As stored. Without `madeFor` it is of a version that did not note it: approved it stands, else it is decided again. */
export type StoredDecisions = DecisionFields & {
  madeFor?: Partial<Record<Decided, Facts>>;
  /** The basis is that of the office's policy. */
  byPolicy?: true;
};

/** All that decisions are made for. */
export interface Situation {
  entry: ClosingFields;
  /** Which fees the agent has agreed on. */
  fees: string;
  annualFee: number;
  annualFeePaid: boolean;
  /** In cents, of the due that a deduction of the annual fee keeps; null without one. */
  annualFeeDue: number | null;
  /** Property of another closing of the agent that keeps it; it is an open point of P29.7, and opens no decision. */
  annualFeeTaken: string | null;
  /** The other sides of the agent in the same deal that are paid or go on. */
  others: readonly { property: string; gross: number }[];
}

/** The screen sends it back with a decision: no one decides by facts that they did not see (docs/security.md S18.9). */
export function hashOf({ others, annualFeeDue: _, ...facts }: Situation): string {
  const sides = others.map(({ property, gross }) => [property, gross]);
  return createHash('sha256')
    .update(canonical([facts, sides]))
    .digest('hex');
}

/** JSON with sorted keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

export interface Reopened {
  decision: Decided;
  text: string;
}

const ofTransaction = ({ kind, price, commission }: ClosingFields): Facts => ({
  kind: kindOf(kind).label,
  price: formatMoney(price),
  commission: partInWords(commission),
});

const partInWords = (part: ClosingFields['commission']): string =>
  part.by === 'rate' ? formatPercent(part.rate) : formatMoney(part.amount);

const referralInWords = ({ referral }: ClosingFields): string => (referral ? partInWords(referral) : 'none');

const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

/** All that the published fees follow from. */
export const ofFees = ({ entry, fees }: Pick<Situation, 'entry' | 'fees'>): Facts => ({
  ...ofTransaction(entry),
  referral: referralInWords(entry),
  credits: formatMoney(entry.credits),
  bonus: formatMoney(entry.bonus),
  fees,
});

/** From what the fees are computed, which the policy of the office may change without it (docs/product.md P29.28). */
const ofBasis = ({ basis }: DecisionFields): Facts => ({
  'fees computed from': basis ? feeBases[basis].toLowerCase() : 'not decided',
});

/** All that the office looks at when it charges or waives something of its own. */
const ofAll = ({ entry, ...situation }: Situation): Facts => ({
  property: entry.property,
  ...ofFees({ entry, ...situation }),
  coordinator: yesNo(entry.coordinator),
  'short sale': yesNo(entry.shortSale),
  'in-house escrow': yesNo(entry.inHouseEscrow),
  'new construction': yesNo(entry.newConstruction),
  'both sides': yesNo(entry.bothSides),
  'agent is principal': yesNo(entry.principal),
});

/** A service for one side is quoted otherwise than one for both. */
const ofQuote = ({ entry }: Situation): Facts => ({
  property: entry.property,
  ...ofTransaction(entry),
  'both sides': yesNo(entry.bothSides),
});

const factsOf: Record<
  Exclude<Decided, 'package'>,
  (situation: Situation, decisions: DecisionFields) => Facts
> = {
  basis: ofFees,
  sides: (situation, { sides }) => ({
    ...ofQuote(situation),
    fees: situation.fees,
    'other side':
      situation.others
        .map(({ property, gross }) => (sides === 'here' ? `${property} (${formatMoney(gross)})` : property))
        .join(', ') || 'none',
  }),
  bonus: ofFees,
  settled: (situation, decisions) => ({ ...ofFees(situation), ...ofBasis(decisions) }),
  newConstruction: ofQuote,
  inHouseEscrow: ofQuote,
  lines: (situation, decisions) => ({ ...ofAll(situation), ...ofBasis(decisions) }),
  deductions: ({ entry }) => ({ property: entry.property, ...ofTransaction(entry) }),
  annual: ({ annualFee, annualFeePaid, annualFeeDue }) => {
    const facts = { 'annual fee': formatMoney(annualFee), 'noted as paid': yesNo(annualFeePaid) };
    // Without a due it holds also for one that is charged afterwards.
    return annualFeeDue === null ? facts : { ...facts, 'fee due': formatMoney(annualFeeDue) };
  },
};

type Factual = keyof typeof factsOf;
const isFactual = (name: string): name is Factual => Object.hasOwn(factsOf, name);
const factual: Factual[] = Object.keys(factsOf).filter(isFactual);

const sideWords = { each: 'each', here: 'as one, charged here', there: 'as one, charged there' } as const;
const otherSideWords = (commission: number | null): string =>
  commission === null ? '' : `, the other side at ${formatMoney(commission)}`;
const lineWords = ({ label, amount, reason }: DecisionFields['lines'][number]): string =>
  `${label} ${amount > 0 ? `waived ${formatMoney(amount)}` : formatMoney(-amount)} (${reason})`;
const deductionWords = (
  { deductions }: DecisionFields,
  isWanted: (kind: 'annual' | 'other') => boolean,
): string =>
  deductions
    .filter(({ kind }) => isWanted(kind))
    .map(({ kind, amount, reason }) =>
      kind === 'annual'
        ? `annual fee deducted ${formatMoney(amount)}`
        : `deduction ${formatMoney(amount)} (${reason})`,
    )
    .join('; ');

/** Each decision in words; '' for an open one. */
export const decisionTexts: Record<Factual, (decisions: DecisionFields) => string> = {
  basis: ({ basis }) => (basis ? `fees computed from: ${feeBases[basis].toLowerCase()}` : ''),
  sides: ({ sides, otherCommission }) =>
    sides ? `both sides: ${sideWords[sides]}${otherSideWords(otherCommission)}` : '',
  bonus: ({ bonus }) => (bonus ? `the bonus ${bonus === 'counts' ? 'counts' : 'does not count'}` : ''),
  settled: ({ settled }) => (settled ? `the estimate settled at ${formatMoney(settled.fee)}` : ''),
  newConstruction: ({ newConstruction: fee }) => (fee === null ? '' : `new construction ${formatMoney(fee)}`),
  inHouseEscrow: ({ inHouseEscrow: fee }) => (fee === null ? '' : `in-house escrow ${formatMoney(fee)}`),
  lines: ({ lines }) => lines.map(lineWords).join('; '),
  deductions: (decisions) => deductionWords(decisions, (kind) => kind === 'other'),
  annual: (decisions) => deductionWords(decisions, (kind) => kind === 'annual'),
};

/** For the history. */
export function decisionsInWords(decisions: DecisionFields): string {
  const { carried } = decisions;
  const words = factual.map((name) => decisionTexts[name](decisions)).filter((text) => text !== '');
  if (carried.length > 0) words.push(`charges carried over: ${carried.length}`);
  return words.join('; ') || 'nothing';
}

/** With what each is made for now. */
export function madeNow(decisions: DecisionFields, situation: Situation): StoredDecisions {
  const madeFor: Partial<Record<Decided, Facts>> = {};
  for (const name of factual)
    if (decisionTexts[name](decisions) !== '') madeFor[name] = factsOf[name](situation, decisions);
  return { ...decisions, madeFor };
}

/**
 * Divides decisions into those that hold and those that are open again, as they were made for other facts. An open choice or quote is
 * as if it had not been made; lines and deductions stay until they are decided again.
 */
export function holding(
  { madeFor, byPolicy: _, ...decisions }: StoredDecisions,
  situation: Situation,
  isApproved: boolean,
): { decisions: DecisionFields; reopened: Reopened[] } {
  if (isApproved && madeFor === undefined) return { decisions, reopened: [] };
  const reopened = factual.flatMap((decision): Reopened[] => {
    const was = decisionTexts[decision](decisions);
    if (was === '') return [];
    const differs =
      difference(madeFor?.[decision] ?? {}, factsOf[decision](situation, decisions)) ||
      (decision === 'sides' && !isApproved ? typedCommission(decisions, situation) : '');
    return differs === '' ? [] : [{ decision, text: `Decide again: ${was} (${differs})` }];
  });
  const open = new Set<Decided>(reopened.map(({ decision }) => decision));
  const unless = <T>(name: Decided, value: T): T | null => (open.has(name) ? null : value);
  return {
    decisions: {
      ...decisions,
      basis: unless('basis', decisions.basis),
      sides: unless('sides', decisions.sides),
      otherCommission: unless('sides', decisions.otherCommission),
      bonus: unless('bonus', decisions.bonus),
      settled: unless('settled', decisions.settled),
      newConstruction: unless('newConstruction', decisions.newConstruction),
      inHouseEscrow: unless('inHouseEscrow', decisions.inHouseEscrow),
    },
    reopened,
  };
}

/** A linked side is charged by its own commission; another one that was typed would hide it. */
function typedCommission({ sides, otherCommission }: DecisionFields, { others: [other] }: Situation): string {
  if (sides !== 'here' || !other || otherCommission === other.gross) return '';
  return difference(
    { 'commission of the other side': formatMoney(otherCommission ?? 0) },
    { 'commission of the other side': formatMoney(other.gross) },
  );
}

/** 'price: $300,000 → $3,000,000'; '' when all is as it was. Of a fact that an earlier version did not note nothing is known. */
function difference(before: Facts, after: Facts): string {
  const noted = Object.keys(before);
  return (noted.length > 0 ? noted : Object.keys(after))
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name] ?? 'not noted'} → ${after[name] ?? 'none'}`)
    .join('; ');
}

/** An item of the package that is there, and for which transaction. */
export interface Tick {
  item: string;
  date: string;
  by: string;
  /** Left out by a version that did not note it: then it stands. */
  madeFor?: Facts;
}

/** A package is that of one transaction at one price. */
export const packageFacts = ({ property, kind, price, fileNumber }: ClosingFields): Facts => ({
  property,
  kind: kindOf(kind).label,
  price: formatMoney(price),
  'file number': fileNumber || 'none',
});

/** The ticks that still hold, and those of another transaction. */
export function holdingTicks(ticks: Tick[], entry: ClosingFields): { ticked: Tick[]; reopened: Reopened[] } {
  const now = packageFacts(entry);
  const ticked: Tick[] = [];
  const reopened: Reopened[] = [];
  for (const tick of ticks) {
    const differs = tick.madeFor ? difference(tick.madeFor, now) : '';
    if (differs === '') ticked.push(tick);
    else reopened.push({ decision: 'package', text: `Tick again: ${tick.item} (${differs})` });
  }
  return { ticked, reopened };
}
