import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { forbidden, unauthenticated } from '../http-error.ts';
import type { Actor } from './actor.ts';
import type { ApiLimit } from './api-limit.ts';

/** What the calls of the API need of the server; a part of Parts. */
export interface ApiParts {
  config: Config;
  db: Database;
  /** The user behind a token of x-auth-token, or undefined when it names no active session. */
  actorByToken(db: Database, token: string): Promise<Actor | undefined>;
  /** Counts the calls of the API. */
  apiLimit: ApiLimit;
  /** Parse every response by its schema; on in development and in tests, where the time does not matter. */
  checkResponses: boolean;
}

/**
 * The user whose token the request carries in x-auth-token.
 * @throws 429 past the limit of calls; 401 without a token that is alive; 403 when only admins may call and this user
 *   is none
 */
export async function authenticate(
  { db, apiLimit, actorByToken }: Pick<ApiParts, 'db' | 'apiLimit' | 'actorByToken'>,
  request: FastifyRequest,
  { adminOnly }: { adminOnly: boolean },
): Promise<Actor> {
  const token = request.headers['x-auth-token'];
  const given = typeof token === 'string' && token !== '';
  const actor = given ? await actorByToken(db, token) : undefined;
  // Also for the log of what is refused below.
  request.actor = actor;
  // A token that is not alive counts for the address: else a new one with every call would know no limit.
  apiLimit.consume(request, actor);
  if (!given) throw unauthenticated('No token, authorization denied');
  if (!actor) throw unauthenticated('Token is not valid');
  if (adminOnly && !actor.admin) throw forbidden();
  return actor;
}
