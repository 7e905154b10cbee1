/** Figures that the reports of the office add up (docs/product.md P31). */

/** Kinds of income in the order of the table; `dues` are those that are no annual fees. */
export const incomeKinds = {
  transaction: 'Transaction fees',
  insurance: 'E&O',
  coordination: 'Coordinator',
  shortSale: 'Short sales',
  lease: 'Leases',
  referral: 'Referrals',
  newConstruction: 'New construction',
  other: 'Other fees',
  annual: 'Annual fees',
  dues: 'Other dues',
  corrections: 'Corrections',
} as const;

/** Deducted from payments of agents, by kind. */
export const deductedKinds = {
  deductedAnnual: 'Annual fees',
  deductedCarried: 'Charges carried over',
  deductedOther: 'Other deductions',
} as const;

export const productionFigures = {
  sides: 'Sides',
  volume: 'Volume',
  gross: 'Gross',
  fees: 'Fees',
  deductions: 'Deductions',
  kept: 'Kept',
} as const;
export type ProductionFigure = keyof typeof productionFigures;

/** Figures whose sources can be listed; `days` from the package to the payment. */
export const figures = {
  ...incomeKinds,
  waived: 'Waived',
  income: 'Income',
  ...productionFigures,
  ...deductedKinds,
  days: 'Days to payment',
} as const;
export type Figure = keyof typeof figures;

export const reports = {
  income: 'Income',
  production: 'Production',
  deductions: 'Deductions',
  promise: 'Promise',
} as const;
export type Report = keyof typeof reports;

/** closing · a co-agent's share · correction · due that was paid outside of a closing · money of a credit */
export const sourceKinds = {
  closing: 'Closing',
  share: 'Share',
  correction: 'Correction',
  due: 'Due',
  credit: 'Paid twice',
} as const;
export type SourceKind = keyof typeof sourceKinds;

/** The columns of each report's file. */
export const figuresOfReport = {
  income: [...keysOf(incomeKinds), 'waived', 'income'],
  production: keysOf(productionFigures),
  deductions: [...keysOf(deductedKinds), 'deductions'],
  promise: ['days'],
} satisfies Record<Report, Figure[]>;

const hasAll = <Key extends string, Value>(
  record: Record<string, Value>,
  labels: Readonly<Record<Key, unknown>>,
): record is Record<Key, Value> => Object.keys(labels).every((key) => key in record);

/** A value for each of the keys. */
export function recordOf<Key extends string, Value>(
  labels: Readonly<Record<Key, unknown>>,
  valueFor: (key: Key) => Value,
): Record<Key, Value> {
  const record = Object.fromEntries(keysOf(labels).map((key) => [key, valueFor(key)]));
  if (!hasAll(record, labels)) throw new Error('A key has no value');
  return record;
}

export function keysOf<Key extends string>(labels: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(labels).filter((key): key is Key => key in labels);
}
