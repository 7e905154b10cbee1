/** Testimonials as the public pages show them. */

import type { ShownTestimonial } from '../../../shared/pages.ts';
import type { Database } from '../../platform/db/database.ts';
import { unlessAway } from '../../platform/db/database-away.ts';
import { notFound } from '../../platform/http-error.ts';
import { escapeHtml } from '../../platform/text/escape-html.ts';
import type { RenderedInline } from '../../platform/text/render-task.ts';
import { renderStoredTestimonial } from '../../platform/text/render-text.ts';
import type { TestimonialRow } from '../../tables/site.ts';
import { inOrder, toTestimonial } from './testimonial-rows.ts';

/** Per testimonial on the landing page, which has a size budget; a larger one shows its beginning. */
const maxShownBytes = 4096;

const shownColumns = [
  'id',
  'name',
  'image_id',
  'license',
  'rating',
  'version',
  'created_at',
  'html',
  'excerpt',
] as const;

type ShownRow = Pick<TestimonialRow, (typeof shownColumns)[number]>;

/** The first `limit` of the carousel, for the landing page. */
export async function listShownTestimonials(db: Database, limit: number): Promise<ShownTestimonial[]> {
  const rows = await inOrder(db, 'carousel').select(shownColumns).limit(limit).execute();
  const shown: ShownTestimonial[] = [];
  for (const row of rows) {
    const { html, excerpt } = await renderedOf(db, row);
    const isExcerpt = Buffer.byteLength(html) > maxShownBytes;
    shown.push({ ...toShown(row), html: isExcerpt ? `<p>${escapeHtml(excerpt)}</p>` : html, isExcerpt });
  }
  return shown;
}

/** A testimonial for its own page, in full. @throws 404 'Testimonial not found' */
export async function getShownTestimonial(db: Database, id: string): Promise<ShownTestimonial> {
  const row = await db
    .selectFrom('testimonials')
    .select(shownColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Testimonial');
  return { ...toShown(row), html: (await renderedOf(db, row)).html, isExcerpt: false };
}

/** Rows stored without HTML are rendered now and updated. */
async function renderedOf(db: Database, { id, version, html, excerpt }: ShownRow): Promise<RenderedInline> {
  if (html !== null && excerpt !== null) return { html, excerpt };
  const { testimonial } = await db
    .selectFrom('testimonials')
    .select('testimonial')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Testimonial'));
  const rendered = await renderStoredTestimonial(testimonial);
  // Skip when a newer text has been saved in between, or when nothing can be saved: it spares the next reader the work.
  await db
    .updateTable('testimonials')
    .set(rendered)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
    .catch(unlessAway);
  return rendered;
}

function toShown(row: ShownRow): Omit<ShownTestimonial, 'html' | 'isExcerpt'> {
  const { testimonial: _, ...rest } = toTestimonial({ ...row, testimonial: '' });
  return rest;
}
