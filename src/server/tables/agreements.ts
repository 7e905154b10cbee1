import type { AgreementState, Capacity } from '../../shared/agreements/agreements.ts';
import {
  derived,
  derivedOfPerson,
  fact,
  factThatStays,
  link,
  open,
  personal,
  type RulesOf,
} from './rules.ts';

export interface AgreementTables {
  agreement_settings: AgreementSettingsRow;
  agreement_versions: AgreementVersionRow;
  agreement_signers: AgreementSignerRow;
  agreements: AgreementRow;
  agreement_asks: AgreementAskRow;
  agreement_drafts: { document_id: string; created_at: string };
}

export interface AgreementSettingsRow {
  /** Always 1. */
  id: number;
  /** Markdown, as it will be published next. */
  text: string;
  saved_by: string | null;
  saved_by_name: string;
  saved_at: string | null;
  remind_first: number;
  remind_second: number;
  keep_years: number;
  /** The version that all members were asked to sign last, with the due day (YYYY-MM-DD). */
  asked_version: number | null;
  asked_due_on: string | null;
}

/** Only added to. */
export interface AgreementVersionRow {
  id: string;
  number: number;
  text: string;
  note: string;
  sample: boolean;
  published_by: string | null;
  published_by_name: string;
  published_at: string;
}

/** A person who can sign for the broker. */
export interface AgreementSignerRow {
  user_id: string;
  position: number;
  name: string;
  capacity: Capacity;
  license: string;
  /** YYYY-MM-DD. */
  since_on: string;
}

export interface AgreementRow {
  id: string;
  user_id: string | null;
  /** The id of the account, once it is deleted. */
  user_was: string | null;
  /** As licensed. */
  name: string;
  /** The name of the account at the member's signature, or when an applicant's came in force. */
  account_name: string | null;
  license: string;
  email: string;
  state: AgreementState;
  version: number;
  /** Version of the fees. */
  fees: number;
  /** JSON; see agreement-basis.ts. */
  basis: string;
  consent: number;
  signed_at: string;
  signed_name: string;
  signed_address: string;
  signed_device: string;
  document_id: string;
  sha256: string;
  /** The number of the security log's event. */
  signed_event: number;
  signed_proof: string;
  countersigned_at: string | null;
  countersigned_by: string | null;
  signer_name: string;
  signer_capacity: Capacity | null;
  signer_license: string;
  signer_address: string;
  signer_device: string;
  final_document_id: string | null;
  final_sha256: string | null;
  final_event: number | null;
  final_proof: string | null;
  /** YYYY-MM-DD, in Los Angeles. */
  ended_on: string | null;
  ended_reason: string;
}

export const agreementColumns = [
  'id',
  'user_id',
  'user_was',
  'name',
  'account_name',
  'license',
  'email',
  'state',
  'version',
  'fees',
  'basis',
  'consent',
  'signed_at',
  'signed_name',
  'signed_address',
  'signed_device',
  'document_id',
  'sha256',
  'signed_event',
  'signed_proof',
  'countersigned_at',
  'countersigned_by',
  'signer_name',
  'signer_capacity',
  'signer_license',
  'signer_address',
  'signer_device',
  'final_document_id',
  'final_sha256',
  'final_event',
  'final_proof',
  'ended_on',
  'ended_reason',
] as const satisfies (keyof AgreementRow)[];

/** A member who is asked to sign a version, and the agreement they were shown. */
export interface AgreementAskRow {
  user_id: string;
  version: number;
  /** The version of the fees to sign, too; null for one of the text only. */
  fees: number | null;
  note: string;
  /** YYYY-MM-DD, in Los Angeles. */
  due_on: string;
  asked_at: string;
  reminded_at: string | null;
  document_id: string | null;
  sha256: string | null;
  basis: string | null;
  /** The agreement that they signed. */
  agreement_id: string | null;
}

export const agreementRules: RulesOf<AgreementTables> = {
  agreement_settings: {
    holds: 'the text of the agreement as it will be published next, and settings of it',
    category: 'content',
    person: { saved_by: 'user' },
    stays: 'words of the brokerage, with the name of who saved them',
    columns: {
      id: derived,
      text: open,
      saved_by: link,
      saved_by_name: { ...factThatStays, exported: false },
      saved_at: open,
      remind_first: open,
      remind_second: open,
      keep_years: open,
      asked_version: open,
      asked_due_on: open,
    },
  },
  agreement_versions: {
    holds: 'every text of the agreement that was published',
    category: 'content',
    person: { published_by: 'user' },
    stays: 'what the brokerage has published, with the name of who did',
    columns: {
      id: open,
      number: open,
      text: open,
      note: open,
      sample: open,
      published_by: link,
      published_by_name: { ...factThatStays, exported: false },
      published_at: open,
    },
  },
  agreement_signers: {
    holds: 'who may sign agreements for the broker',
    category: 'account',
    person: { user_id: 'user' },
    columns: {
      user_id: fact,
      position: derivedOfPerson,
      name: personal('name, capacity and license number of who signs for the broker'),
      capacity: fact,
      license: fact,
      since_on: fact,
    },
  },
  agreements: {
    holds: 'agreements that were signed; their files are documents',
    category: 'agreements',
    person: { user_id: 'user', email: 'address', countersigned_by: 'user' },
    othersBy: { countersigned_by: 'all' },
    stays:
      'the agreement with its file, for three years or more after it ended: a broker must be able to show it',
    columns: {
      id: factThatStays,
      user_id: link,
      user_was: factThatStays,
      name: { ...factThatStays, label: 'name, license number and email address of who signed' },
      account_name: factThatStays,
      license: factThatStays,
      email: factThatStays,
      state: factThatStays,
      version: { ...factThatStays, label: 'which agreement and fees you signed, and your individual terms' },
      fees: factThatStays,
      basis: factThatStays,
      consent: factThatStays,
      signed_at: {
        ...factThatStays,
        label: 'when and from which network address and kind of device you signed',
      },
      signed_name: factThatStays,
      signed_address: factThatStays,
      signed_device: factThatStays,
      document_id: factThatStays,
      sha256: factThatStays,
      signed_event: derived,
      signed_proof: derived,
      countersigned_at: factThatStays,
      countersigned_by: link,
      signer_name: { ...factThatStays, label: 'who signed for the broker' },
      signer_capacity: factThatStays,
      signer_license: factThatStays,
      signer_address: { ...factThatStays, exported: false },
      signer_device: { ...factThatStays, exported: false },
      final_document_id: factThatStays,
      final_sha256: factThatStays,
      final_event: derived,
      final_proof: derived,
      ended_on: { ...factThatStays, label: 'when and why an agreement ended' },
      ended_reason: factThatStays,
    },
  },
  agreement_asks: {
    holds: 'who is asked to sign a new version of the agreement',
    category: 'account',
    person: { user_id: 'user' },
    columns: {
      user_id: fact,
      version: fact,
      fees: fact,
      note: fact,
      due_on: fact,
      asked_at: fact,
      reminded_at: fact,
      document_id: derivedOfPerson,
      sha256: derivedOfPerson,
      basis: derivedOfPerson,
      agreement_id: fact,
    },
  },
  agreement_drafts: {
    holds: 'which files were shown to be signed and have not been',
    person: {},
    columns: { document_id: derived, created_at: derived },
  },
};
