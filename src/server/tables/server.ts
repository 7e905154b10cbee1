import type { Generated } from 'kysely';
import { derived, derivedOfPerson, ofOthers, type RulesOf, secret } from './rules.ts';

export interface ServerTables {
  rate_limits: { key: string; hits: number; resets_at: string };
  idempotency_keys: IdempotencyKeyRow;
  typed_forms: TypedFormRow;
  jobs: { name: string; started_at: string; succeeded_at: Generated<string | null> };
  backups: BackupRow;
  locks: { name: LockName };
  migrations: MigrationRow;
  refills: { name: string; finished_at: string };
  secrets: { name: string; value: string };
}

export type LockName = 'users' | 'spam' | 'leads' | 'security-log' | 'limits';

/** A try to make a backup, by the server or a command. */
export interface BackupRow {
  /** Also in the backup's manifest. */
  id: string;
  file: string;
  bytes: number | null;
  started_at: string;
  finished_at: string | null;
  /** When a drill restored it and found every row. */
  checked_at: string | null;
  error: string | null;
}

export interface MigrationRow {
  name: string;
  /** The oldest version that may run on this schema; null: only versions that know this migration. */
  oldest: string | null;
  applied_at: string;
}

/** The first request with an Idempotency-Key, and its answer. */
export interface IdempotencyKeyRow {
  /** Hash of caller, call and key. */
  id: string;
  /** Null for a visitor. */
  user_id: string | null;
  call: string;
  /** Hash of the input. */
  fingerprint: string;
  /** JSON of what the service returned; null where nothing has to be returned again. */
  answer: string | null;
  created_at: string;
}

/** The texts of a form without script that had an error. */
export interface TypedFormRow {
  /** Hash of the token in the address that shows it again. */
  id: string;
  /** JSON, sealed by that token. */
  sealed: string;
  expires_at: string;
}

export const serverRules: RulesOf<ServerTables> = {
  rate_limits: {
    holds: 'counts of requests, gone when their time is over',
    category: 'visits',
    archived: 'never',
    person: {},
    stays: 'nothing beyond a day',
    columns: {
      key: { class: 'personal', label: 'network address or account', exported: false, erased: 'stays' },
      hits: derived,
      resets_at: derived,
    },
  },
  idempotency_keys: {
    holds: 'answers to repeat when a request comes again, gone within a day',
    category: 'visits',
    // Holds answers, which may hold tokens.
    archived: 'encrypted',
    person: { user_id: 'user' },
    columns: {
      id: derivedOfPerson,
      user_id: { ...ofOthers, label: 'network address or account' },
      call: derivedOfPerson,
      fingerprint: derivedOfPerson,
      // May hold tokens.
      answer: secret,
      created_at: derivedOfPerson,
    },
  },
  typed_forms: {
    holds: 'what was typed into a form that had an error, until it is sent again, gone within two hours',
    category: 'visits',
    archived: 'never',
    person: {},
    stays: 'nothing beyond two hours',
    columns: {
      id: { ...secret, erased: 'stays' },
      sealed: { ...secret, erased: 'stays' },
      expires_at: derived,
    },
  },
  jobs: {
    holds: 'when each job ran',
    person: {},
    columns: { name: derived, started_at: derived, succeeded_at: derived },
  },
  migrations: {
    holds: 'when each migration was applied',
    archived: 'never',
    person: {},
    columns: { name: derived, oldest: derived, applied_at: derived },
  },
  refills: {
    holds: 'what of rows of earlier versions has been written again',
    archived: 'never',
    person: {},
    columns: { name: derived, finished_at: derived },
  },
  backups: {
    holds: 'backups that were tried',
    person: {},
    columns: {
      id: derived,
      file: derived,
      bytes: derived,
      started_at: derived,
      finished_at: derived,
      checked_at: derived,
      error: derived,
    },
  },
  locks: { holds: 'names of locks', person: {}, columns: { name: derived } },
  secrets: {
    holds: 'keys of the server',
    archived: 'encrypted',
    person: {},
    columns: { name: derived, value: { ...secret, erased: 'stays' } },
  },
};
