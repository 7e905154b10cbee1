import { formatMoney, formatPercent, MAX_AMOUNT, MAX_RATE } from '../money.ts';
import type { FeeFigures, FeeSchedule } from './fees.ts';

/** Keeps the fee of the highest price exact in a double. */
const maxFee = 100_000_00;

interface Figure {
  label: string;
  group: 'Residential and commercial sales' | 'Leases and referrals' | 'Options and joining';
  kind: 'amount' | 'rate';
  min: number;
  max: number;
}

const sales = { group: 'Residential and commercial sales' } as const;
const small = { group: 'Leases and referrals' } as const;
const others = { group: 'Options and joining' } as const;
const fee = { kind: 'amount', min: 0, max: maxFee } as const;
const step = { min: 1_000_00, max: 1_000_000_00 };
const rate = { kind: 'rate', min: 0, max: MAX_RATE } as const;

/** Every figure of the schedule as the office sees it, in the order of its form. */
export const figureFields: Record<keyof FeeFigures, Figure> = {
  sale: { ...sales, ...fee, label: 'Transaction fee' },
  errorsAndOmissions: { ...sales, ...fee, label: 'E&O insurance' },
  upperTierPrice: { ...sales, ...fee, min: 1_00, max: MAX_AMOUNT, label: 'The upper tier starts at' },
  upperTierRate: { ...sales, ...rate, label: 'Upper tier, percent of commission' },
  upperTierFeePerStep: { ...sales, ...fee, label: 'Upper tier, fee per step' },
  upperTierStep: { ...sales, ...fee, ...step, label: 'Upper tier, step of the sales price' },
  lease: { ...small, ...fee, label: 'Lease, flat' },
  leaseRate: { ...small, ...rate, label: 'Lease, percent of commission' },
  referral: { ...small, ...fee, label: 'Referral, flat' },
  referralRate: { ...small, ...rate, label: 'Referral, percent of commission' },
  coordinator: { ...others, ...fee, label: 'Transaction coordinator' },
  shortSale: { ...others, ...fee, label: 'Short sale processing' },
  annual: { ...others, ...fee, label: 'Annual fee' },
};

const isFigureName = (name: string): name is keyof FeeFigures => Object.hasOwn(figureFields, name);
export const figureNames: (keyof FeeFigures)[] = Object.keys(figureFields).filter(isFigureName);

export const formatFigure = (name: keyof FeeFigures, value: number): string =>
  figureFields[name].kind === 'rate' ? formatPercent(value) : formatMoney(value);

/** Says what is wrong with a figure, by its name; '' for one that can be published. */
export function figureFault(name: keyof FeeFigures, value: number): string {
  const { label, kind, min, max } = figureFields[name];
  if (!Number.isInteger(value)) return `${label} must be a whole number of ${unitOf(kind)}`;
  if (value >= min && value <= max) return '';
  return `${label} must be from ${formatFigure(name, min)} to ${formatFigure(name, max)}`;
}

const unitOf = (kind: Figure['kind']) => (kind === 'rate' ? 'hundredths of a percent' : 'cents');

export interface FigureChange {
  name: keyof FeeFigures;
  label: string;
  before: number;
  after: number;
}

/** Lists the figures that differ, in the order of the form. */
export const figureChanges = (before: Readonly<FeeFigures>, after: Readonly<FeeFigures>): FigureChange[] =>
  figureNames
    .filter((name) => before[name] !== after[name])
    .map((name) => ({
      name,
      label: figureFields[name].label,
      before: before[name],
      after: after[name],
    }));

/** 'E&O insurance $125 → $140'. */
export const changeInWords = ({ name, label, before, after }: FigureChange): string =>
  `${label} ${formatFigure(name, before)} → ${formatFigure(name, after)}`;

export function figuresOf({ version: _, ...figures }: Readonly<FeeSchedule>): FeeFigures {
  return figures;
}
