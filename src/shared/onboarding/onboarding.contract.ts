import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxCounts, maxLengths } from '../field-limits.ts';
import { id, idParams, idPattern, noted, optionalText, person, requiredName } from '../fields.ts';
import { doers, plans } from './plans.ts';
import { stepSubjects } from './step-subjects.ts';

const texts = { title: z.string(), text: z.string(), who: z.enum(doers) };

/** Null for nothing that is signed or checked off elsewhere; left out where only words of the title say it. */
const about = z.enum(stepSubjects, 'About is not known').nullable().optional();

const templateStep = z
  .strictObject({
    _id: id,
    ...texts,
    dueDays: z.int(),
    /** The handbook page to acknowledge. */
    page: id.nullable(),
    about,
  })
  .meta({ id: 'TemplateStep' });
export type TemplateStep = z.output<typeof templateStep>;

const memberStep = z
  .strictObject({
    _id: id,
    plan: z.enum(plans),
    ...texts,
    /** The handbook page to acknowledge; null also once the page has been deleted. */
    page: z.strictObject({ title: z.string(), slug: z.string() }).nullable(),
    due: z.iso.date(),
    done: noted.nullable(),
    /** To the office, of an open step: what is signed or checked off elsewhere. */
    about: z.enum(stepSubjects).optional(),
    /** The facts that a check would be made for which ticking the step notes, too; '' if it depends on none. */
    current: z.string().optional(),
  })
  .meta({ id: 'MemberStep' });
export type MemberStep = z.output<typeof memberStep>;

const memberProgress = z
  .strictObject({
    user: person,
    plan: z.enum(plans),
    done: z.int(),
    total: z.int(),
    next: z
      .strictObject({ title: z.string(), who: z.enum(doers), due: z.iso.date() })
      .meta({ id: 'NextStep' }),
    /** Whole days since the last step was done, or since the first was due to begin. */
    stuckDays: z.int(),
  })
  .meta({ id: 'MemberProgress' });
export type MemberProgress = z.output<typeof memberProgress>;

const stepFields = z
  .object({
    /** A step that is there already keeps its id. */
    _id: id.optional(),
    title: requiredName('Title', maxLengths.step.title),
    text: optionalText('Text', maxLengths.step.text).default(''),
    who: z.enum(doers, 'Who must be member or office'),
    dueDays: z
      .int('Due must be a number of days')
      .min(0, 'Due must be a number of days')
      .max(1000, 'Due must be at most 1,000 days'),
    page: z.string('Page must be an id or null').regex(idPattern, 'Page not found').nullable().default(null),
    about,
  })
  .meta({ id: 'StepFields' });
export type StepFields = z.output<typeof stepFields>;

const planParams = z.object({ plan: z.enum(plans, 'Template not found') });

export const onboardingContract = {
  'GET /api/onboarding': {
    summary: 'Members with open steps, those who have been stuck longest first; at most 1,000',
    access: 'compliance',
    confirm: { none: 'Office work of every day' },
    scope: 'members:read',
    response: z.array(memberProgress),
  },
  'GET /api/onboarding/me': {
    summary: "One's own steps of joining",
    access: 'member',
    response: z.array(memberStep),
  },
  'GET /api/onboarding/members/:id': {
    summary: 'The steps of a member, of joining and of leaving',
    access: 'compliance',
    confirm: { none: 'Office work of every day, one at a time' },
    scope: 'members:read',
    params: idParams('User'),
    response: z.array(memberStep),
  },
  'PUT /api/onboarding/steps/:id': {
    summary:
      "Tick a step or take it back: members their own, admins any. A step with a page is ticked by acknowledging the page. An admin's tick of another's step about a W-9 or payout details notes that check, too, if it comes with `current`; an API token's does not",
    access: 'member',
    confirm: { when: 'It notes a check' },
    confirmed: 'an hour',
    scope: 'members:write',
    limit: 'onboarding',
    params: idParams('Step'),
    body: z
      .object({
        done: z.boolean('Done must be true or false'),
        /** As the step had it; 409 when it is another one by now. */
        current: z.string('Current must be a text').max(maxLengths.application.text).optional(),
      })
      .meta({ id: 'StepTick' }),
    response: memberStep,
  },
  'GET /api/onboarding/templates/:plan': {
    summary: 'The steps that each new member gets (on), or each suspended one (off)',
    access: 'compliance',
    confirm: { none: 'Words without anything about a person' },
    scope: 'members:read',
    params: planParams,
    response: z.array(templateStep),
  },
  'PUT /api/onboarding/templates/:plan': {
    summary:
      'Replace these steps; copies that members have stay as they are. 412 for other steps than were seen',
    access: 'compliance',
    confirm: 'needed',
    scope: { unconfirmed: 'members:write' },
    limit: 'onboarding',
    params: planParams,
    body: z
      .object({
        steps: z
          .array(stepFields, 'Steps must be a list')
          .max(maxCounts.steps, `A template may have at most ${maxCounts.steps} steps`),
        /** The steps that the form began with. */
        seen: z.array(stepFields).max(maxCounts.steps).optional(),
      })
      .meta({ id: 'TemplateSteps' }),
    bodyLimit: 2 * 1024 * 1024,
    response: z.array(templateStep),
  },
} satisfies Contract;
