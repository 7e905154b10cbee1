import type { FindingKind } from '../../shared/compliance/findings.ts';
import type { EntryKind } from '../../shared/member-files/member-file.ts';
import { derived, fact, factThatStays, link, open, personal, type RulesOf } from './rules.ts';

export interface MemberFileTables {
  member_files: MemberFileRow;
  member_file_entries: MemberFileEntryRow;
  member_file_findings: MemberFileFindingRow;
  compliance_settings: ComplianceSettingsRow;
  member_payees: MemberPayeeRow;
  leavings: LeavingRow;
  same_people: SamePeopleRow;
  gone_identities: GoneIdentityRow;
}

/** The brokerage's file about a member, stored for three years after they have gone. */
export interface MemberFileRow {
  id: string;
  user_id: string | null;
  /** The id of the account, once it is deleted. */
  user_was: string | null;
  name: string;
  created_at: string;
  /** When its findings must be renewed. */
  settle_at: string;
  reminded_at: string | null;
  left_at: string | null;
}

/** Never changed, but for who they were when the account goes. */
export interface MemberFileEntryRow {
  id: string;
  /** Null: of the brokerage. */
  file_id: string | null;
  user_id: string | null;
  kind: EntryKind;
  /** JSON. */
  details: string;
  refers_to: string | null;
  document_id: string | null;
  created_at: string;
  created_by: string | null;
  author: string;
}

export interface MemberFileFindingRow {
  id: string;
  file_id: string;
  kind: FindingKind;
  rank: number;
  /** YYYY-MM-DD. */
  shown_on: string;
  due_on: string;
  wrong_on: string;
  /** The entry it is about. */
  subject_id: string | null;
  detail: string;
}

export interface ComplianceSettingsRow {
  id: string;
  /** JSON. */
  settings: string;
  saved_at: string;
  saved_by: string | null;
}

/** Members without a row are paid themselves. */
export interface MemberPayeeRow {
  user_id: string;
  corporation: string;
}

/** Someone leaves on a day to come; then the row goes. */
export interface LeavingRow {
  user_id: string;
  /** The entry of their file that says so. */
  entry_id: string;
  /** YYYY-MM-DD. */
  leaves_on: string;
  reason: string;
  /** The person who gets their leads; null for no one. */
  leads_to: string | null;
  /** The planner's rights count when it is carried out; their account may have gone. */
  planned_by: string | null;
  created_at: string;
}

/** Accounts of one person, whom a deleted account or an erased address has linked. */
export interface SamePeopleRow {
  user_id: string;
  /** The id of the deleted account, or a new one for an address. */
  link_id: string;
  /** By a license number, of which one counts. */
  by_number: boolean;
}

/** By what a deleted account or an erased address is known, as long as its file or another account of the person is there. */
export interface GoneIdentityRow {
  /** As in `same_people`. */
  link_id: string;
  kind: 'address' | 'corporation';
  /** The mark of an address, the form of a corporation's name. */
  value: string;
}

export const memberFileRules: RulesOf<MemberFileTables> = {
  member_files: {
    holds: 'a file for each member, of what a broker must be able to show',
    category: 'supervision',
    person: { user_id: 'user' },
    stays: 'the file with the name, for three years after leaving: a broker must be able to show it',
    columns: {
      id: factThatStays,
      user_id: link,
      user_was: factThatStays,
      name: { ...factThatStays, label: 'name on the file' },
      created_at: factThatStays,
      settle_at: derived,
      reminded_at: factThatStays,
      left_at: derived,
    },
  },
  member_file_entries: {
    holds:
      'entries of those files: licenses and looks at the public record, dates of joining and leaving, notices, supervision, insurance, associations, education',
    category: 'supervision',
    person: { user_id: 'user', created_by: 'user' },
    othersBy: { created_by: 'all' },
    stays: 'the entry, as long as the file: a broker must be able to show it',
    columns: {
      id: factThatStays,
      file_id: factThatStays,
      user_id: link,
      kind: factThatStays,
      details: {
        ...factThatStays,
        label:
          'license as seen in the public record, dates of joining and leaving, notices about them, supervision, insurance, associations, certificates of education',
      },
      refers_to: factThatStays,
      document_id: factThatStays,
      created_at: factThatStays,
      created_by: link,
      author: { ...factThatStays, exported: false },
    },
  },
  member_file_findings: {
    holds: 'what follows from those entries: what is missing or due, and from which day on',
    person: {},
    columns: {
      id: derived,
      file_id: derived,
      kind: derived,
      rank: derived,
      shown_on: derived,
      due_on: derived,
      wrong_on: derived,
      subject_id: derived,
      detail: derived,
    },
  },
  compliance_settings: {
    holds: 'periods after which something is due, each change of them, and who made it',
    category: 'audit',
    person: { saved_by: 'user' },
    othersBy: { saved_by: 'all' },
    stays: 'the settings, without who saved them',
    columns: { id: open, settings: open, saved_at: open, saved_by: link },
  },
  same_people: {
    holds: 'which accounts are one person, once the account or address that showed it has gone',
    category: 'account',
    person: { user_id: 'user' },
    columns: { user_id: fact, link_id: fact, by_number: fact },
  },
  gone_identities: {
    holds: 'hashes of addresses and names of corporations of accounts that were deleted',
    category: 'account',
    person: {},
    stays: 'as long as a file, closing, due or other account of the person: no one decides for themselves',
    columns: {
      link_id: derived,
      kind: derived,
      value: derived,
    },
  },
  member_payees: {
    holds: 'the corporation that is paid in the place of a member',
    category: 'account',
    person: { user_id: 'user' },
    columns: { user_id: fact, corporation: personal('corporation that is paid in your place') },
  },
  leavings: {
    holds: 'members who leave on a day to come, why, and who gets their leads',
    category: 'supervision',
    person: { user_id: 'user', leads_to: 'user' },
    othersBy: { leads_to: 'all' },
    stays: 'that someone else leaves, without who planned it or gets the leads',
    columns: {
      user_id: fact,
      entry_id: fact,
      leaves_on: personal('day on which you leave'),
      reason: fact,
      leads_to: link,
      planned_by: factThatStays,
      created_at: fact,
    },
  },
};
