import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { id, message } from '../fields.ts';
import { leadStatuses, stageOf } from '../leads/lead-statuses.ts';
import { insightPeriods } from './insight-periods.ts';
import { reportedEvents } from './visit-events.ts';

/** YYYY-MM-DD, in Los Angeles. */
const day = z.iso.date();

/** Compares the period with the one before. */
const figure = z.strictObject({ now: z.int(), before: z.int() }).meta({ id: 'InsightFigure' });
export type Figure = z.output<typeof figure>;

const insightDuration = z
  .strictObject({ now: z.int().nullable(), before: z.int().nullable() })
  .meta({ id: 'InsightDuration' });

/** How many came, and how many of them have joined since. */
const joinedShare = z.strictObject({ leads: z.int(), joined: z.int() }).meta({ id: 'InsightShare' });

const insightShares = z.strictObject({ now: joinedShare, before: joinedShare }).meta({ id: 'InsightShares' });

const insightFigures = z
  .strictObject({
    newLeads: figure,
    /** Now, and when the period began. */
    unanswered: figure,
    /** Minutes from the request to the first call or mail, of the period's leads that had one. */
    firstContact: insightDuration,
    joined: insightShares,
    /** Members who signed in within 7 and 28 days. */
    active7: figure,
    active28: figure,
    /** Accounts whose invitation has not been accepted: now, and when the period began. */
    invited: figure,
  })
  .meta({ id: 'InsightFigures' });

const sourceCount = z.strictObject({ source: z.string(), count: z.int() }).meta({ id: 'SourceCount' });

/** Monday to Sunday. */
const leadWeek = z.strictObject({ from: day, sources: z.array(sourceCount) }).meta({ id: 'LeadWeek' });

/** In the order of the work. */
export const funnelStages = leadStatuses.filter((status) => stageOf(status).inFunnel);
const funnelStage = z
  .strictObject({ stage: z.enum(funnelStages), count: z.int() })
  .meta({ id: 'FunnelStage' });

/** Hours from the request; 'none' for no contact yet. */
export const contactBuckets = ['0-1', '1-4', '4-8', '8-24', '24+', 'none'] as const;
const contactBucket = z
  .strictObject({ hours: z.enum(contactBuckets), count: z.int() })
  .meta({ id: 'ContactBucket' });

const cohort = joinedShare.extend({ month: z.string().regex(/^\d{4}-\d{2}$/) }).meta({ id: 'LeadCohort' });

const articleReads = z
  .strictObject({
    _id: id,
    title: z.string(),
    slug: z.string(),
    ...figure.shape,
  })
  .meta({ id: 'ArticleReads' });

const insightVisits = z
  .strictObject({
    reads: figure,
    calculator: figure,
    form: figure,
    sent: figure,
  })
  .meta({ id: 'InsightVisits' });

const insights = z
  .strictObject({
    days: z.int(),
    from: day,
    to: day,
    figures: insightFigures,
    /** The newest last; the week of `to` may still run. */
    weeks: z.array(leadWeek),
    funnel: z.array(funnelStage),
    firstContact: z.array(contactBucket),
    /** By month of the request, the newest last. */
    cohorts: z.array(cohort),
    visits: insightVisits,
    /** Where readers came from, the most frequent first. */
    sources: z.array(sourceCount),
    articles: z.array(articleReads),
  })
  .meta({ id: 'Insights' });
export type Insights = z.output<typeof insights>;

export const insightsContract = {
  'GET /api/insights': {
    summary:
      'Recruiting in the last days, today included, compared with as many days before: leads, members, visits; days and weeks of Los Angeles',
    access: 'recruiting',
    confirm: { none: 'Sums without persons' },
    scope: 'leads:read',
    query: z.object({ days: z.enum(insightPeriods, 'Days must be 7, 28 or 90').default('28') }),
    response: insights,
  },
  'POST /api/visits/:event': {
    summary:
      'Count events that only a browser sees: a use of the calculator, a form begun, a prefetched page shown. Nothing is counted for visitors who send Sec-GPC or DNT',
    access: 'visitor',
    params: z.object({ event: z.enum(reportedEvents, 'Event not found') }),
    response: message,
  },
} satisfies Contract;
