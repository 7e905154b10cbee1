import type { Generated } from 'kysely';
import type { FeeBasis } from '../../shared/closings/closing.ts';
import type { LetterKind } from '../../shared/closings/closing-answers.ts';
import type { ClosingEventKind } from '../../shared/closings/closing-events.ts';
import type { ClosingState } from '../../shared/closings/closing-states.ts';
import type { TransactionKind } from '../../shared/closings/transaction-kinds.ts';
import { derived, fact, factThatStays, link, open, personal, type RulesOf } from './rules.ts';

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
  /** The id of the account, once it is deleted. */
  agent_was: string | null;
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
  /** JSON of the ticked items. */
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
  /** Copied from the closing, for the lists of the co-agent. */
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
  /** With what it frees of the dues. */
  kept: number;
  /** Cents of the dues that it frees, by kind. */
  freed_annual: Generated<number>;
  freed_carried: Generated<number>;
  freed_charged: Generated<number>;
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
  own_closings: boolean;
  /** JSON of the settings of dues. */
  dues: string | null;
  /** JSON of thresholds by year, for forms 1099-NEC. */
  form_thresholds: string | null;
  /** JSON of days, YYYY-MM-DD. */
  closed_days: string | null;
  /** JSON of packages by kind. */
  packages: string | null;
  /** JSON of years of keeping that were shortened and count until a moment. */
  former_years: string | null;
  /** From what fees are computed after a referral or credit; null while each closing is decided. */
  fee_basis: FeeBasis | null;
}

const closingStays =
  'the record of the transaction, for three years from the closing or the report: a broker must keep it';

export const closingRules: RulesOf<ClosingTables> = {
  closings: {
    holds: 'closings that agents reported: price, commission, fees and what was paid',
    category: 'closings',
    person: { agent_id: 'user', approved_by: 'user' },
    othersBy: { approved_by: 'all' },
    stays: closingStays,
    columns: {
      id: factThatStays,
      deal_id: factThatStays,
      agent_id: link,
      agent_was: factThatStays,
      agent_name: { ...factThatStays, label: 'name of the agent of a closing' },
      property: { ...factThatStays, label: 'property of a closing' },
      file_number: factThatStays,
      kind: factThatStays,
      price: factThatStays,
      gross: { ...factThatStays, label: 'commission, fees and payment of a closing' },
      fees: factThatStays,
      kept: factThatStays,
      counts_price: derived,
      entry: { ...factThatStays, label: 'what an agent reported of a closing' },
      decisions: factThatStays,
      schedule: derived,
      agreement: factThatStays,
      settlement: factThatStays,
      approved_at: factThatStays,
      approved_by: link,
      approver_name: factThatStays,
      state: factThatStays,
      since: factThatStays,
      version: derived,
      asked: factThatStays,
      expected_on: factThatStays,
      closed_on: factThatStays,
      package: factThatStays,
      package_at: factThatStays,
      promise_due: derived,
      promise_told: derived,
      funds_at: factThatStays,
      paid_on: factThatStays,
      paid_at: factThatStays,
      payer_name: factThatStays,
      method: factThatStays,
      promise: derived,
      fell_at: factThatStays,
      fell_reason: factThatStays,
      reference: factThatStays,
      reported_at: factThatStays,
      keep_from: derived,
    },
  },
  closing_shares: {
    holds: 'shares of closings that agents have beside the one who reported',
    category: 'closings',
    person: { user_id: 'user' },
    stays: closingStays,
    columns: {
      id: factThatStays,
      closing_id: factThatStays,
      user_id: link,
      user_name: factThatStays,
      amount: { ...factThatStays, label: 'share of a closing' },
      paid_on: factThatStays,
      reported_at: factThatStays,
    },
  },
  closing_events: {
    holds: 'who did what to a closing',
    category: 'closings',
    person: { actor_id: 'user' },
    othersBy: { actor_id: ['text'] },
    stays: closingStays,
    columns: {
      id: factThatStays,
      closing_id: factThatStays,
      kind: factThatStays,
      actor_id: link,
      actor_name: { ...factThatStays, label: 'name of who did something to a closing' },
      text: factThatStays,
      created_at: factThatStays,
    },
  },
  closing_corrections: {
    holds: 'corrections of paid closings',
    category: 'closings',
    person: { agent_id: 'user' },
    stays: closingStays,
    columns: {
      id: factThatStays,
      closing_id: factThatStays,
      agent_id: link,
      on_day: factThatStays,
      reason: { ...factThatStays, label: 'corrections of a closing' },
      price: factThatStays,
      gross: factThatStays,
      fees: factThatStays,
      kept: factThatStays,
      freed_annual: factThatStays,
      freed_carried: factThatStays,
      freed_charged: factThatStays,
      actor_name: open,
      created_at: factThatStays,
    },
  },
  closing_letters: {
    holds: 'letters, notices and invoices of closings',
    person: {},
    columns: {
      number: open,
      closing_id: open,
      kind: open,
      content: derived,
      maker_name: open,
      sent_at: open,
      withdrawn_at: open,
      withdrawn_reason: open,
      withdrawn_by: open,
      withdraws: open,
      document_id: open,
      sha256: open,
      created_at: open,
    },
  },
  closing_charges: {
    holds: 'what stays due of a closing that fell through',
    category: 'closings',
    person: { user_id: 'user' },
    stays: closingStays,
    columns: {
      id: factThatStays,
      user_id: link,
      closing_id: factThatStays,
      label: { ...factThatStays, label: 'charges of a closing that fell through' },
      amount: factThatStays,
      reason: factThatStays,
      taken_by: factThatStays,
      created_at: factThatStays,
    },
  },
  closing_drafts: {
    holds: 'a report of a closing that is not sent yet',
    category: 'closings',
    person: { user_id: 'user' },
    columns: { user_id: fact, form: personal('report of a closing that is not sent yet'), saved_at: fact },
  },
  closing_settings: {
    holds: 'who approves closings, and by which rules',
    person: {},
    columns: {
      id: open,
      approvers: open,
      broker: open,
      promise_days: open,
      cut_off: open,
      package: open,
      keep_years: open,
      letters: open,
      own_closings: open,
      dues: open,
      form_thresholds: open,
      closed_days: open,
      packages: open,
      former_years: open,
      fee_basis: open,
    },
  },
};
