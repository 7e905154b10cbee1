import { z } from 'zod';
import type { Contract } from '../contract.ts';

/** members: every member · review: members after a review · right: those with the right to the content. */
const publishingRules = ['members', 'review', 'right'] as const;
export type PublishingRule = (typeof publishingRules)[number];

const rule = (what: string) => z.enum(publishingRules, `Choose who can publish ${what}`);

const publishingSettings = z
  .object({ articles: rule('articles'), testimonials: rule('testimonials') })
  .meta({ id: 'PublishingSettings' });
export type PublishingSettings = z.output<typeof publishingSettings>;

export const publishingContract = {
  'GET /api/site/publishing': {
    summary: 'Who may publish articles and testimonials',
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
    body: publishingSettings,
    response: publishingSettings,
  },
} satisfies Contract;
