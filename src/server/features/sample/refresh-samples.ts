import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { readFilled } from './filled.ts';
import { sampleArticles } from './sample.articles.ts';
import { sampleTestimonials } from './sample.testimonials.ts';
import { sampleFigures } from './sample-figures.ts';

/**
 * Sample texts that no one has edited reason with the fees in force: they get the figures of these. One whose figures
 * cannot be computed from them, as where a rate is 0, stays as it is.
 */
export async function refreshSamples(
  transaction: DatabaseTransaction,
  fees: Readonly<FeeSchedule>,
): Promise<void> {
  const filled = await readFilled(transaction);
  if (!filled) return;
  const figures = sampleFigures(fees);
  for (const { title, snippet, text } of filled.articles.length > 0 ? sampleArticles(figures) : [])
    await transaction
      .updateTable('articles')
      .set({ snippet, text, html: null })
      .where('id', 'in', filled.articles)
      .where('title', '=', title)
      .where('version', '=', 1)
      .execute();
  for (const { name, testimonial } of filled.testimonials.length > 0 ? sampleTestimonials(figures) : [])
    await transaction
      .updateTable('testimonials')
      .set({ testimonial, html: null, excerpt: null })
      .where('id', 'in', filled.testimonials)
      .where('name', '=', `${name} (sample)`)
      .where('version', '=', 1)
      .execute();
}
