/** Figures of leads and members. */

import { type SqlBool, sql } from 'kysely';
import { addDays, officeDay } from '../../../shared/dates.ts';
import { contactBuckets, funnelStages, type Insights } from '../../../shared/insights/insights.contract.ts';
import { momentInOffice } from '../../../shared/site/office-hours.ts';
import { hour, minute } from '../../../shared/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ContactRequestRow, LeadEventRow } from '../../tables/leads.ts';
import { articleReads, readSources, visitFigures } from './visit-sums.service.ts';

const weeksShown = 13;
const monthsShown = 12;
/** Sources with a color of their own. */
const sourcesShown = 5;

/** ISO timestamps: `from` is part of it, `until` is not. */
interface Span {
  from: string;
  until: string;
}

/**
 * Figures of the `days` days of Los Angeles that end with the day of `now` (epoch ms), and of as many days before
 * (docs/product.md P21). Reads only.
 */
export async function getInsights(db: Database, days: number, now: number): Promise<Insights> {
  const to = officeDay(new Date(now).toISOString());
  const from = addDays(to, 1 - days);
  const before = addDays(from, -days);
  const began = startOf(from);
  const begunBefore = startOf(before);
  const week = addDays(mondayOf(to), -7 * (weeksShown - 1));
  const [first = before] = [week, before].sort();
  const leads = await leadsSince(db, startOf(first));
  const current = leads.filter(({ created_at }) => created_at >= began);
  const former = leads.filter(({ created_at }) => created_at < began && created_at >= begunBefore);
  const inPeriod = { from, to, before };
  return {
    days,
    from,
    to,
    figures: {
      newLeads: { now: current.length, before: former.length },
      unanswered: { now: await countWaiting(db), before: await countWaitingAt(db, began) },
      firstContact: { now: medianOf(current), before: medianOf(former) },
      joined: { now: shareOf(current), before: shareOf(former) },
      active7: await activeIn(db, to, 7),
      active28: await activeIn(db, to, 28),
      invited: {
        now: await countInvitedAt(db, startOf(addDays(to, 1))),
        before: await countInvitedAt(db, began),
      },
    },
    weeks: weeksOf(leads, week),
    funnel: funnelOf(current, await stageEvents(db, began)),
    firstContact: bucketsOf(current),
    cohorts: await cohorts(db, to),
    visits: await visitFigures(db, inPeriod),
    sources: await readSources(db, inPeriod),
    articles: await articleReads(db, inPeriod),
  };
}

const startOf = (day: string) => new Date(momentInOffice(day, 0)).toISOString();

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

type LeadRow = Pick<
  ContactRequestRow,
  'id' | 'created_at' | 'first_contact_at' | 'status' | 'member_id' | 'source' | 'referred_by'
> & { added: SqlBool };

const leadsSince = (db: Database, from: string): Promise<LeadRow[]> =>
  db
    .selectFrom('contact_requests')
    .select(['id', 'created_at', 'first_contact_at', 'status', 'member_id', 'source', 'referred_by'])
    .select((e) =>
      e
        .exists(
          e
            .selectFrom('lead_events')
            .select('lead_events.id')
            .whereRef('lead_events.lead_id', '=', 'contact_requests.id')
            .where('lead_events.kind', '=', 'added'),
        )
        .as('added'),
    )
    .where('spam', '=', false)
    .where('joined_to', 'is', null)
    .where('created_at', '>=', from)
    .execute();

const hasJoined = ({ status, member_id }: LeadRow) => status === 'joined' || member_id !== null;

const shareOf = (leads: LeadRow[]) => ({ leads: leads.length, joined: leads.filter(hasJoined).length });

/** The office has met those whom it added itself: they wait for no response. */
const wrote = ({ added }: LeadRow) => !added;

/** Milliseconds to the first call or mail. */
function waitOf({ created_at, first_contact_at }: LeadRow): number | undefined {
  if (first_contact_at === null) return undefined;
  return Math.max(0, Date.parse(first_contact_at) - Date.parse(created_at));
}

