/** Stores a version at each save. `Content` leaves out fields of the publication, as `state`. */

import type { ArticleChanges } from '../../../shared/articles/articles.contract.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/ids.ts';
import type { ArticleRow } from '../../tables/articles.ts';
import { versionsToDelete } from './versions-to-delete.ts';

type Content = Exclude<keyof ArticleChanges, 'state' | 'date' | 'cover_id' | 'cover_alt'>;

/** Exhaustive by type: a forgotten field does not compile. */
const content: Record<Content, true> = { title: true, slug: true, snippet: true, text: true, url: true };

/** False when only the publication changes. */
export const changesContent = (before: ArticleRow, changes: ArticleChanges): boolean =>
  Object.entries(changes).some(
    ([field, value]) => isContent(field) && value !== undefined && value !== before[field],
  );

const isContent = (field: string): field is Content => Object.hasOwn(content, field);

/** Saves the former version and thins out old ones; call it in the transaction that changes the article. */
export async function saveVersion(transaction: DatabaseTransaction, before: ArticleRow): Promise<void> {
  const { title, slug, snippet, text, url, saved_by } = before;
  await transaction
    .insertInto('article_versions')
    .values({
      id: newId(),
      article_id: before.id,
      title,
      slug,
      snippet,
      text,
      url,
      saved_by,
      saved_at: before.updated_at,
    })
    .execute();
  const versions = await transaction
    .selectFrom('article_versions')
    .select(['id', 'saved_at', 'bytes'])
    .where('article_id', '=', before.id)
    .orderBy('id', 'desc')
    .execute();
  const ids = versionsToDelete(versions, Date.now()).map(({ id }) => id);
  if (ids.length > 0) await transaction.deleteFrom('article_versions').where('id', 'in', ids).execute();
}
