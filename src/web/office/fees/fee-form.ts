import { addDays, today } from '../../../shared/dates.ts';
import { figureFault, figureFields, figureNames, figuresOf } from '../../../shared/fees/fee-figures.ts';
import { type FeeFigures, type FeeSchedule, startFees } from '../../../shared/fees/fees.ts';
import {
  formatAmount,
  parseMoney,
  parsePercent,
  toDecimal,
  unreadAmount,
  unreadPercent,
} from '../../../shared/money.ts';

export type FeeTexts = Record<keyof FeeFigures, string>;

/** As the fields show figures. */
export function toTexts(fees: Readonly<FeeFigures>): FeeTexts {
  const text = (name: keyof FeeFigures) =>
    figureFields[name].kind === 'rate' ? toDecimal(fees[name]) : formatAmount(fees[name]);
  return {
    sale: text('sale'),
    errorsAndOmissions: text('errorsAndOmissions'),
    upperTierPrice: text('upperTierPrice'),
    upperTierRate: text('upperTierRate'),
    upperTierStep: text('upperTierStep'),
    upperTierFeePerStep: text('upperTierFeePerStep'),
    lease: text('lease'),
    leaseRate: text('leaseRate'),
    referral: text('referral'),
    referralRate: text('referralRate'),
    coordinator: text('coordinator'),
    shortSale: text('shortSale'),
    annual: text('annual'),
  };
}

export interface FeeValues {
  texts: FeeTexts;
  starts: string;
  note: string;
  asks: boolean;
  due: string;
  /** Whether those who have yet to sign earlier fees sign these instead; '' until it is chosen. */
  openAsks: '' | 'keep' | 'replace';
}

/** The form before anything is typed. */
export const valuesOf = (fees: Readonly<FeeFigures>): FeeValues => ({
  texts: toTexts(fees),
  starts: today(),
  note: '',
  asks: false,
  due: addDays(today(), 14),
  openAsks: '',
});

export const isSame = (one: FeeValues, other: FeeValues): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const read = (name: keyof FeeFigures, text: string) =>
  figureFields[name].kind === 'rate' ? parsePercent(text) : parseMoney(text);

/** Says what is wrong with the figures, by their names. */
export function textErrors(texts: FeeTexts): Partial<FeeTexts> {
  const errors: Partial<FeeTexts> = {};
  for (const name of figureNames) {
    const value = read(name, texts[name]);
    const unread = figureFields[name].kind === 'rate' ? unreadPercent : unreadAmount;
    const fault = value === undefined ? unread : figureFault(name, value);
    if (fault !== '') errors[name] = fault;
  }
  return errors;
}

/** Undefined while something cannot be published. */
export function toFigures(texts: FeeTexts): FeeFigures | undefined {
  if (Object.keys(textErrors(texts)).length > 0) return undefined;
  const figures = figuresOf(startFees);
  for (const name of figureNames) figures[name] = read(name, texts[name]) ?? 0;
  return figures;
}

/** Prices on either side of the tier, the highest below it and the lowest in it among them; fewer for a tier of few dollars. */
export function pricesAround({ upperTierPrice: tier }: Readonly<FeeFigures>): number[] {
  const wholeDollars = [tier / 2, (tier * 4) / 5, tier - 1_00, (tier * 3) / 2, tier * 2].map((price) =>
    Math.max(0, Math.round(price / 1_00) * 1_00),
  );
  return [...new Set([...wholeDollars, tier])].toSorted((a, b) => a - b);
}

export const asSchedule = (figures: FeeFigures, version: number): FeeSchedule => ({ version, ...figures });