/** In minutes; null without a first contact. */
function medianOf(leads: LeadRow[]): number | null {
  const waits = leads
    .filter(wrote)
    .flatMap((lead) => waitOf(lead) ?? [])
    .sort((a, b) => a - b);
  const upper = waits[Math.floor(waits.length / 2)];
  const lower = waits[Math.floor((waits.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : Math.round((lower + upper) / 2 / minute);
}

const bucketEnds = [1, 4, 8, 24];

function bucketsOf(leads: LeadRow[]): Insights['firstContact'] {
  const counts = contactBuckets.map(() => 0);
  for (const lead of leads.filter(wrote)) {
    const wait = waitOf(lead);
    const found =
      wait === undefined ? contactBuckets.length - 1 : bucketEnds.findIndex((end) => wait < end * hour);
    const index = found < 0 ? bucketEnds.length : found;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return contactBuckets.map((hours, index) => ({ hours, count: counts[index] ?? 0 }));
}

function weeksOf(leads: LeadRow[], first: string): Insights['weeks'] {
  const begins = Array.from({ length: weeksShown }, (_, index) => startOf(addDays(first, 7 * index)));
  const shown = leads.flatMap((lead) => {
    const week = begins.findLastIndex((begin) => lead.created_at >= begin);
    return week < 0 ? [] : [{ week, source: sourceOf(lead) }];
  });
  const named = mostFrequent(shown.map(({ source }) => source));
  const byWeek = Map.groupBy(shown, ({ week }) => week);
  return begins.map((_, week) => {
    const sources = (byWeek.get(week) ?? []).map(({ source }) => (named.includes(source) ? source : 'other'));
    return {
      from: addDays(first, 7 * week),
      sources: [...Map.groupBy(sources, (source) => source)]
        .map(([source, all]) => ({ source, count: all.length }))
        .sort((a, b) => b.count - a.count || (a.source < b.source ? -1 : 1)),
    };
  });
}

function mostFrequent(sources: string[]): string[] {
  return [...Map.groupBy(sources, (source) => source)]
    .sort(([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1))
    .slice(0, sourcesShown)
    .map(([source]) => source);
}

/** 'referral' by a member's link, else the campaign, else the site that linked here; '' where none is known. */
function sourceOf({ source, referred_by }: Pick<LeadRow, 'source' | 'referred_by'>): string {
  if (referred_by !== null) return 'referral';
  if (source === null) return '';
  const { source: campaign, referrer }: { source: string; referrer: string } = JSON.parse(source);
  return campaign.toLowerCase() || (URL.parse(referrer)?.hostname.replace(/^www\./, '') ?? '');
}

type StageEvent = Pick<LeadEventRow, 'lead_id' | 'kind' | 'text' | 'batch_id'>;

/** Moves between stages, of leads that came since `from`, in order. */
const stageEvents = (db: Database, from: string): Promise<StageEvent[]> =>
  db
    .selectFrom('lead_events')
    .innerJoin('contact_requests', 'contact_requests.id', 'lead_events.lead_id')
    .select(['lead_events.lead_id', 'lead_events.kind', 'lead_events.text', 'lead_events.batch_id'])
    .where('lead_events.kind', 'in', ['stage', 'undone'])
    .where('contact_requests.created_at', '>=', from)
    .where('contact_requests.spam', '=', false)
    .where('contact_requests.joined_to', 'is', null)
    .orderBy('lead_events.created_at')
    .orderBy('lead_events.id')
    .execute();

/** How many leads reached each stage, including those that moved on. */
function funnelOf(leads: LeadRow[], events: StageEvent[]): Insights['funnel'] {
  const ofLead = Map.groupBy(events, ({ lead_id }) => lead_id);
  const reached = leads.map((lead) => {
    if (hasJoined(lead)) return funnelStages.length - 1;
    const contacted = lead.first_contact_at === null ? 0 : 1;
    return Math.max(contacted, stageIndex(lead.status), ...stagesIn(ofLead.get(lead.id) ?? []));
  });
  return funnelStages.map((stage, index) => ({ stage, count: reached.filter((at) => at >= index).length }));
}

const stages: readonly string[] = funnelStages;
const stageIndex = (status: string) => stages.indexOf(status);

/** Without those that a change of many was undone for. */
function stagesIn(events: StageEvent[]): number[] {
  const moves: { at: number; batch: string | null }[] = [];
  for (const { kind, text, batch_id } of events) {
    if (kind === 'stage')
      moves.push({ at: stageIndex(/→ ([a-z-]+)/.exec(text)?.[1] ?? ''), batch: batch_id });
    else moves.splice(moves.findLastIndex(({ batch }) => batch !== null) >>> 0, 1);
  }
  return moves.map(({ at }) => at);
}

async function cohorts(db: Database, to: string): Promise<Insights['cohorts']> {
  const months = monthsUntil(to);
  const [first = to] = months;
  const later = months
    .slice(1)
    .map((month, index) => sql`when created_at < ${startOf(month)} then ${sql.lit(index)}`);
  const rows = await db
    .selectFrom('contact_requests')
    .select((e) => [
      sql<number>`case ${sql.join(later, sql` `)} else ${sql.lit(monthsShown - 1)} end`.as('month'),
      e.fn.countAll<number>().as('leads'),
      sql<number>`sum(case when status = 'joined' or member_id is not null then 1 else 0 end)`.as('joined'),
    ])
    .where('spam', '=', false)
    .where('joined_to', 'is', null)
    .where('created_at', '>=', startOf(first))
    .groupBy('month')
    .execute();
  return months.map((month, index) => {
    const row = rows.find((each) => each.month === index);
    return { month: month.slice(0, 7), leads: row?.leads ?? 0, joined: row?.joined ?? 0 };
  });
}

/** Their first days, the month of `to` last. */
function monthsUntil(to: string): string[] {
  const months = [`${to.slice(0, 7)}-01`];
  while (months.length < monthsShown) months.unshift(`${addDays(months[0] ?? to, -1).slice(0, 7)}-01`);
  return months;
}

async function countWaiting(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('contact_requests')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('waiting_since', 'is not', null)
    .where('spam', '=', false)
    .where('joined_to', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** By the log: who wrote before that moment and had had no answer to it. */
async function countWaitingAt(db: Database, moment: string): Promise<number> {
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom('contact_requests as lead')
        .leftJoin('lead_events as event', (join) =>
          join.onRef('event.lead_id', '=', 'lead.id').on('event.created_at', '<', moment),
        )
        .select([
          'lead.id',
          sql<string>`coalesce(max(case when event.kind = 'wrote-again' then event.created_at end), lead.created_at)`.as(
            'wrote',
          ),
          sql<string | null>`max(case when event.kind in ('call', 'mail', 'joined')
            or (event.kind = 'stage' and event.text not like '%→ new%') then event.created_at end)`.as(
            'answered',
          ),
        ])
        .where('lead.spam', '=', false)
        .where('lead.joined_to', 'is', null)
        .where('lead.created_at', '<', moment)
        .groupBy(['lead.id', 'lead.created_at'])
        .as('leads'),
    )
    .select((e) => e.fn.countAll<number>().as('count'))
    .where((e) => e.or([e('answered', 'is', null), e('answered', '<', e.ref('wrote'))]))
    .executeTakeFirstOrThrow();
  return count;
}

async function activeIn(db: Database, to: string, days: number) {
  const spans = [0, days].map((ago) => ({
    from: startOf(addDays(to, 1 - days - ago)),
    until: startOf(addDays(to, 1 - ago)),
  }));
  const [now = 0, before = 0] = await Promise.all(spans.map((span) => countActive(db, span)));
  return { now, before };
}

/** Members who signed in: a session lasts 7 days at most. */
async function countActive(db: Database, { from, until }: Span): Promise<number> {
  const { count } = await db
    .selectFrom('security_log')
    .select((e) => e.fn.count<number>('user_id').distinct().as('count'))
    .where('event', 'in', ['sign-in', 'password.set'])
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .executeTakeFirstOrThrow();
  return count;
}

/** Accounts that had been made by then, and whose owner had set no password yet. */
async function countInvitedAt(db: Database, moment: string): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('created_at', '<', moment)
    .where((e) => e.or([e('password_hash', 'is', null), e('adult_confirmed_at', '>=', moment)]))
    .where((e) => e.or([e('suspended_at', 'is', null), e('suspended_at', '>=', moment)]))
    .executeTakeFirstOrThrow();
  return count;
}
