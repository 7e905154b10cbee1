import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { invalid } from '../../platform/http-error.ts';

/** Takes `wanted`, or else `wanted-2`, `wanted-3` … for the article, however many ask at the same time. */
export async function claimFreeSlug(
  db: DatabaseTransaction,
  wanted: string,
  articleId: string,
): Promise<string> {
  for (let number = await nextNumber(db, wanted); ; number++) {
    const slug = number === 1 ? wanted : `${wanted}-${number}`;
    if (await claimSlug(db, slug, articleId)) return slug;
  }
}

/** People choose slugs, too: a number from which nothing can be counted on is none of ours. */
const counted = /^[1-9]\d{0,5}$/;

/** One past the highest number in use, so that many articles of one title do not try every number before theirs. */
async function nextNumber(db: DatabaseTransaction, wanted: string): Promise<number> {
  const taken = await db
    .selectFrom('article_slugs')
    .select('slug')
    .where((e) =>
      e.or([e('slug', '=', wanted), e.and([e('slug', '>', `${wanted}-`), e('slug', '<', `${wanted}.`)])]),
    )
    .execute();
  if (!taken.some(({ slug }) => slug === wanted)) return 1;
  const numbers = taken.map(({ slug }) => slug.slice(wanted.length + 1)).filter((end) => counted.test(end));
  return Math.max(1, ...numbers.map(Number)) + 1;
}

/** True when the slug was free and now is this article's. Somebody else claiming it right now is waited for. */
async function claimSlug(db: DatabaseTransaction, slug: string, articleId: string): Promise<boolean> {
  const claimed = await db
    .insertInto('article_slugs')
    .values({ slug, article_id: articleId })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** The article's own former slugs may be taken up again. @throws 400 when the slug is another article's */
export async function keepSlug(db: DatabaseTransaction, slug: string, articleId: string): Promise<void> {
  if (await claimSlug(db, slug, articleId)) return;
  const owner = await db
    .selectFrom('article_slugs')
    .select('article_id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (owner?.article_id !== articleId) throw invalid('Slug is already taken', 'slug');
}
