import { slugFromTitle } from '../../../shared/articles/slugs.ts';
import { plans } from '../../../shared/onboarding/plans.ts';
import { samplePolicy, sampleSteps } from '../../../shared/sample/sample-steps.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { day } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { feesInForce } from '../../platform/fee-schedules.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import { replaceTemplate } from '../onboarding/template.service.ts';
import { fillWithAgreement } from './fill-with-agreement.ts';
import { fillWithHandbook } from './fill-with-handbook.ts';
import { fillWithMembers } from './fill-with-members.ts';
import { claim, noteFilled } from './filled.ts';
import { sampleArticles } from './sample.articles.ts';
import { sampleTestimonials } from './sample.testimonials.ts';
import { type SampleFigures, sampleFigures } from './sample-figures.ts';

/**
 * Fills an empty database with content marked as sample; `brokerage` is that of the sample members. Returns whether it
 * was empty.
 */
export async function fillWithSamples(db: Database, brokerage: Brokerage): Promise<boolean> {
  const isFilled = await fillWithContent(db);
  if (isFilled) await fillWithMembers(db, brokerage);
  return isFilled;
}

/** Returns whether the database was empty and never filled before. */
function fillWithContent(db: Database): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    if (!(await claim(transaction)) || (await hasContent(transaction))) return false;
    const figures = sampleFigures(await feesInForce(transaction));
    const articles = sampleArticles(figures).map(toRow);
    await transaction
      .insertInto('article_slugs')
      .values(articles.map(({ slug, id }) => ({ slug, article_id: id })))
      .execute();
    await transaction.insertInto('articles').values(articles).execute();
    const praise = testimonialRows(figures);
    await transaction.insertInto('testimonials').values(praise).execute();
    await noteFilled(transaction, {
      articles: articles.map(({ id }) => id),
      testimonials: praise.map(({ id }) => id),
    });
    const policy = await fillWithHandbook(transaction);
    await fillWithAgreement(transaction);
    for (const plan of plans) {
      const steps = sampleSteps[plan].map((step) => ({
        ...step,
        page: step.title.startsWith(samplePolicy) ? policy : null,
      }));
      await replaceTemplate(transaction, plan, steps);
    }
    await bumpContentVersion(transaction);
    return true;
  });
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
    due_at: daysAgo < 0 ? date : null,
    // A scheduled article has been written already.
    created_at: fromNow(-Math.max(daysAgo, 0) * day),
    updated_at: fromNow(-Math.max(daysAgo, 0) * day),
  };
}

const testimonialRows = (figures: SampleFigures) =>
  sampleTestimonials(figures).map(({ name, testimonial }, index) => {
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
