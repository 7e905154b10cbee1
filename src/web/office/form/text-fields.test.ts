import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { articlesContract } from '../../../shared/articles.contract.ts';
import { testimonialsContract } from '../../../shared/testimonials.contract.ts';
import { articleForm, limits, newArticleForm } from '../articles/article-form.ts';
import { testimonialForm, limits as testimonialLimits } from '../testimonials/testimonial-form.ts';

interface Schema {
  safeParse(value: unknown): {
    success: boolean;
    data?: unknown;
    error?: { issues: { path: PropertyKey[]; message: string }[] };
  };
}

/** What a schema says: the values as they are stored, or the first message about each field. */
function verdict(schema: Schema, values: object) {
  const { data, error } = schema.safeParse(values);
  if (!error) return data;
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]).reverse());
}

/** Texts around the rules of a field: blank, too long, not storable, addresses and slugs of all kinds. */
const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('\u200b', '\u3164 ', 'a\u200b', 'a\0b', `a${'\u0301'.repeat(31)}`),
    fc.constantFrom('', ' ', '\n', 'a\0b', '\ud800', 'e\u0301'.repeat(3), 'a-b', 'a--b', 'A', 'a\u00a0'),
    fc.constantFrom('https://example.com', 'http://a.b/c?d', 'ftp://a.b', 'javascript:alert(1)', 'https://'),
    fc.webUrl(),
    fc.integer({ min: -2, max: 2 }).map((more) => ` ${'a'.repeat(maxLength + more)} `),
  );

/** What the form holds beside the fields: the time of a scheduled article goes by the clock, hence to the server. */
const asDraft = { state: 'draft', date: '', cover_id: '' };

const article = fc.record({
  title: text(limits.title),
  slug: text(limits.slug),
  url: text(2048),
  snippet: text(limits.snippet),
  text: text(limits.text),
  cover_alt: text(limits.coverAlt),
});
const testimonial = fc.record({
  name: text(testimonialLimits.name),
  testimonial: text(testimonialLimits.testimonial),
});

describe('a form judges like the contract, in the same words', () => {
  test('of a new article', () => {
    fc.assert(
      fc.property(article, ({ slug: _, ...values }) => {
        const { body } = articlesContract['POST /api/articles'];
        const inForm = verdict(newArticleForm, { ...values, ...asDraft, slug: '' });
        const byContract = verdict(body, values);
        expect(inForm).toEqual(
          body.safeParse(values).success ? { ...byContract, ...asDraft, slug: '' } : byContract,
        );
      }),
    );
  });

  test('of an article that exists', () => {
    fc.assert(
      fc.property(article, (values) => {
        const { body } = articlesContract['PATCH /api/articles/:id'];
        const byContract = verdict(body, values);
        expect(verdict(articleForm, { ...values, ...asDraft })).toEqual(
          body.safeParse(values).success ? { ...byContract, ...asDraft } : byContract,
        );
      }),
    );
  });

  test('of a testimonial', () => {
    fc.assert(
      fc.property(testimonial, (values) => {
        expect(verdict(z.omit(testimonialForm, { image_id: true }), values)).toEqual(
          verdict(testimonialsContract['POST /api/testimonials'].body, values),
        );
      }),
    );
  });
});
