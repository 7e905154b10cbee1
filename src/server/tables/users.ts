import type { Generated } from 'kysely';
import type { RowKind } from '../../shared/users/bulk-invitations.contract.ts';
import {
  derived,
  derivedOfPerson,
  fact,
  factThatStays,
  link,
  open,
  personal,
  type RulesOf,
  secret,
} from './rules.ts';

export interface UserTables {
  users: UserRow & {
    second_factor: Generated<boolean>;
    recruiting: Generated<boolean>;
    /** The right to closings. */
    coordinator: Generated<boolean>;
    compliance: Generated<boolean>;
    content: Generated<boolean>;
    failed_sign_ins: Generated<number>;
    /** At least those of their posts and comments; null until these are added up (storage.service.ts). */
    feed_bytes: Generated<number | null>;
  };
  setup_links: SetupLinkRow;
  password_links: PasswordLinkRow;
  used_links: { token_hash: string; user_id: string; expires_at: string };
  bulk_invitations: BulkInvitationListRow;
  bulk_invitation_rows: BulkInvitationRow;
  imported_ids: ImportedIdRow;
}

export interface UserRow {
  id: string;
  name: string;
  email: string;
  avatar_url: string | null;
  password_hash: string | null;
  admin: boolean;
  suspended_at: string | null;
  last_sign_in_at: string | null;
  adult_confirmed_at: string | null;
  /** Version of the privacy policy (shared/privacy/policy-versions.ts) accepted with the invitation. */
  policy_accepted: string | null;
  /** When the import made it: from then counts how long it has not been used. */
  imported_at: string | null;
  /** When a link was used that was emailed only to the present address; null: only typed. */
  email_proven_at: string | null;
  created_at: string;
}

/** One row for everything ever imported: an object that was deleted here is not imported again. */
export interface ImportedIdRow {
  /** Derived from the id in the other system; that of the row, unless `became` has another. */
  id: string;
  /**
   * The account here with the same email address, in which earlier versions put it; only its old address still leads
   * there.
   */
  became: string | null;
}

export interface SetupLinkRow {
  token_hash: string;
  expires_at: string;
}

export interface PasswordLinkRow {
  token_hash: string;
  user_id: string;
  kind: 'reset' | 'invitation';
  expires_at: string;
  /** Null once an admin or operator has seen the link, or when it was never mailed. */
  mailed_to: string | null;
}

/** A list of people that an admin committed. */
export interface BulkInvitationListRow {
  id: string;
  created_by: string | null;
  /** The name of the file; '' for a pasted list. */
  file: string;
  created_at: string;
  /** Null while rows wait. */
  finished_at: string | null;
}

export interface BulkInvitationRow {
  list_id: string;
  line: number;
  /** As the account has them; as they were given where there is none. */
  name: string;
  email: string;
  result: 'waiting' | 'created' | 'stopped' | Exclude<RowKind, 'new'>;
  reason: string;
  /** The account that was made; the row is deleted with it. */
  user_id: string | null;
  mail_id: string | null;
  /** JSON of BulkFacts, until the account is made; null for none. */
  facts: Generated<string | null>;
}

export const userRules: RulesOf<UserTables> = {
  users: {
    holds: 'accounts',
    category: 'account',
    person: { id: 'user', email: 'address' },
    columns: {
      id: fact,
      name: personal('name'),
      email: personal('email address'),
      avatar_url: personal('picture'),
      password_hash: secret,
      admin: fact,
      suspended_at: fact,
      second_factor: fact,
      recruiting: fact,
      coordinator: fact,
      compliance: fact,
      content: fact,
      failed_sign_ins: derivedOfPerson,
      feed_bytes: derivedOfPerson,
      last_sign_in_at: personal('time of the last sign-in'),
      adult_confirmed_at: personal('confirmation of age'),
      policy_accepted: personal('version of this policy that was accepted'),
      imported_at: fact,
      email_proven_at: fact,
      created_at: fact,
    },
  },
  setup_links: {
    holds: 'the link that makes the first admin',
    archived: 'encrypted',
    person: {},
    columns: { token_hash: { ...secret, erased: 'stays' }, expires_at: derived },
  },
  password_links: {
    holds: 'links of invitations and resets',
    category: 'account',
    archived: 'encrypted',
    person: { user_id: 'user' },
    columns: { token_hash: secret, user_id: fact, kind: fact, expires_at: fact, mailed_to: fact },
  },
  used_links: {
    holds: 'links that have set a password, for a week: who opens one again is told so',
    category: 'account',
    archived: 'encrypted',
    person: { user_id: 'user' },
    columns: { token_hash: secret, user_id: fact, expires_at: fact },
  },
  bulk_invitations: {
    holds: 'lists of people who were invited together',
    category: 'account',
    person: { created_by: 'user' },
    stays: 'a list, without who sent it',
    columns: {
      id: factThatStays,
      created_by: link,
      file: open,
      created_at: factThatStays,
      finished_at: factThatStays,
    },
  },
  bulk_invitation_rows: {
    holds: 'the rows of these lists, for 30 days',
    category: 'account',
    person: { user_id: 'user', email: 'address' },
    columns: {
      list_id: derivedOfPerson,
      line: derivedOfPerson,
      name: personal('name in a list of invitations'),
      email: personal('email address in a list of invitations'),
      result: fact,
      reason: derivedOfPerson,
      user_id: fact,
      mail_id: derivedOfPerson,
      facts: personal('phone number, license, first day and rights in a list of invitations'),
    },
  },
  imported_ids: {
    holds: 'ids of what was imported, so that nothing deleted is imported again',
    category: 'account',
    person: { id: 'user', became: 'user' },
    stays: 'an id without anything else, so that the person is not imported again',
    columns: { id: { ...factThatStays, exported: false }, became: link },
  },
};
