import {
  type ClosingDecisions,
  isFeeBasis,
  type SideChoice,
  sideChoices,
} from '../../../shared/closings/closing.ts';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import type { DecisionFields } from '../../../shared/closings/closing-fields.ts';
import { formatAmount, parseMoney, unreadAmount } from '../../../shared/money.ts';

export interface LineValue {
  key: number;
  label: string;
  /** A charge is taken off, a waiver given back. */
  way: 'charge' | 'waive';
  amount: string;
  reason: string;
}

export interface DeductionValue {
  key: number;
  kind: 'annual' | 'other';
  amount: string;
  reason: string;
}

/** The decisions as typed; '' means not decided. */
export interface DecisionValues {
  basis: string;
  sides: string;
  otherCommission: string;
  bonus: string;
  settled: string;
  newConstruction: string;
  inHouseEscrow: string;
  lines: LineValue[];
  deductions: DeductionValue[];
  carried: string[];
}

let keys = 0;
const nextKey = () => {
  keys += 1;
  return keys;
};

export const newLine = (): LineValue => ({
  key: nextKey(),
  label: '',
  way: 'charge',
  amount: '',
  reason: '',
});
export const newDeduction = (kind: DeductionValue['kind'] = 'other', cents?: number): DeductionValue => ({
  key: nextKey(),
  kind,
  amount: cents === undefined ? '' : formatAmount(cents),
  reason: '',
});

const amountText = (cents: number | null) => (cents === null ? '' : formatAmount(cents));

export function decisionValues({
  decisions,
  otherSideGross,
}: Pick<OfficeClosing, 'decisions' | 'otherSideGross'>): DecisionValues {
  const { basis, sides, bonus, settled, lines, deductions, carried } = decisions;
  return {
    basis: basis ?? '',
    sides: sides ?? '',
    // A linked side is charged by its own commission.
    otherCommission: otherSideGross === null ? amountText(decisions.otherCommission) : '',
    bonus: bonus ?? '',
    settled: amountText(settled?.fee ?? null),
    newConstruction: amountText(decisions.newConstruction),
    inHouseEscrow: amountText(decisions.inHouseEscrow),
    lines: lines.map(({ label, amount, reason }) => ({
      key: nextKey(),
      label,
      reason,
      amount: formatAmount(Math.abs(amount)),
      way: amount > 0 ? 'waive' : 'charge',
    })),
    deductions: deductions.map(({ kind, amount, reason }) => ({
      key: nextKey(),
      kind,
      reason,
      amount: formatAmount(amount),
    })),
    carried: [...carried],
  };
}

/**
 * The body of the call; errors by field for input that can't be read. `estimate` is the estimated fee that is settled.
 */
export function readDecisions(values: DecisionValues, estimate: number | undefined) {
  const errors: Record<string, string> = {};
  const amount = (field: string, text: string): number => {
    const cents = parseMoney(text);
    if (cents === undefined) errors[field] = unreadAmount;
    return cents ?? 0;
  };
  const optional = (field: string, text: string) => (text.trim() === '' ? null : amount(field, text));
  const words = (field: string, text: string, label: string) => {
    if (text.trim() === '') errors[field] = `${label} is required`;
    return text;
  };
  const basis = isFeeBasis(values.basis) ? values.basis : null;
  const sides: SideChoice | null = sideChoices.find((each) => each === values.sides) ?? null;
  const fee = estimate === undefined ? null : optional('settled', values.settled);
  const decisions: DecisionFields = {
    basis,
    sides,
    otherCommission: sides === 'here' ? optional('otherCommission', values.otherCommission) : null,
    bonus: values.bonus === 'counts' || values.bonus === 'apart' ? values.bonus : null,
    settled: fee === null || estimate === undefined ? null : { estimate, fee },
    newConstruction: optional('newConstruction', values.newConstruction),
    inHouseEscrow: optional('inHouseEscrow', values.inHouseEscrow),
    lines: values.lines.map((line, index) => {
      const cents = amount(`lines.${index}.amount`, line.amount);
      return {
        label: words(`lines.${index}.label`, line.label, 'Label'),
        amount: line.way === 'charge' ? -cents : cents,
        reason: words(`lines.${index}.reason`, line.reason, 'Reason'),
      };
    }),
    deductions: values.deductions.map(({ kind, ...line }, index) => ({
      kind,
      amount: amount(`deductions.${index}.amount`, line.amount),
      reason: words(`deductions.${index}.reason`, line.reason, 'Reason'),
    })),
    carried: values.carried,
  };
  return { decisions, errors };
}

/** The decisions as settleClosing takes them: a carried amount is a deduction, and the other side gives its commission. */
export function settleable(
  { carried, otherCommission, ...rest }: DecisionFields,
  { charges, otherSideGross }: Pick<OfficeClosing, 'charges' | 'otherSideGross'>,
): ClosingDecisions {
  return {
    ...rest,
    otherCommission: otherCommission ?? otherSideGross,
    deductions: [
      ...rest.deductions,
      ...charges
        .filter(({ _id }) => carried.includes(_id))
        .map(({ amount, deduction }) => ({ ...deduction, amount })),
    ],
  };
}

/** Props of each part of the form. */
export interface DecisionFieldsProps {
  closing: OfficeClosing;
  values: DecisionValues;
  change: (changes: Partial<DecisionValues>) => void;
  errors: Record<string, string>;
  /** The fee that the price rule only estimates. */
  estimate: number | undefined;
}
