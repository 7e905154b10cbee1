import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../platform/db/database.ts';
import { parseMentions, withoutMentionsOf } from './mentions.service.ts';

const atOnce = 500;
const lowestId = '00000000-0000-0000-0000-000000000000';

/**
 * Takes members who were deleted by a version that left them out of the mentions of others; returns of how many posts and
 * comments. May stop anywhere and run again.
 */
export async function refillMentions(db: Database): Promise<number> {
  let changed = 0;
  for (const table of ['posts', 'comments'] as const)
    for (let after = lowestId, last = false; !last; ) {
      const rows = await db
        .selectFrom(table)
        .select(['id', 'mentions'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(atOnce)
        .execute();
      const gone = await goneAmong(
        db,
        rows.flatMap(({ mentions }) => mentionedIn(mentions)),
      );
      for (const { id, mentions } of rows) {
        if (!mentionedIn(mentions).some((user) => gone.has(user))) continue;
        // An edit since then has written them already.
        await db
          .updateTable(table)
          .set({ mentions: withoutMentionsOf(mentions, gone) })
          .where('id', '=', id)
          .where('mentions', '=', mentions)
          .execute();
        changed += 1;
      }
      after = rows.at(-1)?.id ?? after;
      last = rows.length < atOnce;
      await setImmediate();
    }
  return changed;
}

const mentionedIn = (text: string | null) => parseMentions(text).map(({ user }) => user);

async function goneAmong(db: Database, mentioned: string[]): Promise<Set<string>> {
  const ids = new Set(mentioned);
  if (ids.size === 0) return ids;
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  for (const { id } of found) ids.delete(id);
  return ids;
}
