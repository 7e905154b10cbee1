/** Tokens by which other systems call the API. */

import { z } from 'zod';
import type {
  ApiToken,
  ApiTokenFields,
  NewApiToken,
} from '../../../shared/api-tokens/api-tokens.contract.ts';
import { type TokenScope, tokenPrefix, tokenScopes } from '../../../shared/api-tokens/token-scope-names.ts';
import { maxCounts } from '../../../shared/field-limits.ts';
import { day, minute } from '../../../shared/time.ts';
import { heldBy } from '../../../shared/users/rights.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { columnsOf } from '../../platform/db/columns-of.ts';
import type { Database } from '../../platform/db/database.ts';
import { isDatabaseAway } from '../../platform/db/database-away.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillAdmin } from '../../platform/http/still-allowed.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { heldColumns } from '../../platform/rights.ts';
import { hashToken, newToken, tokenLength } from '../../platform/tokens.ts';
import { type ApiTokenRow, apiTokenColumns } from '../../tables/sign-in.ts';

/** Minimum age of `last_used_at` before it is updated, to avoid a write for each read. */
const touchAfter = 5 * minute;

const scopes = z.array(z.enum(tokenScopes));
const scopesOf = (row: Pick<ApiTokenRow, 'scopes'>): TokenScope[] => scopes.parse(JSON.parse(row.scopes));

/** By name. */
export async function listApiTokens(db: Database): Promise<ApiToken[]> {
  const rows = await apiTokenRows(db).orderBy('api_tokens.name').orderBy('api_tokens.id').execute();
  return rows.map(toApiToken);
}

const apiTokenRows = (db: Database) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.created_by')
    .select(columnsOf('api_tokens', apiTokenColumns))
    .select(['users.name as user_name', 'users.admin', 'users.suspended_at']);

interface Maker {
  user_name: string;
  admin: boolean;
  suspended_at: string | null;
}

const toApiToken = (row: ApiTokenRow & Maker): ApiToken => ({
  _id: row.id,
  name: row.name,
  scopes: scopesOf(row),
  by: { _id: row.created_by, name: row.user_name },
  created: row.created_at,
  expires: row.expires_at,
  used: row.last_used_at,
  active: row.expires_at > now() && row.admin && row.suspended_at === null,
});

/** Only the hash is stored. @throws 400 for too many tokens */
export async function createApiToken(
  db: Database,
  actor: Actor,
  { name, scopes: given, days }: ApiTokenFields,
): Promise<NewApiToken> {
  const id = newId();
  const token = tokenPrefix + newToken();
  const chosen = tokenScopes.filter((scope) => given.includes(scope));
  return inTransaction(db, async (transaction) => {
    // The lock makes each of many at once count after the one before it.
    await acquireLock(transaction, 'limits');
    await requireStillAdmin(transaction, actor);
    const { count } = await transaction
      .selectFrom('api_tokens')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= maxCounts.apiTokens) throw invalid(`There can be at most ${maxCounts.apiTokens} API tokens`);
    await transaction
      .insertInto('api_tokens')
      .values({
        id,
        name,
        token_hash: hashToken(token),
        scopes: JSON.stringify(chosen),
        created_by: actor.id,
        created_at: now(),
        expires_at: fromNow(days * day),
        last_used_at: null,
      })
      .execute();
    await recordAuditEvent(transaction, actor, {
      action: 'api-token.created',
      object: { id, name },
      details: `${chosen.join(', ')} for ${days} ${days === 1 ? 'day' : 'days'}`,
    });
    const row = await apiTokenRows(transaction).where('api_tokens.id', '=', id).executeTakeFirstOrThrow();
    return { apiToken: toApiToken(row), token };
  });
}

/** @throws 404 'API token not found' */
export async function revokeApiToken(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const row = await transaction
      .deleteFrom('api_tokens')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (!row) throw notFound('API token');
    await recordAuditEvent(transaction, actor, {
      action: 'api-token.revoked',
      object: { id, name: row.name },
    });
  });
}

/** One in 262,144 tokens of sessions begins like an API token, but none is as long. */
export const isApiToken = (token: string): boolean =>
  token.startsWith(tokenPrefix) && token.length === tokenPrefix.length + tokenLength;

/** The admin who made the token, as far as its scopes go; undefined when it or they are not active. */
export async function actorByApiToken(db: Database, token: string): Promise<Actor | undefined> {
  const tokenHash = hashToken(token);
  const row = await db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.created_by')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(columnsOf('api_tokens', apiTokenColumns))
    .select([
      'users.name as user_name',
      'users.email',
      'users.email_proven_at',
      'users.avatar_url',
      ...heldColumns,
      'users.second_factor',
      'users.created_at as user_created_at',
      'profiles.id as profile_id',
    ])
    .where('api_tokens.token_hash', '=', tokenHash)
    .where('api_tokens.expires_at', '>', now())
    .where('users.admin', '=', true)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.last_used_at === null || row.last_used_at < fromNow(-touchAfter))
    await touch(db, row.id).catch((error: unknown) => {
      // A full disk or a standby must not keep a token from reading.
      if (!isDatabaseAway(error)) throw error;
    });
  return {
    id: row.created_by,
    name: `${row.user_name} (${row.name})`,
    email: row.email,
    emailProven: row.email_proven_at !== null,
    avatar: row.avatar_url,
    ...heldBy(row),
    secondFactor: row.second_factor,
    profile: row.profile_id !== null,
    createdAt: row.user_created_at,
    session: {
      id: row.id,
      createdAt: row.created_at,
      factorProvenAt: null,
      confirmedAt: null,
      tokenHash,
    },
    scopes: scopesOf(row),
  };
}

async function touch(db: Database, id: string): Promise<void> {
  await db.updateTable('api_tokens').set({ last_used_at: now() }).where('id', '=', id).execute();
}
