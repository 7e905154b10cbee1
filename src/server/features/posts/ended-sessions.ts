import type { Database } from '../../platform/db/database.ts';
import { activeSessions } from '../auth/sessions.service.ts';

/** How many are asked about at once: the same statement each time, whatever their number. */
const atOnce = 100;

/** Those of the sessions that are over: revoked, signed out, idle too long, or of somebody suspended or deleted. */
export async function endedSessions(db: Database, sessionIds: string[]): Promise<Set<string>> {
  const ended = new Set(sessionIds);
  const asked = [...ended];
  for (let start = 0; start < asked.length; start += atOnce) {
    const some = asked.slice(start, start + atOnce);
    for (const id of await activeAmong(db, some)) ended.delete(id);
  }
  return ended;
}

async function activeAmong(db: Database, [first, ...others]: string[]): Promise<string[]> {
  if (first === undefined) return [];
  const padded = Array.from({ length: atOnce }, (_, index) => others[index - 1] ?? first);
  const rows = await activeSessions(db)
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', 'in', padded)
    .where('users.suspended_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
