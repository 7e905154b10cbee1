import { imagesIn, textImageKind } from '../../../shared/images/images.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { invalid } from '../../platform/http-error.ts';
import type { TextImages } from '../../platform/text/render-task.ts';

/** Sizes of the uploaded images that a text shows; images of another kind or unknown ones are left out. */
export async function imagesOf(db: Database, text: string): Promise<TextImages> {
  const ids = imagesIn(text);
  if (ids.length === 0) return {};
  const rows = await db
    .selectFrom('images')
    .select(['id', 'width', 'height'])
    .where('id', 'in', ids)
    .where('kind', '=', textImageKind)
    .where('purge_started_at', 'is', null)
    .execute();
  return Object.fromEntries(rows.map(({ id, width, height }) => [id, { width, height }]));
}

/**
 * Protects the images of a text from the purge for as long as the article exists: its former versions show them, too.
 * Call it in the transaction that saves the text.
 * @throws 400 when one has begun to be purged since the text was rendered
 */
export async function referToTextImages(
  transaction: DatabaseTransaction,
  articleId: string,
  images: TextImages,
): Promise<void> {
  const ids = Object.keys(images);
  if (ids.length === 0) return;
  const referred = await transaction
    .updateTable('images')
    .set({ unused_since: null })
    .where('id', 'in', ids)
    .where('purge_started_at', 'is', null)
    .returning('id')
    .execute();
  if (referred.length < ids.length) throw invalid('An image in the text no longer exists', 'text');
  await transaction
    .insertInto('article_images')
    .values(ids.map((image_id) => ({ article_id: articleId, image_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
