import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closingSettingsBody } from '../../../../test/closings.ts';
import { makeToken } from '../../../../test/factories.ts';
import { ignoreBlocks } from '../../../../test/loop-watch.ts';
import { textsTo } from '../../../../test/mails.ts';
import { person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { ClosingRowAnswer } from '../../../shared/closings/closing-answers.ts';
import { closingStates } from '../../../shared/closings/closing-states.ts';
import { officeDay } from '../../../shared/dates.ts';
import type { HandbookChapter } from '../../../shared/handbook/handbook.contract.ts';
import { leadStatuses } from '../../../shared/leads/lead-statuses.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import type { License } from '../../../shared/licenses/licenses.contract.ts';
import type { Post } from '../../../shared/posts/posts.contract.ts';
import type { DirectoryEntry } from '../../../shared/profiles/profiles.contract.ts';
import { remindOfPromises } from '../closings/remind-of-promises.ts';
import { remindOfMissing } from '../education/remind-of-missing.ts';
import { remindOfPages } from '../handbook/remind-of-pages.ts';
import { alertOfWaitingLeads } from '../leads/lead-reminders.ts';
import { remindOfLicenses } from '../licenses/remind-of-licenses.ts';
import { settleDue } from '../member-files/settle.ts';
import { findUser } from '../users/user-rows.ts';
import { fillWithApplications } from './fill-with-applications.ts';
import { fillWithSamples } from './fill-with-samples.ts';

let server: TestServer;
let token: string;

beforeEach(async () => {
  server = await testServer();
  token = await makeToken(server.db, { name: 'Sample Admin', admin: true });
});
afterEach(() => server.stop());

const fill = async () => {
  const isFilled = await fillWithSamples(server.db, {
    ...server.parts.config.brokerage,
    name: 'Homequest',
  });
  if (isFilled) await fillWithApplications(server.parts);
};

const read = async <T>(path: `/api/${string}`): Promise<T[]> =>
  (await server.call(`GET ${path}`, { token })).body;

// Filled and removed once, before anyone works there.
afterEach(ignoreBlocks);

describe('sample content', () => {
  it('has members with profiles, marked as sample, who cannot sign in', async () => {
    await fill();
    const members = await read<DirectoryEntry>('/api/profile');
    expect(members.filter(({ user }) => user.name === 'Sample Admin')).toHaveLength(1);
    const others = members.filter(({ user }) => user.name !== 'Sample Admin');
    expect(others).toHaveLength(6);
    for (const { user, company, skills } of others) {
      expect(user.name).toMatch(/ \(sample\)$/);
      expect(company).toBe('Homequest');
      expect(skills.length).toBeGreaterThan(2);
      const { body } = await server.call(`GET /api/profile/user/${user._id}`, { token });
      expect(body.experience[0]).toMatchObject({ company: 'Homequest', current: true });
    }
    const users = await read<{ email: string; state: string }>('/api/users');
    expect(new Set(users.map(({ state }) => state))).toEqual(new Set(['active']));
    expect(users.every(({ email }) => email.endsWith('@example.com'))).toBe(true);
    const body = { email: 'grace.pham@example.com', password: 'correct horse battery' };
    expect((await server.call('POST /api/auth', { body })).status).toBe(400);
  });

  it('has posts whose numbers are right, one of the admin’s pinned, and which search finds', async () => {
    await fill();
    const posts = await read<Post>('/api/posts');
    expect(posts.length).toBe(12);
    expect(posts.filter(({ pinned }) => pinned).map(({ name }) => name)).toEqual(['Sample Admin']);
    const now = new Date().toISOString();
    for (const { likes, likeCount, comments, commentCount, date } of posts) {
      expect(likeCount).toBe(likes.length);
      expect(commentCount).toBe(comments.length);
      for (const comment of comments) expect(comment.date > date && comment.date < now).toBe(true);
    }
    expect((await read<Post>('/api/posts?search=probate')).length).toBe(1);
  });

  it('shows the whole office: leads in every stage, what is due, licenses, onboarding and 13 weeks', async () => {
    await fill();
    const leads = await read<Lead>('/api/leads');
    expect(leads).toHaveLength(24);
    expect(new Set(leads.map(({ status }) => status))).toEqual(new Set(leadStatuses));
    for (const { lastName, email, stageSince, date, firstContact } of leads) {
      expect([lastName.endsWith(' (sample)'), email.endsWith('@example.com')]).toEqual([true, true]);
      expect(stageSince >= date && stageSince <= new Date().toISOString()).toBe(true);
      expect(firstContact === null || firstContact >= date).toBe(true);
    }
    const { body: today } = await server.call('GET /api/leads/today?mine=true', { token });
    expect(today).toMatchObject({ overdue: { count: 3 }, due: { count: 2 }, waiting: { count: 4 } });
    const { body: insights } = await server.call('GET /api/insights?days=90', { token });
    expect(insights.figures.newLeads.now).toBe(24);
    expect(insights.funnel.every(({ count }: { count: number }) => count > 0)).toBe(true);
    const licenses = await read<License>('/api/licenses');
    const today0 = officeDay(new Date().toISOString());
    expect(licenses.filter(({ expires }) => expires !== null && expires < today0)).toHaveLength(1);
    const [progress] = await read<{ done: number; total: number }>('/api/onboarding');
    expect(progress?.done).toBeGreaterThan(0);
    expect(progress?.done).toBeLessThan(progress?.total ?? 0);
    const articles = (await read<{ slug: string }>('/api/articles')).map(({ slug }) => `/articles/${slug}`);
    const scheduled = await read<{ state: string }>('/api/articles/all?state=scheduled');
    expect(scheduled).toMatchObject([{ state: 'scheduled' }]);
    const readPages = await server.db.selectFrom('visit_sums').select('path').distinct().execute();
    for (const { path } of readPages) expect(['/', '/contact', ...articles]).toContain(path);
    const handbook = await read<HandbookChapter>('/api/handbook');
    for (const { title } of handbook.flatMap(({ pages }) => pages)) expect(title).toMatch(/ \(sample\)$/);
    expect((await server.call('GET /api/handbook/overdue', { token })).body).toEqual({ members: 1 });
    const { body: desk } = await server.call('GET /api/compliance', { token });
    expect(desk.members).toHaveLength(6);
    expect(desk.summary).toEqual({ stop: 3, wrong: 5, due: 3 });
    await remindOfPromises(server.parts);
    await remindOfPages(server.parts);
    await remindOfLicenses(server.parts);
    await settleDue(server.db);
    await remindOfMissing(server.parts);
    await alertOfWaitingLeads(server.parts);
    expect(await server.db.selectFrom('mails').select('subject').execute()).toEqual([]);
  });

  it('has closings in every state, with the promise running, a month paid before, and a year of the admin’s', async () => {
    await fill();
    const closings = await read<ClosingRowAnswer>('/api/closings?limit=200');
    expect(new Set(closings.map(({ state }) => state))).toEqual(new Set(closingStates));
    for (const { property } of closings) expect(property).toMatch(/ \(sample\)$/);
    const running = closings.filter(({ state }) => state === 'package-received');
    expect(running).toMatchObject([{ promise: { state: 'running' } }]);
    const paid = closings.filter(({ state }) => state === 'paid');
    const months = new Set(paid.map(({ agent, paidOn }) => `${agent._id} ${paidOn?.slice(0, 7)}`));
    expect(months.size).toBe(6);
    expect(new Set(paid.map(({ promise }) => promise?.state))).toEqual(new Set(['kept', 'broken']));
    expect(await read('/api/my-closings')).toHaveLength(2);
    const [approved] = closings.filter(({ state }) => state === 'approved');
    const { body } = await server.call(`GET /api/closings/${approved?._id}`, { token });
    expect(body).toMatchObject({ letters: [{ kind: 'letter', sent: null }], statement: { frozen: true } });
    expect((await server.call('GET /api/closings/settings', { token })).body.approvers).toHaveLength(1);
    expect((await server.call('DELETE /api/sample', { token })).status).toBe(200);
    expect((await server.call('GET /api/closings/settings', { token })).body.approvers).toEqual([]);
  });

  it('takes only the approver and signer whom it named off the lists, and tells them', async () => {
    await fill();
    const settings = await server.made('GET /api/closings/settings', { token });
    const [{ user, capacity }] = settings.approvers;
    const other = await person(server, { admin: true });
    const approvers = [user._id, other.id].map((id) => ({ user: id, capacity }));
    const body = closingSettingsBody({ approvers });
    await server.made('PUT /api/closings/settings', { token: other.token, body });
    await server.made('DELETE /api/sample', { token: other.token });
    const left = await server.made('GET /api/closings/settings', { token });
    expect(left.approvers).toMatchObject([{ user: { _id: other.id }, capacity }]);
    const { email } = await findUser(server.db, user._id);
    const told = (await textsTo(server, email)).join('\n');
    for (const right of ['approve closings', 'sign agreements for the brokerage'])
      expect(told).toContain(`Sample Admin may no longer ${right}.`);
    const logged = await server.db
      .selectFrom('security_log')
      .select('detail')
      .where('event', '=', 'approvers.changed')
      .where('user_id', '=', other.id)
      .execute();
    expect(logged.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([`closings: dropped ${user._id}`, `agreements: dropped ${user._id}`]),
    );
  });

  it('has agreements in force, and applications that wait for a decision or an answer', async () => {
    await fill();
    const agreements = await read<{ state: string }>('/api/agreements');
    expect(agreements.map(({ state }) => state)).toEqual([
      'signed',
      'signed',
      'in-force',
      'in-force',
      'in-force',
    ]);
    const applications = await read<{ _id: string; name: string; state: string }>(
      '/api/joining/applications',
    );
    expect(applications.map(({ name, state }) => [name, state]).toSorted()).toEqual([
      ['Marcus Bell (sample)', 'signed'],
      ['Nadia Petrov (sample)', 'question'],
    ]);
    const signed = applications.find(({ state }) => state === 'signed');
    const path = `/api/joining/applications/${signed?._id}` as const;
    const { body } = await server.call(`GET ${path}`, { token });
    expect(body).toMatchObject({ missing: [], mayCountersign: true, own: null });
    const pdf = await server.call(`GET /api/agreements/${body.agreement._id}/pdf`, { token });
    expect(pdf.status).toBe(200);
  });

  it('is removed with the applicant whom the office has made a member', async () => {
    const empty = await rowsOf(server.db);
    await fill();
    const applications = await read<{ _id: string; state: string }>('/api/joining/applications');
    const signed = applications.find(({ state }) => state === 'signed');
    const path = `/api/joining/applications/${signed?._id}` as const;
    const check = { finding: 'as-expected' };
    const { body } = await server.call(`POST ${path}/license-check`, { token, body: check });
    const { sha256 } = body.agreement;
    await server.made(`POST ${path}/approve`, { token, body: { sha256 } });
    const joined = await server.made(`POST ${path}/countersign`, { token, body: { sha256 } });
    expect(joined).toMatchObject({ state: 'joined', member: { name: 'Marcus Bell (sample)' } });
    await server.made('DELETE /api/sample', { token });
    expect(await rowsOf(server.db)).toEqual(empty);
  });

  it('leaves the profile of an admin alone who has one', async () => {
    await server.made('POST /api/profile', { token, body: { status: 'Team Lead', skills: 'Listings' } });
    await fill();
    await server.made('DELETE /api/sample', { token });
    const { body } = await server.call('GET /api/profile/me', { token });
    expect(body).toMatchObject({ status: 'Team Lead', bio: '' });
  });

  it('comes once, and only when the first admin is the only user', async () => {
    await makeToken(server.db);
    await fill();
    expect((await read('/api/articles')).length).toBe(12);
    expect(await read('/api/posts')).toEqual([]);
    await fill();
    expect((await read('/api/articles')).length).toBe(12);
  });

  it('stays away once it is deleted', async () => {
    await fill();
    const testimonials = (await read('/api/testimonials')).length;
    for (const { _id } of await read<{ _id: string }>('/api/articles')) {
      expect((await server.call(`DELETE /api/articles/${_id}`, { token })).status).toBe(200);
    }
    await fill();
    expect(await read('/api/articles')).toEqual([]);
    expect((await read('/api/testimonials')).length).toBe(testimonials);
  });

  it('is removed as a whole, and what someone has written stays', async () => {
    const empty = await rowsOf(server.db);
    await fill();
    const [changed] = await read<{ _id: string }>('/api/articles');
    const article = `/api/articles/${changed?._id}` as const;
    await server.call(`PATCH ${article}`, { token, body: { snippet: 'In our own words.' } });
    const testimonial = { name: 'Ana Ortiz (sample)', testimonial: 'They called back.' };
    await server.call('POST /api/testimonials', { token, body: testimonial });
    await server.call('POST /api/posts', { token, body: { text: 'Our first post' } });
    await addVisit(server.db);

    expect((await server.call('GET /api/sample', { token })).body).toEqual({ filled: true });
    const answers = await Promise.all([1, 2].map(() => server.call('DELETE /api/sample', { token })));
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { filled: false }],
      [200, { filled: false }],
    ]);
    expect((await server.call('GET /api/sample', { token })).body).toEqual({ filled: false });
    expect(await read('/api/articles')).toMatchObject([{ _id: changed?._id }]);
    expect(await read('/api/testimonials')).toMatchObject([testimonial]);
    expect(await read('/api/posts')).toMatchObject([{ text: 'Our first post' }]);
    expect(await rowsOf(server.db)).toEqual({
      ...empty,
      articles: 1,
      article_slugs: 1,
      testimonials: 1,
      posts: 1,
      visit_sums: 1,
    });
    const [visits] = await server.db.selectFrom('visit_sums').select('hits').execute();
    expect(visits).toEqual({ hits: 1 });
  });

  it('leaves content alone that is not of its making', async () => {
    const body = { name: 'Ana Ortiz', testimonial: 'They called back.' };
    await server.call('POST /api/testimonials', { token, body });
    await fill();
    expect(await read('/api/articles')).toEqual([]);
    expect(await read('/api/testimonials')).toMatchObject([body]);
  });

  it('comes once to two that start at the same time', async () => {
    // Open connections first: opening one takes longer than filling the database.
    await Promise.all([1, 2, 3, 4].map(() => read('/api/users')));
    await Promise.all([1, 2].map(() => fill()));
    expect((await read('/api/articles')).length).toBe(12);
    expect((await read('/api/profile')).length).toBe(7);
  });
});

