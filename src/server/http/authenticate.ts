import type { FastifyRequest } from 'fastify';
import { type Actor, actorByToken } from '../accounts/sessions.service.ts';
import type { Database } from '../db/database.ts';
import { forbidden, unauthenticated } from './faults.ts';

/**
 * The user whose token the request carries in x-auth-token.
 * @throws 401 without a token that is alive; 403 when only admins may call and this user is none
 */
export async function authenticate(
  db: Database,
  request: FastifyRequest,
  { adminOnly }: { adminOnly: boolean },
): Promise<Actor> {
  const token = request.headers['x-auth-token'];
  if (typeof token !== 'string' || token === '') throw unauthenticated('No token, authorization denied');
  const actor = await actorByToken(db, token);
  if (!actor) throw unauthenticated('Token is not valid');
  if (adminOnly && !actor.admin) throw forbidden();
  return actor;
}
