import { z } from 'zod';
import type { Contract } from '../contract.ts';

/** members: every member · review: members after a review · right: those with the right to the content. */
const publishingRules = ['members', 'review', 'right'] as const;
export type PublishingRule = (typeof publishingRules)[number];

const rule = (what: string) => z.enum(publishingRules, `Choose who can publish ${what}`);

const rules = z.object({ articles: rule('articles'), testimonials: rule('testimonials') });
export type PublishingRules = z.output<typeof rules>;

/** `authors`: public articles name who wrote them. */
const publishingSettings = rules
  .extend({ authors: z.literal(true).optional() })
  .meta({ id: 'PublishingSettings' });
export type PublishingSettings = z.output<typeof publishingSettings>;

/** Without `authors` that stays as it is. */
const publishingFields = rules
  .extend({ authors: z.boolean('Authors must be true or false').optional() })
  .meta({ id: 'PublishingFields' });
export type PublishingFields = z.output<typeof publishingFields>;

export const publishingContract = {
  'GET /api/site/publishing': {
    summary: 'Who may publish articles and testimonials, and whether articles name their author',
    access: 'admin',
    confirm: { none: 'Shows only the rule' },
    scope: null,
    response: publishingSettings,
  },
  'PUT /api/site/publishing': {
    summary: 'Choose who may publish articles and testimonials; it counts from the next call on',
    access: 'admin',
    confirm: 'needed',
    limit: 'site',
    body: publishingFields,
    response: publishingSettings,
  },
} satisfies Contract;
