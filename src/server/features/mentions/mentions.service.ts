import { maxCounts } from '../../../shared/limits.ts';
import { type Mention, mentionsIn } from '../../../shared/text-parts.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';

/** What a member writes: the text, and the ids of those who may be mentioned in it. */
export interface TextInput {
  text: string;
  mentions: string[];
}

/** The mentions of a post or comment as they are stored. */
export const mentionsText = (mentions: Mention[]): string | null =>
  mentions.length > 0 ? JSON.stringify(mentions) : null;

export function parseMentions(text: string | null): Mention[] {
  if (text === null) return [];
  const mentions: Mention[] = JSON.parse(text);
  return mentions;
}

/** Those of a post's mentions that a new text of it has, too; by the name that they were written by. */
export const stillMentioned = (text: string, before: string | null): Mention[] =>
  mentionsIn(text, parseMentions(before));

/** Of the members asked for, those whose name stands in the text, but for those whom it is known to mention. */
export async function findMentioned(
  transaction: DatabaseTransaction,
  text: string,
  asked: string[],
  known: Mention[] = [],
): Promise<Mention[]> {
  const ids = asked.filter((id) => !known.some(({ user }) => user === id));
  if (ids.length === 0) return [];
  let members = transaction
    .selectFrom('users')
    .select(['id as user', 'name'])
    .where('id', 'in', ids)
    .where('suspended_at', 'is', null)
    .where('password_hash', 'is not', null)
    .orderBy('id');
  // Nobody is deleted before they are told; elsewhere there is one writer only.
  if (isPostgres(transaction)) members = members.forKeyShare();
  return mentionsIn(text, await members.execute()).slice(0, maxCounts.mentions - known.length);
}
