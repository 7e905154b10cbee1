import type { Database } from '../../platform/db/database.ts';
import { activeSessions } from '../auth/sessions/sessions.service.ts';

/** A fixed number makes it one statement for any number of sessions. */
const atOnce = 100;

/** The sessions that have ended, expired, or belong to a suspended or deleted user. */
export async function endedSessions(db: Database, sessionIds: string[]): Promise<Set<string>> {
  const ended = new Set(sessionIds);
  const ids = [...ended];
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce);
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
