import type { LetterKind } from '../../../shared/closing-answers.ts';
import type { ClosingEventKind, ClosingState } from '../../../shared/closing-states.ts';
import type { TransactionKind } from '../../../shared/fees.ts';

/** The tables of closings. */
export interface ClosingTables {
  closings: ClosingRow;
  closing_shares: ClosingShareRow;
  closing_events: ClosingEventRow;
  closing_corrections: ClosingCorrectionRow;
  closing_letters: ClosingLetterRow;
  closing_charges: ClosingChargeRow;
  closing_drafts: { user_id: string; form: string; saved_at: string };
  closing_settings: ClosingSettingsRow;
}

/** One side of a transaction; amounts in cents, days (YYYY-MM-DD) of Los Angeles. */
export interface ClosingRow {
  id: string;
  /** The sides of one deal share it. */
  deal_id: string;
  agent_id: string | null;
  agent_name: string;
  property: string;
  file_number: string;
  kind: TransactionKind;
  price: number;
  /** Before the approval, as the fees of the last change say. */
  gross: number;
  fees: number;
  kept: number;
  /** Whether the price is that of the deal; of its other sides it is not counted. */
  counts_price: boolean;
  /** JSON of the fields; co-agents are in closing_shares, too. */
  entry: string;
  decisions: string;
  /** JSON of the fees, and of who gets what, as approved. */
  schedule: string | null;
  agreement: string | null;
  settlement: string | null;
  approved_at: string | null;
  approved_by: string | null;
  approver_name: string | null;
  state: ClosingState;
  since: string;
  version: number;
  asked: string;
  expected_on: string | null;
  closed_on: string | null;
  /** JSON of what is ticked. */
  package: string;
  package_at: string | null;
  promise_due: string | null;
  /** The day on which the approvers were last told. */
  promise_told: string | null;
  funds_at: string | null;
  paid_on: string | null;
  paid_at: string | null;
  payer_name: string | null;
  method: string;
  promise: 'kept' | 'broken' | null;
  fell_at: string | null;
  fell_reason: string;
  reference: string | null;
  reported_at: string;
  keep_from: string;
}

export interface ClosingShareRow {
  id: string;
  closing_id: string;
  user_id: string | null;
  user_name: string;
  amount: number;
  /** Those of the closing, for the lists of the co-agent. */
  paid_on: string | null;
  reported_at: string;
}

export interface ClosingEventRow {
  id: string;
  closing_id: string;
  kind: ClosingEventKind;
  actor_id: string | null;
  actor_name: string;
  text: string;
  created_at: string;
}

export interface ClosingCorrectionRow {
  id: string;
  closing_id: string;
  agent_id: string | null;
  on_day: string;
  reason: string;
  price: number;
  gross: number;
  fees: number;
  kept: number;
  actor_name: string;
  created_at: string;
}

export interface ClosingLetterRow {
  number: number;
  closing_id: string;
  kind: LetterKind;
  /** JSON of the document. */
  content: string;
  maker_name: string;
  sent_at: string | null;
  withdrawn_at: string | null;
  withdrawn_reason: string;
  /** The number of the notice. */
  withdrawn_by: number | null;
  withdraws: number | null;
  document_id: string | null;
  sha256: string | null;
  created_at: string;
}

export interface ClosingChargeRow {
  id: string;
  user_id: string | null;
  closing_id: string;
  label: string;
  amount: number;
  reason: string;
  taken_by: string | null;
  created_at: string;
}

export interface ClosingSettingsRow {
  id: number;
  approvers: string;
  broker: string;
  promise_days: number;
  cut_off: number;
  package: string;
  keep_years: number;
  letters: number;
}
