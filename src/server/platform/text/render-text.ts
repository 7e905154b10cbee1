import { type HttpError, invalid } from '../http-error.ts';
import { beginningOf, minutesOf } from './beginning.ts';
import { escapeHtml } from './escape-html.ts';
import { renderLimits } from './render-limits.ts';
import { renderQueue } from './render-queue.ts';
import {
  type Rendered,
  type RenderedInline,
  type RenderRefusal,
  renderedArticle,
  renderedTestimonial,
  renderRefusal,
} from './render-task.ts';

/** Apart from each other: nobody who saves waits for those who only look. */
const saves = renderQueue({ maxTime: 1800, newestOnly: false });
const previews = renderQueue({ maxTime: 1000, newestOnly: true });

const articleResult = renderRefusal.or(renderedArticle);
const testimonialResult = renderRefusal.or(renderedTestimonial);

/** An article's text as it is stored beside it. `person` is whose turn it is. @throws 400 when it becomes too large */
export async function renderArticle(text: string, person: string): Promise<Rendered> {
  return accepted(articleResult.parse(await saves({ kind: 'article', text }, person)), 'Text', 'text');
}

/**
 * What renderArticle returns, for a preview.
 * @throws 400 when it becomes too large, 409 when a newer preview of the person takes its place
 */
export async function previewArticle(text: string, person: string): Promise<Rendered> {
  return accepted(articleResult.parse(await previews({ kind: 'article', text }, person)), 'Text', 'text');
}

/** A testimonial as it is stored beside its text. @throws 400 when it becomes too large */
export async function renderTestimonial(text: string, person: string): Promise<RenderedInline> {
  const result = testimonialResult.parse(await saves({ kind: 'testimonial', text }, person));
  return accepted(result, 'Testimonial', 'testimonial');
}

/** An article that was stored without its HTML; one that becomes too large stays as it was typed, so this ends well. */
export async function renderStoredArticle(text: string): Promise<Rendered> {
  const result = articleResult.parse(await saves({ kind: 'article', text }, stored));
  return 'refused' in result ? { html: asTyped(text), minutes: minutesOf(text) } : result;
}

/** The same of a testimonial. */
export async function renderStoredTestimonial(text: string): Promise<RenderedInline> {
  const result = testimonialResult.parse(await saves({ kind: 'testimonial', text }, stored));
  return 'refused' in result ? { html: asTyped(text), excerpt: beginningOf(text) } : result;
}

const asTyped = (text: string) => `<p>${escapeHtml(text)}</p>\n`;

/** All stored texts together have the turn of one person. */
const stored = 'stored';

function accepted<T extends object>(result: T | RenderRefusal, label: string, field: string): T {
  if ('refused' in result) throw refusal(result, label, field);
  return result;
}

function refusal({ refused, line }: RenderRefusal, label: string, field: string): HttpError {
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
  return invalid(`${label} ${faults[refused]}${at}`, field);
}
