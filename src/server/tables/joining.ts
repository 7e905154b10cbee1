import type { ApplicationState, LicenseFinding } from '../../shared/joining/applications.ts';
import type { ApplicationEventKind } from '../../shared/joining/joining-fields.ts';
import type { MemberCheckKind } from '../../shared/member-files/member-checks.ts';
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

export interface JoiningTables {
  member_checks: MemberCheckRow;
  applications: ApplicationRow;
  application_events: ApplicationEventRow;
  application_mails: { mail_id: string; application_id: string };
}

/** Only added to: the last of a kind counts. */
export interface MemberCheckRow {
  id: string;
  user_id: string | null;
  /** The id of the account, once it is deleted. */
  user_was: string | null;
  user_name: string;
  kind: MemberCheckKind;
  ticked: boolean;
  /** YYYY-MM-DD, in Los Angeles. */
  day: string;
  note: string;
  /** JSON of CheckFacts in member-files/standing-checks.ts; null for one from before they were stored. */
  made_for: string | null;
  by_id: string | null;
  by_name: string;
  created_at: string;
  left_at: string | null;
  /** The entry of the look that renewed it, which takes it back when it is withdrawn. */
  look_id: string | null;
}

/** One for each lead that was invited to apply. */
export interface ApplicationRow {
  id: string;
  lead_id: string;
  email: string;
  state: ApplicationState;
  /** Counts the links that were sent. */
  link: number;
  token_hash: string | null;
  expires_at: string | null;
  invited_at: string;
  invited_by: string | null;
  invited_by_name: string;
  reminded: number;
  /** JSON of AnswerFields. */
  answers: string;
  /** JSON of IndividualTerms. */
  terms: string | null;
  document_id: string | null;
  sha256: string | null;
  basis: string | null;
  /** Keyed: six digits are found by trying. */
  code_mark: string | null;
  code_expires_at: string | null;
  code_tries: number;
  codes_sent: number;
  agreement_id: string | null;
  question: string;
  reply: string;
  reason: string;
  license_finding: LicenseFinding | null;
  license_note: string;
  /** JSON of the license that was looked up: name, number and expiry; null without a check, and for older checks. */
  license_made_for: string | null;
  license_checked_at: string | null;
  license_checked_by: string;
  changed_at: string;
}

export const applicationColumns = [
  'id',
  'lead_id',
  'email',
  'state',
  'link',
  'token_hash',
  'expires_at',
  'invited_at',
  'invited_by',
  'invited_by_name',
  'reminded',
  'answers',
  'terms',
  'document_id',
  'sha256',
  'basis',
  'code_mark',
  'code_expires_at',
  'code_tries',
  'codes_sent',
  'agreement_id',
  'question',
  'reply',
  'reason',
  'license_finding',
  'license_note',
  'license_checked_at',
  'license_checked_by',
  'changed_at',
  'license_made_for',
] as const satisfies (keyof ApplicationRow)[];

export interface ApplicationEventRow {
  id: string;
  application_id: string;
  kind: ApplicationEventKind;
  /** Null for the applicant. */
  by_id: string | null;
  /** The id of a deleted account that saved individual terms. */
  by_was: string | null;
  by_name: string;
  text: string;
  address: string;
  device: string;
  created_at: string;
}

export const joiningRules: RulesOf<JoiningTables> = {
  member_checks: {
    holds: 'what the office has checked of members, when, and who did',
    category: 'supervision',
    person: { user_id: 'user', by_id: 'user' },
    othersBy: { by_id: 'all' },
    stays: 'the check with the name, for three years after leaving: a broker must be able to show it',
    columns: {
      id: factThatStays,
      user_id: link,
      user_was: factThatStays,
      user_name: { ...factThatStays, label: 'name beside what was checked' },
      kind: factThatStays,
      ticked: factThatStays,
      day: { ...factThatStays, label: 'what the office checked, and on which day' },
      note: factThatStays,
      made_for: { ...factThatStays, label: 'the license or the payee that a check was made for' },
      by_id: link,
      by_name: { ...factThatStays, exported: false },
      created_at: factThatStays,
      left_at: derived,
      look_id: link,
    },
  },
  applications: {
    holds: 'applications of those who were invited to join',
    category: 'joining',
    person: { lead_id: 'lead', email: 'address', invited_by: 'user' },
    othersBy: { invited_by: 'all' },
    stays: 'the application of another person, without who invited them',
    columns: {
      id: fact,
      lead_id: fact,
      email: personal('email address'),
      state: fact,
      link: derivedOfPerson,
      token_hash: secret,
      expires_at: fact,
      invited_at: fact,
      invited_by: { ...ofOthers, erased: 'unlinked' },
      invited_by_name: ofOthers,
      reminded: derivedOfPerson,
      answers: personal(
        'what you enter: name and license, present broker and open escrows, address, phone, associations, E&O claims, who is paid',
      ),
      terms: personal('individual terms that we offer'),
      document_id: derivedOfPerson,
      sha256: derivedOfPerson,
      basis: derivedOfPerson,
      code_mark: secret,
      code_expires_at: derivedOfPerson,
      code_tries: derivedOfPerson,
      codes_sent: derivedOfPerson,
      agreement_id: fact,
      question: personal('what we asked, and what you answered'),
      reply: fact,
      reason: personal('why an application was withdrawn or declined'),
      license_finding: personal('what the public record said about your license'),
      license_note: fact,
      license_made_for: fact,
      license_checked_at: fact,
      license_checked_by: ofOthers,
      changed_at: fact,
    },
  },
  application_events: {
    holds: 'what happened to an application; it goes with it',
    category: 'joining',
    person: { by_id: 'user' },
    othersBy: { by_id: 'all' },
    stays: 'what happened to the application of another person',
    columns: {
      id: factThatStays,
      application_id: factThatStays,
      kind: factThatStays,
      by_id: link,
      by_was: { ...factThatStays, exported: false },
      by_name: factThatStays,
      text: factThatStays,
      address: { ...factThatStays, label: 'network address and kind of device of each step' },
      device: factThatStays,
      created_at: factThatStays,
    },
  },
  application_mails: {
    holds: 'which emails have the link of an application',
    person: {},
    columns: { mail_id: derived, application_id: derived },
  },
};
