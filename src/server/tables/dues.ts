import type { DueState } from '../../shared/dues/dues.ts';
import { derived, factThatStays, link, type RulesOf } from './rules.ts';

export interface DueTables {
  dues: DueRow;
}

/** A debt of a member outside of a transaction; amounts in cents, days (YYYY-MM-DD) of Los Angeles. */
export interface DueRow {
  id: string;
  user_id: string | null;
  /** The id of the account, once it is deleted. */
  user_was: string | null;
  user_name: string;
  label: string;
  reason: string;
  /** Negative for a credit. */
  amount: number;
  /** The day for which an annual fee is charged; null for other dues. */
  annual_on: string | null;
  charged_on: string;
  due_on: string;
  state: DueState;
  /** The day on which the member is told next; null once they are told no more. */
  tell_on: string | null;
  /** The closing that fell through, of which it stays due. */
  from_closing: string | null;
  /** The closing that keeps it. */
  closing_id: string | null;
  /** The paid closing that deducts an annual fee whose tick was taken back. */
  opened_from: string | null;
  /** The due that was paid though a closing had kept it. */
  credit_of: string | null;
  settled_on: string | null;
  method: string;
  settled_reason: string;
  settled_by: string | null;
  settler_name: string;
  /** JSON of DueEvent[], each with the state that it led to. */
  history: string;
  invoice: number | null;
  /** JSON of the document, as it was made. */
  invoice_content: string | null;
  /** The day from which its years of retention count. */
  keep_from: string;
  created_at: string;
}

export const dueRules: RulesOf<DueTables> = {
  dues: {
    holds: 'annual fees and other dues of members, and how each was settled',
    category: 'closings',
    person: { user_id: 'user', settled_by: 'user' },
    othersBy: { settled_by: 'all' },
    stays: 'the record of what was charged and paid, for three years: a broker must keep it',
    columns: {
      id: factThatStays,
      user_id: link,
      user_was: factThatStays,
      user_name: { ...factThatStays, label: 'name beside what is due' },
      label: { ...factThatStays, label: 'annual fees and other dues' },
      reason: factThatStays,
      amount: factThatStays,
      annual_on: factThatStays,
      charged_on: factThatStays,
      due_on: factThatStays,
      state: factThatStays,
      tell_on: derived,
      from_closing: factThatStays,
      closing_id: factThatStays,
      opened_from: derived,
      credit_of: factThatStays,
      settled_on: factThatStays,
      method: factThatStays,
      settled_reason: factThatStays,
      settled_by: link,
      settler_name: { ...factThatStays, exported: false },
      history: { ...factThatStays, exported: false },
      invoice: factThatStays,
      invoice_content: derived,
      keep_from: derived,
      created_at: factThatStays,
    },
  },
};
