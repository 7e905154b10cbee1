import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { articleBody, makeToken, makeUser } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { LeadEventKind, LeadStatus } from '../../../shared/leads/lead-statuses.ts';
import { newId } from '../../platform/db/ids.ts';
import type { ContactRequestRow, LeadEventRow } from '../../tables/leads.ts';
import { deleteOldVisitSums } from './visit-sums.service.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());
afterEach(() => vi.useRealTimers());

const hour = 3_600_000;
const iso = (moment: number) => new Date(moment).toISOString();

/** Repeats itself. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

interface Person {
  created: number;
  spam: boolean;
  belongs: boolean;
  source: string;
  status: LeadStatus;
  first: number | null;
  waitingSince: number | null;
  reached: number;
  /** 'wrote' or 'answered', in order. */
  log: { at: number; wrote: boolean }[];
}

const path = ['new', 'contacted', 'appointment', 'agreement-sent', 'joining', 'joined'] as const;
const people: Person[] = [];
const signIns: { at: number; user: string }[] = [];
const invitations: { made: number; accepted: number | null }[] = [];
const reads: { day: string; hits: number }[] = [];
let articleId: string;
let events = 0;

/** Makes a plausible history of the 200 days before `now`, at all hours of the day. */
async function addHistory(now: number, seed: number): Promise<void> {
  const roll = dice(seed);
  const ago = (days: number) => now - Math.floor(roll() * days * 24 * hour) - 1000;
  const requests: ContactRequestRow[] = [];
  const log: LeadEventRow[] = [];
  let leadId: string | undefined;
  for (let n = 0; n < 250; n++) {
    const created = ago(200);
    const person: Person = {
      created,
      spam: roll() < 0.1,
      belongs: leadId !== undefined && roll() < 0.1,
      source:
        ['', 'news', 'zillow.com', 'a.example', 'b.example', 'c.example', 'd.example'][
          Math.floor(roll() ** 2 * 7)
        ] ?? '',
      status: 'new',
      first: null,
      waitingSince: created,
      reached: 0,
      log: [{ at: created, wrote: true }],
    };
    const id = newId();
    const note = (kind: LeadEventKind, at: number, text = '') =>
      log.push({
        id: newId(),
        lead_id: id,
        kind,
        author_id: null,
        author_name: 'Ada',
        text,
        undo: null,
        batch_id: null,
        created_at: iso(at),
      });
    const first = created + roll() ** 3 * 60 * hour;
    if (roll() < 0.7 && first < now) {
      note('call', first);
      note('stage', first, 'new → contacted');
      Object.assign(person, {
        first: Math.floor(first),
        status: 'contacted',
        waitingSince: null,
        reached: 1,
      });
      person.log.push({ at: first, wrote: false });
      for (let at = first; person.reached < 5 && roll() < 0.5; ) {
        at += roll() * 48 * hour;
        if (at >= now) break;
        const next = path[++person.reached] ?? 'joined';
        note('stage', at, `${person.status} → ${next}`);
        person.log.push({ at, wrote: false });
        person.status = next;
      }
      const closed = first + roll() * 400 * hour;
      if (
        roll() < 0.2 &&
        person.status !== 'joined' &&
        closed < now &&
        closed > (person.log.at(-1)?.at ?? 0)
      ) {
        note('stage', closed, `${person.status} → closed: moved away`);
        person.log.push({ at: closed, wrote: false });
        person.status = 'closed';
      } else if (roll() < 0.2) {
        const again = (person.log.at(-1)?.at ?? first) + roll() * 100 * hour;
        if (again < now) {
          note('wrote-again', again);
          person.log.push({ at: again, wrote: true });
          person.waitingSince = again;
        }
      }
    }
    const none = {
      overflow: false,
      mail_id: null,
      owner_id: null,
      next_step: null,
      next_on: null,
      closed_reason: null,
    };
    const others = {
      alerted_at: null,
      reply_id: null,
      phone_key: null,
      member_id: null,
      referred_by: null,
      linked_to: null,
      license: null,
    };
    requests.push({
      id,
      first_name: 'Lee',
      last_name: 'Dunn',
      phone: '1',
      email: `${id}@example.com`,
      ...none,
      ...others,
      brokerage: null,
      deals_a_year: null,
      calculation: null,
      phone_consent: null,
      message: null,
      status: person.status,
      spam: person.spam,
      created_at: iso(created),
      waiting_since: person.waitingSince === null ? null : iso(person.waitingSince),
      first_contact_at: person.first === null ? null : iso(person.first),
      joined_to: person.belongs ? (leadId ?? null) : null,
      source: JSON.stringify({
        landing: '/',
        medium: '',
        campaign: '',
        source: person.source === 'news' ? 'News' : '',
        referrer: person.source.includes('.') ? `https://www.${person.source}` : '',
      }),
    });
    if (!person.spam && !person.belongs) leadId ??= id;
    people.push(person);
  }
  await server.db.insertInto('contact_requests').values(requests).execute();
  await server.db.insertInto('lead_events').values(log).execute();
  for (let n = 0; n < 60; n++)
    await addSignIn(ago(60), `0190a0b0-0000-7000-8000-0000000000${10 + Math.floor(roll() * 25)}`);
  for (let n = 0; n < 12; n++) await addInvitation(ago(190), roll() < 0.5 ? ago(30) : null);
  for (const back of [0, 1, 6, 7, 8, 13, 14, 27, 28, 29, 55, 56, 89, 90, 179, 180]) {
    await addReads(laDay(now - back * 24 * hour), 1 + Math.floor(roll() * 9));
  }
}

