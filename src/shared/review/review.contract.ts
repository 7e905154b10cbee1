import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import { id, idParams, message, person, requiredText, timestamp } from '../fields.ts';

const submissionKinds = ['article', 'testimonial'] as const;
export type SubmissionKind = (typeof submissionKinds)[number];

/** submitted: waits for those with the right to the content, or for the member in whose name it is. */
const submissionStates = ['submitted', 'sent-back'] as const;
export type SubmissionState = (typeof submissionStates)[number];

/** Where the author's own submission stands. */
export const submissionMark = z
  .strictObject({
    _id: id,
    state: z.enum(submissionStates),
    /** Why it was sent back. */
    word: z.string(),
    /** The name of the member whose yes is awaited. */
    asked: z.string().nullable(),
  })
  .meta({ id: 'SubmissionMark' });
export type SubmissionMark = z.output<typeof submissionMark>;

const submissionSummary = z
  .strictObject({
    ...submissionMark.shape,
    kind: z.enum(submissionKinds),
    /** The article or the testimonial; a testimonial does not exist before it is published. */
    target: id,
    /** The title of the article, or the name in the testimonial. */
    name: z.string(),
    /** Null for a former member. */
    author: person.nullable(),
    date: timestamp,
    /** Whether the caller wrote it. */
    own: z.boolean(),
    /** Whether the caller's yes is awaited. */
    asksYou: z.boolean(),
  })
  .meta({ id: 'SubmissionSummary' });
export type SubmissionSummary = z.output<typeof submissionSummary>;

const articleWords = z
  .strictObject({
    title: z.string(),
    slug: z.string(),
    url: z.string(),
    snippet: z.string(),
    text: z.string(),
    cover_id: id.nullable(),
    cover_alt: z.string(),
  })
  .meta({ id: 'SubmittedArticle' });

const testimonialWords = z
  .strictObject({
    name: z.string(),
    testimonial: z.string(),
    license: z.string().nullable(),
    rating: z.int().nullable(),
    image_id: id.nullable(),
  })
  .meta({ id: 'SubmittedTestimonial' });

/** `before` is what the public sees now; null when nothing. */
const submission = z
  .strictObject({
    ...submissionSummary.shape,
    version: z.int(),
    /** The version of what it would change; 0 when it does not exist yet. */
    targetVersion: z.int(),
    article: z
      .strictObject({
        before: articleWords.nullable(),
        after: articleWords,
        /** The date of a scheduled one. */
        scheduled: timestamp.nullable(),
      })
      .meta({ id: 'ArticleChange' })
      .nullable(),
    testimonial: z
      .strictObject({ before: testimonialWords.nullable(), after: testimonialWords })
      .meta({ id: 'TestimonialChange' })
      .nullable(),
  })
  .meta({ id: 'Submission' });
export type Submission = z.output<typeof submission>;

const version = z.int('Version must be a whole number').min(0).max(999_999_999);

export const reviewContract = {
  'GET /api/submissions': {
    summary:
      'Articles and testimonials that wait: your own, those in your name, and all for those with the right to the content; the newest 200',
    access: 'member',
    response: z.array(submissionSummary),
  },
  'GET /api/submissions/:id': {
    summary: 'What a submission would change',
    access: 'member',
    params: idParams('Submission'),
    response: submission,
  },
  'POST /api/submissions/:id/publish': {
    summary: 'Publish a submission as it was looked at; 412 when it or the public text has changed since',
    access: 'content',
    confirm: { none: 'Everyday work of editors; limited, audited, and changed back in the same way' },
    scope: null,
    limit: 'review',
    params: idParams('Submission'),
    body: z.object({ version, targetVersion: version }).meta({ id: 'SubmissionToPublish' }),
    response: message,
  },
  'POST /api/submissions/:id/send-back': {
    summary: 'Send a submission back to its author with a word',
    access: 'content',
    confirm: { none: 'Everyday work of editors; the author can submit again' },
    scope: null,
    limit: 'review',
    params: idParams('Submission'),
    body: z
      .object({ version, word: requiredText('Word to the author', maxLengths.submission.word) })
      .meta({ id: 'SubmissionToSendBack' }),
    response: message,
  },
  'POST /api/submissions/:id/answer': {
    summary: 'Say whether a testimonial may be published in your name',
    access: 'member',
    limit: 'review',
    params: idParams('Submission'),
    body: z
      .object({
        version,
        /** Left out by older clients, whose yes is for what is public now. */
        targetVersion: version.optional(),
        yes: z.boolean('Yes must be true or false'),
      })
      .meta({ id: 'SubmissionAnswer' }),
    response: message,
  },
  'DELETE /api/submissions/:id': {
    summary: 'Withdraw your submission; those with the right to the content can delete any',
    access: 'member',
    limit: 'review',
    params: idParams('Submission'),
    response: message,
  },
} satisfies Contract;
