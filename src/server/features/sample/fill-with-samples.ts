import { plans } from '../../../shared/onboarding.contract.ts';
import { sampleSteps } from '../../../shared/sample-steps.ts';
import { slugFromTitle } from '../../../shared/slugs.ts';
import { day } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import { replaceTemplate } from '../onboarding/template.service.ts';
import { fillWithMembers } from './fill-with-members.ts';
import { sampleArticles } from './sample.articles.ts';
import { sampleTestimonials } from './sample.testimonials.ts';

/** Fills an empty database with content marked as sample; `brokerage` is the company of the sample members. */
export async function fillWithSamples(db: Database, brokerage: string): Promise<void> {
  if (await fillWithContent(db)) await fillWithMembers(db, brokerage);
}

/** Returns whether the database was empty and never filled before. */
function fillWithContent(db: Database): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    if (!(await claim(transaction)) || (await hasContent(transaction))) return false;
    const articles = sampleArticles().map(toRow);
    await transaction
      .insertInto('article_slugs')
      .values(articles.map(({ slug, id }) => ({ slug, article_id: id })))
      .execute();
    await transaction.insertInto('articles').values(articles).execute();
    await transaction.insertInto('testimonials').values(testimonialRows()).execute();
    for (const plan of plans) await replaceTemplate(transaction, plan, sampleSteps[plan]);
    await bumpContentVersion(transaction);
    return true;
  });
}

/** True once per database, so that deleted samples stay deleted. A concurrent process waits here. */
async function claim(transaction: DatabaseTransaction): Promise<boolean> {
  const claimed = await transaction
    .insertInto('secrets')
    .values({ name: 'sample-content', value: now() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return claimed !== undefined;
}

async function hasContent(transaction: DatabaseTransaction): Promise<boolean> {
  const article = await transaction.selectFrom('articles').select('id').limit(1).executeTakeFirst();
  const testimonial = await transaction.selectFrom('testimonials').select('id').limit(1).executeTakeFirst();
  return article !== undefined || testimonial !== undefined;
}

function toRow({ daysAgo, ...article }: ReturnType<typeof sampleArticles>[number]) {
  const date = fromNow(-daysAgo * day);
  return {
    ...article,
    id: newId(),
    slug: slugFromTitle(article.title, 'article'),
    version: 1,
    published_at: date,
    created_at: date,
    updated_at: date,
  };
}

const testimonialRows = () =>
  sampleTestimonials().map(({ name, testimonial }, index) => {
    const date = fromNow(-(index * 9 + 4) * day);
    return {
      id: newId(),
      name: `${name} (sample)`,
      testimonial,
      position: 0,
      version: 1,
      created_at: date,
      updated_at: date,
    };
  });