async function addSignIn(at: number, user: string): Promise<void> {
  signIns.push({ at, user });
  const event = {
    number: ++events,
    id: newId(),
    event: 'sign-in',
    detail: '',
    user_id: user,
    created_at: iso(at),
  } as const;
  await server.db
    .insertInto('security_log')
    .values({ ...event, address: '', device: '', request_id: '', hash: '' })
    .execute();
}

async function addInvitation(made: number, acceptedAt: number | null): Promise<void> {
  const accepted = acceptedAt === null ? null : Math.max(made + 1000, acceptedAt);
  invitations.push({ made, accepted });
  await makeUser(server.db, {
    created_at: iso(made),
    ...(accepted === null ? { password_hash: null } : { adult_confirmed_at: iso(accepted) }),
  });
}

async function addReads(day: string, hits: number): Promise<void> {
  if (reads.some((known) => known.day === day)) return;
  reads.push({ day, hits });
  const values = (['read', 'calculator', 'form', 'sent'] as const).map((event, index) => ({
    day,
    event,
    hits: hits * (4 - index),
    path: '/articles/counted',
    source: 'zillow.com',
  }));
  await server.db.insertInto('visit_sums').values(values).execute();
}

// The count by hand: it looks at the calendar of each moment, and knows no beginning of a day.
const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Los_Angeles' });
const days = new Map<number, string>();
function laDay(moment: number): string {
  const known = days.get(moment) ?? calendar.format(moment);
  days.set(moment, known);
  return known;
}

/** The last `count` days, the newest first, found by walking back through the hours. */
function lastDays(now: number, count: number): string[] {
  const found = new Set<string>();
  for (let at = now; found.size < count; at -= hour / 2) found.add(laDay(at));
  return [...found];
}

/** The first quarter of an hour of a day. */
function firstMomentOf(day: string, now: number): number {
  let at = now - (now % (hour / 4));
  while (laDay(at - hour / 4) >= day) at -= hour / 4;
  return at;
}

