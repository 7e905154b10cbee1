import { derived, factThatStays, link, open, type RulesOf } from './rules.ts';

export interface BookkeepingTables {
  paid_figures: PaidFiguresRow;
  journal_accounts: { account: string; name: string };
  journal_exports: JournalExportRow;
  journal_entries: JournalEntryRow;
}

export interface JournalExportRow {
  number: number;
  from_day: string;
  to_day: string;
  /** How many entries it was made with. */
  entries: number;
  maker_name: string;
  created_at: string;
}

export interface JournalEntryRow {
  number: number;
  export: number;
  /** In paid_figures, which replaces a due's row when its payment is another one. */
  figure: string;
  /** reversal: of a due that is paid no more. */
  kind: 'entry' | 'reversal';
  closing_id: string | null;
  due_id: string | null;
  on_day: string;
  /** JSON: account, cents (negative for a credit), description and name of each line. */
  lines: string;
}

/** Figures of payments and corrections, by the day on which it counts; derived from closings and dues. Amounts in cents. */
export interface PaidFiguresRow {
  id: string;
  /** credit: what a member paid although a closing had kept it, and is owed since. */
  kind: 'closing' | 'share' | 'correction' | 'due' | 'credit';
  /** The id of what it is. */
  source: string;
  closing_id: string | null;
  due_id: string | null;
  user_id: string | null;
  user_name: string;
  on_day: string;
  sides: number;
  /** The price, once for each agent of a deal. */
  volume: number;
  gross: number;
  transaction_fee: number;
  /** E&O. */
  insurance: number;
  coordination: number;
  short_sale: number;
  lease: number;
  referral: number;
  new_construction: number;
  other: number;
  /** Fees of a correction, which names no kind. */
  corrected: number;
  /** Negative. */
  waived: number;
  annual: number;
  /** Stayed due of a closing that fell through. */
  carried: number;
  /** Other dues. */
  charged: number;
  /** Given to clients, and to other brokers. */
  credits: number;
  referred: number;
  kept: number;
  /** The corporation that the letter pays in their place, as corporationForm; '' for none, null if no letter says so. */
  paid_to: string | null;
  /** The part of a correction of the gross that names neither fees nor agent. */
  unexplained: number;
  days_to_pay: number | null;
  /** 1 for a payment within the promise. */
  in_time: number | null;
}

export const bookkeepingRules: RulesOf<BookkeepingTables> = {
  paid_figures: {
    holds: 'figures of what was paid, for the reports of the office',
    category: 'closings',
    person: { user_id: 'user' },
    stays: 'the record of the payment, as long as its closing or due',
    columns: {
      id: derived,
      kind: derived,
      source: derived,
      closing_id: derived,
      due_id: derived,
      user_id: link,
      user_name: { ...factThatStays, exported: false },
      on_day: derived,
      sides: derived,
      volume: derived,
      gross: derived,
      transaction_fee: derived,
      insurance: derived,
      coordination: derived,
      short_sale: derived,
      lease: derived,
      referral: derived,
      new_construction: derived,
      other: derived,
      corrected: derived,
      waived: derived,
      annual: derived,
      carried: derived,
      charged: derived,
      credits: derived,
      referred: derived,
      kept: derived,
      paid_to: { ...factThatStays, exported: false },
      unexplained: derived,
      days_to_pay: derived,
      in_time: derived,
    },
  },
  journal_accounts: {
    holds: 'accounts of QuickBooks that have other names than usual',
    person: {},
    columns: { account: open, name: open },
  },
  journal_exports: {
    holds: 'exports of journal entries for QuickBooks',
    person: {},
    columns: {
      number: open,
      from_day: open,
      to_day: open,
      entries: open,
      maker_name: open,
      created_at: open,
    },
  },
  journal_entries: {
    holds: 'journal entries of closings and dues, as they were exported',
    person: {},
    columns: {
      number: open,
      export: open,
      figure: open,
      kind: open,
      closing_id: open,
      due_id: open,
      on_day: open,
      lines: derived,
    },
  },
};
