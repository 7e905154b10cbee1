import type { Generated } from 'kysely';
import { derivedOfPerson, fact, personal, type RulesOf, secret } from './rules.ts';

export interface SignInTables {
  sessions: SessionRow;
  known_devices: KnownDeviceRow & { failed_sign_ins: Generated<number> };
  totp_factors: TotpFactorRow;
  passkeys: PasskeyRow;
  recovery_codes: { code_hash: string; user_id: string };
  passkey_challenges: { challenge: string; user_id: string | null; expires_at: string };
  sign_in_tickets: { token_hash: string; user_id: string; tries: number; expires_at: string };
  api_tokens: ApiTokenRow;
}

export interface SessionRow {
  id: string;
  user_id: string;
  /** SHA-256 of the token; the token is never stored. */
  token_hash: string;
  user_agent: string;
  address: string;
  created_at: string;
  last_used_at: string;
  device_id: string | null;
  /** The last proof by code or passkey; null for a session by password only. */
  factor_proven_at: string | null;
  /** The last confirmation, by the factor where there is one; null before the first. */
  confirmed_at: string | null;
  /** Unused; always null. */
  last_write: string | null;
}

export interface KnownDeviceRow {
  id: string;
  user_id: string;
  /** SHA-256 of the device token stored in the browser. */
  token_hash: string;
  user_agent: string;
  address: string;
  created_at: string;
  last_used_at: string;
}

export interface TotpFactorRow {
  user_id: string;
  /** Sealed by the key that is not in the database, for 'totp:<user id>'. */
  sealed_secret: string;
  /** The time step of the last accepted code: neither it nor an earlier one is accepted again. */
  last_step: number | null;
  created_at: string;
  /** Null until a first code proves that the app has the seed. */
  enabled_at: string | null;
}

export interface PasskeyRow {
  id: string;
  user_id: string;
  name: string;
  credential_id: string;
  /** COSE key in base64url. */
  public_key: string;
  counter: number;
  created_at: string;
  last_used_at: string | null;
}

/** A token for another system. */
export interface ApiTokenRow {
  id: string;
  name: string;
  token_hash: string;
  /** JSON list. */
  scopes: string;
  created_by: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
}

export const apiTokenColumns = [
  'id',
  'name',
  'token_hash',
  'scopes',
  'created_by',
  'created_at',
  'expires_at',
  'last_used_at',
] as const satisfies (keyof ApiTokenRow)[];

export const signInRules: RulesOf<SignInTables> = {
  sessions: {
    holds: 'active sessions',
    category: 'sessions',
    archived: 'encrypted',
    person: { user_id: 'user' },
    columns: {
      id: fact,
      user_id: fact,
      token_hash: secret,
      user_agent: personal('name of the browser'),
      address: personal('network address'),
      created_at: personal('times of signing in and of use'),
      last_used_at: fact,
      device_id: fact,
      factor_proven_at: fact,
      confirmed_at: fact,
      last_write: derivedOfPerson,
    },
  },
  known_devices: {
    holds: 'browsers that have signed in before',
    category: 'sessions',
    archived: 'encrypted',
    person: { user_id: 'user' },
    columns: {
      id: fact,
      user_id: fact,
      token_hash: secret,
      user_agent: personal('name of the browser'),
      address: personal('network address'),
      created_at: fact,
      last_used_at: fact,
      failed_sign_ins: derivedOfPerson,
    },
  },
  totp_factors: {
    holds: 'authenticator apps; the key that their seeds are encrypted by is not in the database',
    category: 'sessions',
    person: { user_id: 'user' },
    columns: {
      user_id: fact,
      sealed_secret: secret,
      last_step: derivedOfPerson,
      created_at: fact,
      enabled_at: fact,
    },
  },
  passkeys: {
    holds: 'passkeys',
    category: 'sessions',
    person: { user_id: 'user' },
    columns: {
      id: fact,
      user_id: fact,
      name: personal('names of passkeys'),
      credential_id: secret,
      public_key: secret,
      counter: derivedOfPerson,
      created_at: fact,
      last_used_at: fact,
    },
  },
  recovery_codes: {
    holds: 'recovery codes, hashed',
    category: 'sessions',
    person: { user_id: 'user' },
    columns: { code_hash: secret, user_id: fact },
  },
  passkey_challenges: {
    holds: 'questions to passkeys, for minutes',
    category: 'sessions',
    archived: 'encrypted',
    person: { user_id: 'user' },
    columns: { challenge: secret, user_id: fact, expires_at: derivedOfPerson },
  },
  sign_in_tickets: {
    holds: 'sign-ins that wait for their second step, for minutes',
    category: 'sessions',
    // Sign-ins under way. Factors are sealed or hashed, and without them their owners could not sign in.
    archived: 'encrypted',
    person: { user_id: 'user' },
    columns: { token_hash: secret, user_id: fact, tries: derivedOfPerson, expires_at: derivedOfPerson },
  },
  api_tokens: {
    holds: 'tokens by which other systems call the API',
    category: 'account',
    archived: 'encrypted',
    person: { created_by: 'user' },
    columns: {
      id: fact,
      name: fact,
      token_hash: secret,
      scopes: fact,
      created_by: fact,
      created_at: fact,
      expires_at: fact,
      last_used_at: fact,
    },
  },
};