const monday = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`);
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
};

const median = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const half = sorted.length >> 1;
  const middle = sorted.length % 2 ? sorted.slice(half, half + 1) : sorted.slice(half - 1, half + 1);
  return Math.round(middle.reduce((sum, value) => sum + value, 0) / middle.length / 60_000);
};

function countByHand(now: number, days: number) {
  const both = lastDays(now, 2 * days);
  const period = both.slice(0, days);
  const former = both.slice(days);
  const leads = people.filter(({ spam, belongs }) => !spam && !belongs);
  const of = (part: string[]) => leads.filter(({ created }) => part.includes(laDay(created)));
  const began = firstMomentOf(period.at(-1) ?? '', now);
  const isWaitingAt = (moment: number) =>
    leads.filter(
      ({ log }) =>
        log
          .filter(({ at }) => at < moment)
          .sort((a, b) => a.at - b.at)
          .at(-1)?.wrote,
    ).length;
  const share = (part: Person[]) => ({
    leads: part.length,
    joined: part.filter(({ status }) => status === 'joined').length,
  });
  const waits = (part: Person[]) =>
    part.flatMap(({ created, first }) => (first === null ? [] : [first - created]));
  const active = (part: string[]) =>
    new Set(signIns.filter(({ at }) => part.includes(laDay(at))).map(({ user }) => user)).size;
  const sum = (part: string[]) =>
    reads.filter(({ day }) => part.includes(day)).reduce((all, { hits }) => all + hits, 0);
  const times = (factor: number) => ({ now: factor * sum(period), before: factor * sum(former) });
  const bucket = ({ created, first }: Person) => {
    if (first === null) return 'none';
    const hours = (first - created) / hour;
    if (hours < 1) return '0-1';
    if (hours < 4) return '1-4';
    if (hours < 8) return '4-8';
    return hours < 24 ? '8-24' : '24+';
  };
  return {
    from: period.at(-1),
    to: period[0],
    figures: {
      newLeads: { now: of(period).length, before: of(former).length },
      unanswered: { now: isWaitingAt(Infinity), before: isWaitingAt(began) },
      firstContact: { now: median(waits(of(period))), before: median(waits(of(former))) },
      joined: { now: share(of(period)), before: share(of(former)) },
      active7: { now: active(lastDays(now, 7)), before: active(lastDays(now, 14).slice(7)) },
      active28: { now: active(lastDays(now, 28)), before: active(lastDays(now, 56).slice(28)) },
      invited: {
        now: invitations.filter(({ accepted }) => accepted === null).length,
        before: invitations.filter(
          ({ made, accepted }) => made < began && (accepted === null || accepted >= began),
        ).length,
      },
    },
    funnel: path.map((stage, index) => ({
      stage,
      count: of(period).filter(({ reached }) => reached >= index).length,
    })),
    firstContact: ['0-1', '1-4', '4-8', '8-24', '24+', 'none'].map((hours) => ({
      hours,
      count: of(period).filter((person) => bucket(person) === hours).length,
    })),
    visits: { reads: times(4), calculator: times(3), form: times(2), sent: times(1) },
    sources: sum(period) ? [{ source: 'zillow.com', count: 4 * sum(period) }] : [],
    articles: [{ _id: articleId, title: 'Counted', slug: 'counted', ...times(4) }],
  };
}

const moments = [
  '2026-03-08T18:30:00Z',
  '2026-03-09T06:10:00Z',
  '2026-07-15T03:00:00Z',
  '2026-11-01T08:59:00Z',
  '2026-11-23T00:20:00Z',
];

describe.each(moments)('insights of %s', (moment) => {
  it('equal a count by hand', async () => {
    const now = Date.parse(moment);
    vi.useFakeTimers({ toFake: ['Date'], now });
    const token = await makeToken(server.db, { admin: true, created_at: '2020-01-01T00:00:00.000Z' });
    articleId ??= (
      await server.call('POST /api/articles', { token, body: articleBody({ title: 'Counted' }) })
    ).body._id;
    await addHistory(now, moments.indexOf(moment) + 7);
    for (const days of [7, 28, 90]) {
      const { status, body } = await server.call(`GET /api/insights?days=${days}`, { token });
      expect(status).toBe(200);
      expect(body).toMatchObject(countByHand(now, days));
    }
  });

  it('show the weeks and months of Los Angeles', async () => {
    const now = Date.parse(moment);
    vi.useFakeTimers({ toFake: ['Date'], now });
    const token = await makeToken(server.db, { admin: true });
    const { weeks, cohorts } = (await server.call('GET /api/insights', { token })).body;
    const leads = people.filter(({ spam, belongs }) => !spam && !belongs);
    expect(weeks).toHaveLength(13);
    expect(weeks.at(-1).from).toBe(monday(laDay(now)));
    for (const { from, sources } of weeks) {
      const inWeek = leads.filter(({ created }) => monday(laDay(created)) === from);
      expect(sources.reduce((all: number, { count }: { count: number }) => all + count, 0)).toBe(
        inWeek.length,
      );
      for (const { source, count } of sources) {
        if (source !== 'other') expect(count).toBe(inWeek.filter((lead) => lead.source === source).length);
      }
    }
    expect(cohorts).toHaveLength(12);
    expect(cohorts.at(-1).month).toBe(laDay(now).slice(0, 7));
    for (const { month, leads: count, joined } of cohorts) {
      const inMonth = leads.filter(({ created }) => laDay(created).startsWith(month));
      expect([count, joined]).toEqual([
        inMonth.length,
        inMonth.filter(({ status }) => status === 'joined').length,
      ]);
    }
  });
});

it('a change of many that was undone does not count as a stage reached', async () => {
  const fresh = await testServer();
  const token = await makeToken(fresh.db, { admin: true });
  const body = { firstName: 'Lee', lastName: 'Dunn', phone: '555-0100', email: 'lee@example.com' };
  await fresh.call('POST /api/contact', { body });
  const [{ _id }] = (await fresh.call('GET /api/leads', { token })).body;
  const batch = { ids: [_id], changes: { status: 'joining' } };
  const { _id: id } = (await fresh.call('POST /api/leads/bulk', { token, body: batch })).body;
  const funnel = async () => {
    const { body: insights } = await fresh.call('GET /api/insights', { token });
    return insights.funnel.map(({ count }: { count: number }) => count);
  };
  expect(await funnel()).toEqual([1, 1, 1, 1, 1, 0]);
  await fresh.call(`POST /api/leads/bulk/${id}/undo`, { token });
  expect(await funnel()).toEqual([1, 0, 0, 0, 0, 0]);
  await fresh.stop();
});

it('an unknown period is 400', async () => {
  const token = await makeToken(server.db, { admin: true });
  expect((await server.call('GET /api/insights?days=30', { token })).status).toBe(400);
});

it('sums go after 25 months', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2029-03-15T12:00:00Z') });
  const none = { event: 'read', path: '/', source: '', hits: 1 } as const;
  await server.db
    .insertInto('visit_sums')
    .values([
      { ...none, day: '2027-02-14' },
      { ...none, day: '2027-02-15' },
    ])
    .execute();
  await deleteOldVisitSums(server.db);
  const rows = await server.db.selectFrom('visit_sums').select('day').execute();
  expect(rows).toEqual([{ day: '2027-02-15' }]);
});