const filledTables = [
  'articles',
  'article_slugs',
  'testimonials',
  'posts',
  'comments',
  'contact_requests',
  'lead_events',
  'visit_sums',
  'users',
  'profiles',
  'licenses',
  'onboarding_steps',
  'onboarding_template',
  'handbook_chapters',
  'handbook_pages',
  'handbook_editions',
  'handbook_words',
  'handbook_asks',
  'handbook_acknowledgements',
  'handbook_reminders',
  'member_files',
  'member_file_entries',
  'member_file_findings',
  'member_checks',
  'closings',
  'closing_events',
  'closing_letters',
  'applications',
  'application_events',
  'agreements',
  'agreement_drafts',
  'documents',
] as const;

async function rowsOf(db: TestServer['db']): Promise<Record<string, number>> {
  const counts = filledTables.map(async (table): Promise<[string, number]> => {
    const { count } = await db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return [table, Number(count)];
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** A real one, added to the sample's sum of the day. */
async function addVisit(db: TestServer['db']): Promise<void> {
  const day = officeDay(new Date().toISOString());
  await db
    .updateTable('visit_sums')
    .set((e) => ({ hits: e('hits', '+', 1) }))
    .where('day', '=', day)
    .where('event', '=', 'read')
    .where('source', '=', '')
    .where('path', '=', '/')
    .execute();
}
