import type { PrivacyChannel, PrivacyKind } from '../../shared/privacy/privacy-kinds.ts';
import type { Trapped } from './leads.ts';
import {
  derived,
  derivedOfPerson,
  fact,
  factThatStays,
  link,
  ofOthers,
  personal,
  type RulesOf,
  secret,
} from './rules.ts';

export interface PrivacyTables {
  privacy_requests: Omit<PrivacyRequestRow, 'trapped'> & Trapped;
  legal_holds: LegalHoldRow;
  exports: ExportRow;
  export_parts: ExportPartRow;
  tombstones: TombstoneRow;
}

/** A line of the register; `name` to `answer` are empty from 22 months on. */
export interface PrivacyRequestRow {
  id: string;
  kind: PrivacyKind;
  name: string;
  email: string;
  details: string;
  user_id: string | null;
  /** SHA-256 of the token in the mailed link, until that is used. */
  token_hash: string | null;
  verified_at: string | null;
  verified_how: string | null;
  received_at: string;
  acknowledge_by: string;
  acknowledged_at: string | null;
  due_at: string;
  extension: string | null;
  closed_at: string | null;
  outcome: 'done' | 'refused' | null;
  answer: string | null;
  warned_at: string | null;
  /** Entered by the office; null for the form and for a member's own. */
  came_by: PrivacyChannel | null;
  /** When the email to confirm was sent, if not when the request was received. */
  link_sent_at: string | null;
  trapped: boolean;
}

export const privacyRequestColumns = [
  'id',
  'kind',
  'name',
  'email',
  'details',
  'user_id',
  'token_hash',
  'verified_at',
  'verified_how',
  'received_at',
  'acknowledge_by',
  'acknowledged_at',
  'due_at',
  'extension',
  'closed_at',
  'outcome',
  'answer',
  'warned_at',
  'came_by',
  'link_sent_at',
  'trapped',
] as const satisfies (keyof PrivacyRequestRow)[];

export interface LegalHoldRow {
  id: string;
  email: string;
  reason: string;
  /** YYYY-MM-DD. */
  review_on: string;
  placed_by: string | null;
  placed_at: string;
  reminded_at: string | null;
  /** JSON of the ids of deleted accounts that had the address; null where they were not looked for. */
  accounts: string | null;
}

export const legalHoldColumns = [
  'id',
  'email',
  'reason',
  'review_on',
  'placed_by',
  'placed_at',
  'reminded_at',
  'accounts',
] as const satisfies (keyof LegalHoldRow)[];

/** The personal data of an email address as a ZIP. */
export interface ExportRow {
  id: string;
  requested_by: string;
  email: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  rows_total: number;
  rows_done: number;
  /** Size of the file. */
  bytes: number;
  /** Renewed while it is made: when it is old, another process starts over. */
  claimed_at: string | null;
  created_at: string;
  finished_at: string | null;
}

export const exportColumns = [
  'id',
  'requested_by',
  'email',
  'state',
  'rows_total',
  'rows_done',
  'bytes',
  'claimed_at',
  'created_at',
  'finished_at',
] as const satisfies (keyof ExportRow)[];

/** The ZIP in pieces, so that no process holds all of it and every process can send it; in base64. */
export interface ExportPartRow {
  export_id: string;
  number: number;
  bytes: string;
}

/** An erasure, which every restored backup has to repeat. */
export interface TombstoneRow {
  /** Id of the erased user or request; an address gets an id of its own. */
  id: string;
  kind: 'user' | 'contact-request' | 'address';
  /** Hash of the email address, keyed by SECRETS_KEY. */
  email_hash: string | null;
  erased_at: string;
  /** Null until all of it is gone. */
  finished_at: string | null;
}

export const privacyRules: RulesOf<PrivacyTables> = {
  privacy_requests: {
    holds: 'the register of privacy requests',
    category: 'requests',
    person: { user_id: 'user', email: 'address' },
    stays: 'for 24 months that a request was made and answered, as the law asks; the names for 22',
    columns: {
      id: factThatStays,
      kind: { ...factThatStays, label: 'what you asked for' },
      name: { ...factThatStays, label: 'name' },
      email: { ...factThatStays, label: 'email address' },
      details: { ...factThatStays, label: 'details that you gave' },
      user_id: { ...link, exported: true },
      token_hash: { ...secret, erased: 'stays' },
      verified_at: factThatStays,
      verified_how: factThatStays,
      received_at: factThatStays,
      acknowledge_by: derived,
      acknowledged_at: factThatStays,
      due_at: derived,
      extension: factThatStays,
      closed_at: factThatStays,
      outcome: factThatStays,
      answer: { ...factThatStays, label: 'our answer' },
      warned_at: derived,
      came_by: factThatStays,
      link_sent_at: derived,
      trapped: derived,
    },
  },
  legal_holds: {
    holds: 'whose data must not be erased, for legal reasons',
    category: 'requests',
    person: { email: 'address', placed_by: 'user' },
    stays: 'a legal hold, for as long as it lasts',
    columns: {
      id: { ...factThatStays, exported: false },
      email: { ...factThatStays, exported: false },
      reason: { ...factThatStays, exported: false },
      review_on: { ...factThatStays, exported: false },
      placed_by: link,
      placed_at: { ...factThatStays, exported: false },
      reminded_at: derived,
      accounts: { ...factThatStays, exported: false },
    },
  },
  exports: {
    holds: 'exports of personal data that were asked for',
    category: 'requests',
    archived: 'never',
    person: { email: 'address', requested_by: 'user' },
    othersBy: { requested_by: 'all' },
    columns: {
      id: fact,
      requested_by: ofOthers,
      email: personal('exports that were asked for, with their file for 7 days'),
      state: fact,
      rows_total: derivedOfPerson,
      rows_done: derivedOfPerson,
      bytes: derivedOfPerson,
      claimed_at: derivedOfPerson,
      created_at: fact,
      finished_at: fact,
    },
  },
  export_parts: {
    holds: 'the file of an export, gone after 7 days',
    archived: 'never',
    person: {},
    columns: { export_id: derivedOfPerson, number: derivedOfPerson, bytes: derivedOfPerson },
  },
  tombstones: {
    holds: 'what was erased, so that no restored backup brings it back',
    category: 'requests',
    person: { id: 'user' },
    stays:
      'an id without anything else, or a keyed hash of the email address: it has to be erased from restored backups',
    columns: {
      id: { ...factThatStays, exported: false },
      kind: derived,
      email_hash: { ...factThatStays, exported: false },
      erased_at: derived,
      finished_at: derived,
    },
  },
};
