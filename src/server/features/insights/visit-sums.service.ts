/** Figures of the public site, from the daily sums of platform/visits/. */

import { sql } from 'kysely';
import { officeDay } from '../../../shared/dates.ts';
import type { Figure, Insights } from '../../../shared/insights/insights.contract.ts';
import type { VisitEvent } from '../../../shared/insights/visit-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteInBatches } from '../../platform/db/in-batches.ts';

/** Two years to compare, and the month that is under way. */
const retentionMonths = 25;
const articlesShown = 50;
const sourcesShown = 10;

/** Days in Los Angeles, both of them included; `before` begins the period before. */
interface Period {
  from: string;
  to: string;
  before: string;
}

const sumsOf = ({ from }: Period) => [
  sql<number>`sum(case when day >= ${from} then hits else 0 end)`.as('now'),
  sql<number>`sum(case when day < ${from} then hits else 0 end)`.as('before'),
];

/** How often each event was counted. */
export async function visitFigures(db: Database, period: Period): Promise<Insights['visits']> {
  const rows = await db
    .selectFrom('visit_sums')
    .select(['event', ...sumsOf(period)])
    .where('day', '>=', period.before)
    .where('day', '<=', period.to)
    .groupBy('event')
    .execute();
  const of = (event: VisitEvent): Figure => {
    const row = rows.find((each) => each.event === event);
    return { now: row?.now ?? 0, before: row?.before ?? 0 };
  };
  return { reads: of('read'), calculator: of('calculator'), form: of('form'), sent: of('sent') };
}

/** Campaigns and other sites that readers came from, the most frequent first. */
export function readSources(db: Database, { from, to }: Period): Promise<Insights['sources']> {
  return db
    .selectFrom('visit_sums')
    .select((e) => ['source', e.fn.sum<number>('hits').as('count')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('event', '=', 'read')
    .where('source', '!=', '')
    .groupBy('source')
    .orderBy('count', 'desc')
    .orderBy('source')
    .limit(sourcesShown)
    .execute();
}

/** Articles by reads, under all the addresses they had. */
export function articleReads(db: Database, period: Period): Promise<Insights['articles']> {
  return db
    .selectFrom('visit_sums')
    .innerJoin('article_slugs', (join) =>
      join.on('article_slugs.slug', '=', sql`substr(visit_sums.path, 11)`),
    )
    .innerJoin('articles', 'articles.id', 'article_slugs.article_id')
    .select(['articles.id as _id', 'articles.title', 'articles.slug', ...sumsOf(period)])
    .where('visit_sums.day', '>=', period.before)
    .where('visit_sums.day', '<=', period.to)
    .where('visit_sums.event', '=', 'read')
    .where('visit_sums.path', 'like', '/articles/%')
    .groupBy(['articles.id', 'articles.title', 'articles.slug'])
    .orderBy('now', 'desc')
    .orderBy('before', 'desc')
    .orderBy('articles.id')
    .limit(articlesShown)
    .execute();
}

/** Deletes sums past their retention; a daily job. */
export async function deleteOldVisitSums(db: Database): Promise<void> {
  const first = new Date();
  first.setUTCMonth(first.getUTCMonth() - retentionMonths);
  await deleteInBatches(db, 'visit_sums', sql`day < ${officeDay(first.toISOString())}`);
}
