import { type HttpError, invalid } from '../http-error.ts';
import { beginningOf, minutesOf } from './beginning.ts';
import { escapeHtml } from './escape-html.ts';
import { renderLimits } from './render-limits.ts';
import { renderQueue } from './render-queue.ts';
import {
  type Rendered,
  type RenderedInline,
  type RenderRejection,
  renderedArticle,
  renderedTestimonial,
  renderRejection,
  type TextImages,
} from './render-task.ts';

/** Separate queues: saving never waits for previews. */
const saves = renderQueue({ maxTime: 1800, newestOnly: false });
const previews = renderQueue({ maxTime: 1000, newestOnly: true });

const articleResult = renderRejection.or(renderedArticle);
const testimonialResult = renderRejection.or(renderedTestimonial);

export interface ArticleText {
  text: string;
  images: TextImages;
}

/** Renders an article for storage. `person` is the queue's key. @throws 400 when the result is too large */
export async function renderArticle(article: ArticleText, person: string): Promise<Rendered> {
  return accepted(articleResult.parse(await saves({ kind: 'article', ...article }, person)), 'Text', 'text');
}

/** Renders a preview. @throws 400 when too large, 409 when a newer preview of the person replaces it */
export async function previewArticle(article: ArticleText, person: string): Promise<Rendered> {
  return accepted(
    articleResult.parse(await previews({ kind: 'article', ...article }, person)),
    'Text',
    'text',
  );
}

/** Renders a testimonial for storage. @throws 400 when the result is too large */
export async function renderTestimonial(text: string, person: string): Promise<RenderedInline> {
  const result = testimonialResult.parse(await saves({ kind: 'testimonial', text }, person));
  return accepted(result, 'Testimonial', 'testimonial');
}

/** Renders an article stored without HTML; returns it as typed when too large. */
export async function renderStoredArticle(article: ArticleText): Promise<Rendered> {
  const result = articleResult.parse(await saves({ kind: 'article', ...article }, stored));
  return 'rejected' in result ? { html: asTyped(article.text), minutes: minutesOf(article.text) } : result;
}

/** Renders a testimonial in the same way. */
export async function renderStoredTestimonial(text: string): Promise<RenderedInline> {
  const result = testimonialResult.parse(await saves({ kind: 'testimonial', text }, stored));
  return 'rejected' in result ? { html: asTyped(text), excerpt: beginningOf(text) } : result;
}

const asTyped = (text: string) => `<p>${escapeHtml(text)}</p>\n`;

const stored = 'stored';

function accepted<T extends object>(result: T | RenderRejection, label: string, field: string): T {
  if ('rejected' in result) throw rejection(result, label, field);
  return result;
}

function rejection({ rejected, line }: RenderRejection, label: string, field: string): HttpError {
  const at = line > 0 ? ` (line ${line})` : '';
  const { tableCells, allCells, nesting } = renderLimits;
  const faults = {
    table: `holds a table of more than ${tableCells.toLocaleString('en-US')} cells`,
    tables: `holds tables of more than ${allCells.toLocaleString('en-US')} cells together`,
    nesting: `is nested more than ${nesting} levels deep`,
    html: 'becomes a page more than 10 times its size',
    time: 'takes too long to lay out; it may hold too many brackets or marks',
    memory: 'takes too much memory to lay out',
  };
  return invalid(`${label} ${faults[rejected]}${at}`, field);
}
