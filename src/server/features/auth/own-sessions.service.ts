import type { OwnSession } from '../../../shared/own-sessions.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http-error.ts';
import { deviceName } from './device-name.ts';
import { activeSessions } from './sessions.service.ts';

/** More than anybody has devices; whoever has more sessions ends all others at once. */
const max = 100;

/** The actor's sessions that are alive: the one that asks first, then the last used ones, at most 100. */
export async function listOwnSessions(db: Database, actor: Actor): Promise<OwnSession[]> {
  const rows = await activeSessions(db)
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', actor.id)
    .orderBy((e) => e.case().when('id', '=', actor.session.id).then(0).else(1).end())
    .orderBy('last_used_at', 'desc')
    .limit(max)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    device: deviceName(row.user_agent),
    address: row.address,
    created: row.created_at,
    lastUsed: row.last_used_at,
    current: row.id === actor.session.id,
  }));
}

/** Ends one of the actor's sessions. @throws 404 'Session not found', also for a session of somebody else */
export async function endOwnSession(db: Database, actor: Actor, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('Session');
}

/** Ends every session of the actor but the one that asks. */
export async function endOtherSessions(db: Database, actor: Actor): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', actor.id)
    .where('id', '!=', actor.session.id)
    .execute();
}
