/** Mentions in a text. */

import { maxCounts } from '../../../shared/field-limits.ts';
import { type Mention, mentionsIn } from '../../../shared/text-parts.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';

export interface TextInput {
  text: string;
  mentions: string[];
}

export const mentionsText = (mentions: Mention[]): string | null =>
  mentions.length > 0 ? JSON.stringify(mentions) : null;

export function parseMentions(text: string | null): Mention[] {
  if (text === null) return [];
  const mentions: Mention[] = JSON.parse(text);
  return mentions;
}

/** Keeps the mentions whose name, as it was when written, is still in the text. */
export const stillMentioned = (text: string, before: string | null): Mention[] =>
  mentionsIn(text, parseMentions(before));

/** Without the members `gone`, whose names are plain text then. */
export const withoutMentionsOf = (text: string | null, gone: ReadonlySet<string>): string | null =>
  mentionsText(parseMentions(text).filter(({ user }) => !gone.has(user)));

/** Takes a member out of the mentions of others, so that the name is plain text; at most `limit` of each. Returns how many at most. */
export async function removeMentions(
  transaction: DatabaseTransaction,
  userId: string,
  limit: number,
): Promise<number> {
  const found: number[] = [];
  for (const table of ['posts', 'comments'] as const) {
    const rows = await transaction
      .selectFrom(table)
      .select(['id', 'mentions'])
      .where('mentions', 'like', `%${userId}%`)
      .limit(limit)
      .execute();
    found.push(rows.length);
    // Grouped by mentions, as most rows have the same.
    const byMentions = Map.groupBy(rows, ({ mentions }) => mentions);
    for (const [mentions, same] of byMentions)
      await transaction
        .updateTable(table)
        .set({ mentions: withoutMentionsOf(mentions, new Set([userId])) })
        .where(
          'id',
          'in',
          same.map(({ id }) => id),
        )
        .execute();
  }
  return Math.max(...found);
}

/** The members among `ids` whose name is in the text, but for those already mentioned. */
export async function findMentioned(
  transaction: DatabaseTransaction,
  text: string,
  requested: string[],
  known: Mention[] = [],
): Promise<Mention[]> {
  const ids = requested.filter((id) => !known.some(({ user }) => user === id));
  if (ids.length === 0) return [];
  let members = transaction
    .selectFrom('users')
    .select(['id as user', 'name'])
    .where('id', 'in', ids)
    .where(isActive)
    .orderBy('id');
  // Keeps members from being deleted before they are notified; SQLite has one writer only.
  if (isPostgres(transaction)) members = members.forKeyShare();
  return mentionsIn(text, await members.execute()).slice(0, maxCounts.mentions - known.length);
}
