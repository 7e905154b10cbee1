/** The rules of the list of payees of a year (docs/product.md P32). Amounts in cents. */

export const payeeKinds = ['agent', 'corporation', 'other-broker'] as const;
export type PayeeKind = (typeof payeeKinds)[number];

export const payeeKindLabels: Record<PayeeKind, string> = {
  agent: 'Agent',
  corporation: 'Corporation',
  'other-broker': 'Other broker',
};

/** other-name: noted for another name than the one that is paid now. */
export const w9States = ['noted', 'other-name', 'missing'] as const;
export type W9State = (typeof w9States)[number];

export const w9Labels: Record<W9State, string> = {
  noted: 'Noted',
  'other-name': 'Of another name',
  missing: 'Missing',
};

export const formNeeds = ['yes', 'ask', 'corporation', 'below'] as const;
export type FormNeed = (typeof formNeeds)[number];

export const formNeedLabels: Record<FormNeed, string> = {
  yes: 'Yes',
  ask: 'Ask your accountant',
  corporation: 'No: corporation',
  below: 'No: below the threshold',
};

export interface Threshold {
  /** In cents; a payee who was paid as much needs a form. */
  amount: number;
  source: string;
}

/** From 2027 on the amount follows the prices of each year: the office enters it. */
export const lastYearOfLaw = 2026;

/** Threshold of a year by law; null for those that the office enters (docs/product.md P32.2). */
export function thresholdOfLaw(year: number): Threshold | null {
  if (year > lastYearOfLaw) return null;
  if (year === lastYearOfLaw) return { amount: 2_000_00, source: 'Public Law 119-21, section 70433' };
  return { amount: 600_00, source: 'Internal Revenue Code, sections 6041(a) and 6041A(a)' };
}

/**
 * The part of what an agent keeps of a closing, or of a share, that counts for the form: what is paid to them. What they owe
 * is paid by them (docs/product.md P32.1): a correction counts with what they had of the closing before it.
 */
export const countsForForm = (kept: number, before = 0): number =>
  Math.max(0, before + kept) - Math.max(0, before);

interface JudgedPayee {
  kind: PayeeKind;
  /** The largest sum of a payee, as one corporation can be paid for many members. */
  total: number;
  w9: W9State;
  /**
   * Whether the account is there: without it no one knows by whom and for whom a W-9 was noted. False, too, for a member
   * whom letters of the year pay otherwise than today, as a person or by another corporation, and for accounts that may be
   * those of two people.
   */
  known: boolean;
}

/** Whether a payee needs a form (docs/product.md P32.3). */
export function needOfForm({ kind, total, w9, known }: JudgedPayee, threshold: Threshold | null): FormNeed {
  if (threshold === null) return 'ask';
  if (total < threshold.amount) return 'below';
  if (kind === 'other-broker' || w9 === 'other-name' || !known) return 'ask';
  if (kind === 'corporation') return w9 === 'noted' ? 'corporation' : 'ask';
  return 'yes';
}

/** From October on the office asks for what it needs in January (docs/product.md P32.4). */
export const asksForW9s = (year: number, today: string): boolean =>
  today >= `${year}-10-01` && today <= `${year}-12-31`;

/** Payees in one answer of the list. */
export const payeesOnPage = 100;
