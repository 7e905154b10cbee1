import type { FastifyRequest } from 'fastify';
import type { Access } from '../../../shared/contract.ts';
import type { ProofMethod } from '../../../shared/errors.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { forbidden, unauthenticated } from '../http-error.ts';
import { type Actor, holds, rightFor } from './actor.ts';
import type { ApiLimit } from './api-limit.ts';

export interface ApiParts {
  config: Config;
  db: Database;
  /** The user of a token in x-auth-token; undefined without an active session. */
  actorByToken(db: Database, token: string): Promise<Actor | undefined>;
  /** How the actor can confirm that it is them. */
  proofMethods(db: Database, actor: Actor): Promise<ProofMethod[]>;
  apiLimit: ApiLimit;
  /** Check responses against their schema; in development and tests only, as it takes time. */
  checkResponses: boolean;
  /** Milliseconds for a body, after which its session or token is looked for again; a second by default. */
  slowBody?: number;
}

/** The user of x-auth-token. @throws 429 past the API limit; 401 without a valid token; 403 when only others may call */
export async function authenticate(
  { db, config, apiLimit, actorByToken }: Pick<ApiParts, 'db' | 'config' | 'apiLimit' | 'actorByToken'>,
  request: FastifyRequest,
  { access }: { access: Exclude<Access, 'visitor'> },
): Promise<Actor> {
  const token = request.headers['x-auth-token'];
  const given = typeof token === 'string' && token !== '';
  const actor = given ? await actorByToken(db, token) : undefined;
  // Set first, so that rejected calls are logged with it.
  request.actor = actor;
  // Invalid tokens count for the address: otherwise a new one per call would evade the limit.
  apiLimit.consume(request, actor);
  if (!given) throw unauthenticated('No token, authorization denied');
  if (!actor) throw unauthenticated('Token is not valid');
  const by = rightFor(access, config);
  if (by === undefined) return actor;
  if (!holds(actor, by)) throw forbidden();
  return { ...actor, by };
}
