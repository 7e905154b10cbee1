import { derived, factThatStays, link, open, type RulesOf } from './rules.ts';

export interface FeeTables {
  fee_versions: FeeVersionRow;
}

/** Rows are only added: later the start of its day clears `starts_at`, and a withdrawal sets `withdrawn_at`. */
export interface FeeVersionRow {
  number: number;
  /** JSON; see src/shared/fees/fee-figures.ts. */
  figures: string;
  /** A sentence for members. */
  note: string;
  /** YYYY-MM-DD, in Los Angeles; null for the first. */
  starts_on: string | null;
  /** When that day begins, while it is to come. */
  starts_at: string | null;
  /** YYYY-MM-DD, until when members are asked to sign it; null for new agents only. */
  due_on: string | null;
  /** Members who have yet to sign an earlier version sign this one in its place. */
  replaces_asks: boolean;
  published_by: string | null;
  published_by_name: string;
  published_at: string | null;
  withdrawn_at: string | null;
}

export const feeRules: RulesOf<FeeTables> = {
  fee_versions: {
    holds: 'every version of the fees that was published or scheduled',
    category: 'content',
    person: { published_by: 'user' },
    stays: 'what the brokerage has published, with the name of who did',
    columns: {
      number: open,
      figures: open,
      note: open,
      starts_on: open,
      starts_at: derived,
      due_on: open,
      replaces_asks: open,
      published_by: link,
      published_by_name: { ...factThatStays, exported: false },
      published_at: open,
      withdrawn_at: open,
    },
  },
};
