import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { articlesContract } from '../../../shared/articles/articles.contract.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { profilesContract } from '../../../shared/profiles/profiles.contract.ts';
import { testimonialsContract } from '../../../shared/testimonials/testimonials.contract.ts';
import { articleForm, newArticleForm } from '../articles/article-rules.ts';
import { educationForm, experienceForm, toBody } from '../profiles/history-form.ts';
import { testimonialForm } from '../testimonials/testimonial-form.ts';

interface Schema {
  safeParse(value: unknown): {
    success: boolean;
    data?: unknown;
    error?: { issues: { path: PropertyKey[]; message: string }[] };
  };
}

/** The stored values, or the first message about each field. */
function validate(schema: Schema, values: object) {
  const { data, error } = schema.safeParse(values);
  if (!error) return data;
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]).reverse());
}

const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('\u200b', '\u3164 ', 'a\u200b', 'a\0b', `a${'\u0301'.repeat(31)}`),
    fc.constantFrom('\u202eevil\u202c', 'a\tb\nc', 'e\u200b\u0301', '\u0645\u06cc\u200c\u062e', 'a\u200db'),
    fc.constantFrom('', ' ', '\n', 'a\0b', '\ud800', 'e\u0301'.repeat(3), 'a-b', 'a--b', 'A', 'a\u00a0'),
    fc.constantFrom('https://example.com', 'http://a.b/c?d', 'ftp://a.b', 'javascript:alert(1)', 'https://'),
    fc.webUrl(),
    fc.integer({ min: -2, max: 2 }).map((more) => ` ${'a'.repeat(maxLength + more)} `),
  );

/** Fields without texts; the server checks the time of a scheduled article, as it depends on the clock. */
const asDraft = { state: 'draft', date: '', cover_id: '' };

const article = fc.record({
  title: text(maxLengths.article.title),
  slug: text(maxLengths.article.slug),
  url: text(maxLengths.webAddress),
  snippet: text(maxLengths.article.snippet),
  text: text(maxLengths.article.text),
  cover_alt: text(maxLengths.article.coverAlt),
});
/** Fields without texts; the server checks the order of the dates. */
const noDates = { from: '', to: '', current: '' };
const experience = fc.record({
  title: text(maxLengths.history.title),
  company: text(maxLengths.history.company),
  location: text(maxLengths.history.location),
  description: text(maxLengths.history.description),
});
const education = fc.record({
  school: text(maxLengths.history.school),
  degree: text(maxLengths.history.degree),
  fieldofstudy: text(maxLengths.history.fieldOfStudy),
  description: text(maxLengths.history.description),
});
const testimonial = fc.record({
  name: text(maxLengths.testimonial.name),
  license: fc.oneof(
    fc.constantFrom('01234567', ' 01234567 ', '1234567', '0123456７', 'DRE #01234567', 'S01234567'),
    text(maxLengths.profile.license),
  ),
  testimonial: text(maxLengths.testimonial.text),
});

describe('a form validates like the contract, with the same messages', () => {
  test('of a new article', () => {
    fc.assert(
      fc.property(article, ({ slug: _, ...values }) => {
        const { body } = articlesContract['POST /api/articles'];
        const inForm = validate(newArticleForm, { ...values, ...asDraft, slug: '' });
        const byContract = validate(body, values);
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
        const byContract = validate(body, values);
        expect(validate(articleForm, { ...values, ...asDraft })).toEqual(
          body.safeParse(values).success ? { ...byContract, ...asDraft } : byContract,
        );
      }),
    );
  });

  test('of experience', () => {
    fc.assert(
      fc.property(experience, (values) => {
        const { body } = profilesContract['PUT /api/profile/experience'];
        const ofForm = experienceForm.safeParse({ ...values, ...noDates });
        const inForm = ofForm.success
          ? body.parse(toBody(ofForm.data))
          : validate(experienceForm, { ...values, ...noDates });
        expect(inForm).toEqual(validate(body, values));
      }),
    );
  });

  test('of education', () => {
    fc.assert(
      fc.property(education, (values) => {
        const { body } = profilesContract['PUT /api/profile/education'];
        const ofForm = educationForm.safeParse({ ...values, ...noDates });
        const inForm = ofForm.success
          ? body.parse(toBody(ofForm.data))
          : validate(educationForm, { ...values, ...noDates });
        expect(inForm).toEqual(validate(body, values));
      }),
    );
  });

  test('of a testimonial', () => {
    fc.assert(
      fc.property(testimonial, (values) => {
        expect(validate(z.omit(testimonialForm, { image_id: true, rating: true }), values)).toEqual(
          validate(testimonialsContract['POST /api/testimonials'].body, values),
        );
      }),
    );
  });
});
