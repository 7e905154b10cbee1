import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { invalid } from '../../platform/http-error.ts';

/** Claims `wanted`, or else `wanted-2`, `wanted-3` …; safe under concurrency. */
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

/** Users choose slugs, too: do not count on from a large number that is theirs. */
const counted = /^[1-9]\d{0,5}$/;

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

/** Waits for a concurrent claim of the same slug. */
async function claimSlug(db: DatabaseTransaction, slug: string, articleId: string): Promise<boolean> {
  const claimed = await db
    .insertInto('article_slugs')
    .values({ slug, article_id: articleId })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Allows the article its own former slugs. @throws 400 when the slug is another article's */
export async function claimOwnSlug(db: DatabaseTransaction, slug: string, articleId: string): Promise<void> {
  if (await claimSlug(db, slug, articleId)) return;
  const owner = await db
    .selectFrom('article_slugs')
    .select('article_id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (owner?.article_id !== articleId) throw invalid('Slug is already taken', 'slug');
}
