import type { FastifyRequest } from 'fastify';
import { type Actor, actorByToken } from '../accounts/sessions.service.ts';
import type { Parts } from '../parts.ts';
import { forbidden, unauthenticated } from './faults.ts';

/**
 * The user whose token the request carries in x-auth-token.
 * @throws 429 past the limit of calls; 401 without a token that is alive; 403 when only admins may call and this user
 *   is none
 */
export async function authenticate(
  { db, apiLimit }: Pick<Parts, 'db' | 'apiLimit'>,
  request: FastifyRequest,
  { adminOnly }: { adminOnly: boolean },
): Promise<Actor> {
  const token = request.headers['x-auth-token'];
  const given = typeof token === 'string' && token !== '';
  const actor = given ? await actorByToken(db, token) : undefined;
  // A token that is not alive counts for the address: else a new one with every call would know no limit.
  apiLimit.take(request, actor);
  if (!given) throw unauthenticated('No token, authorization denied');
  if (!actor) throw unauthenticated('Token is not valid');
  if (adminOnly && !actor.admin) throw forbidden();
  return actor;
}
