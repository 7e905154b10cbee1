import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, pageBody } from '../../../../test/factories.ts';
import { broker, joinedLead } from '../../../../test/joining.ts';
import { textsTo } from '../../../../test/mails.ts';
import { newUser, type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { officeDay } from '../../../shared/dates.ts';
import type { StaffChapter } from '../../../shared/handbook/handbook.contract.ts';
import { sampleSteps } from '../../../shared/sample/sample-steps.ts';
import { day } from '../../../shared/time.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flatfee.example' });
  token = await makeToken(server.db, { admin: true, name: 'Ada Admin' });
});
afterAll(() => server.stop());

const template = (plan: string, steps: object[]) =>
  server.made(`PUT /api/onboarding/templates/${plan}`, { token, body: { steps } });
const step = (title: string, given: object = {}) => ({ title, who: 'member', dueDays: 3, ...given });

async function policy() {
  const [chapter] = (
    await server.call('PUT /api/handbook/contents', {
      token,
      body: { chapters: [{ title: 'Policies', pages: [] }, ...(await chaptersThere())] },
    })
  ).body;
  const body = { title: 'Office policy', chapter: chapter._id };
  const added = (await server.call('POST /api/handbook/pages', { token, body })).body;
  const saved = pageBody({ title: added.title, slug: added.slug, audience: 'none' });
  return (await server.call(`PUT /api/handbook/pages/${added._id}`, { token, body: saved })).body;
}

const chaptersThere = async () =>
  (await server.call('GET /api/handbook/all', { token })).body.map((each: StaffChapter) => ({
    ...each,
    pages: each.pages.map(({ _id }) => _id),
  }));

let joined = 0;
async function join(): Promise<Person> {
  const { _id, name, email } = (await server.call('POST /api/users', { token, body: newUser() })).body;
  const [text = ''] = await textsTo(server, email);
  const secret = /#(\S+)/.exec(text)?.[1];
  const body = { token: secret, password: `walnut tea kettle ${++joined}`, adult: true };
  const accepted = await server.call('POST /api/auth/set-password', { body });
  const user = await server.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', _id)
    .executeTakeFirstOrThrow();
  return { ...user, name, token: accepted.body.token };
}
const own = async (who: Person) => (await server.call('GET /api/onboarding/me', { token: who.token })).body;
const tick = (by: string | undefined, id: string, body: object = { done: true }) =>
  server.call(`PUT /api/onboarding/steps/${id}`, { token: by, body });
const ofMember = async (id: string) => server.call(`GET /api/onboarding/members/${id}`, { token });
const progressOf = async (id: string) =>
  (await server.call('GET /api/onboarding', { token })).body.filter(
    ({ user }: { user: { _id: string } }) => user._id === id,
  );

describe('a template', () => {
  it('is edited as a whole', async () => {
    const page = await policy();
    const [first, second] = await template('off', [
      step('Release', { who: 'office', text: 'At the DRE', dueDays: 0 }),
      step('Policy', { page: page._id }),
    ]);
    expect(first).toEqual({
      _id: expect.any(String),
      title: 'Release',
      text: 'At the DRE',
      who: 'office',
      page: null,
      dueDays: 0,
    });
    const changed = await template('off', [{ ...second, title: 'Policies' }, first]);
    expect(changed).toMatchObject([{ _id: second._id, page: page._id }, { _id: first._id }]);
    expect(await template('off', changed)).toEqual(changed);
    expect((await server.call('GET /api/onboarding/templates/off', { token })).body).toEqual(changed);
    expect(await template('off', [])).toEqual([]);
    const events = server.db.selectFrom('audit_log').selectAll().where('action', '=', 'onboarding.updated');
    expect((await events.execute()).at(0)).toMatchObject({
      object_name: 'Template of leaving',
      details: '2 steps',
      actor_name: 'Ada Admin',
    });
  });

  it.each([
    [{ steps: [step(' ')] }, 'Title is required'],
    [{ steps: [step('a', { who: 'nobody' })] }, 'Who must be member or office'],
    [{ steps: [step('a', { dueDays: -1 })] }, 'Due must be a number of days'],
    [{ steps: Array.from({ length: 51 }, () => step('a')) }, 'A template may have at most 50 steps'],
    [{}, 'Steps must be a list'],
  ])('like %j is rejected', async (body, msg) => {
    const answer = await server.call('PUT /api/onboarding/templates/on', { token, body });
    expect(answer).toMatchObject({ status: 400, body: { msg } });
  });

  it('has samples that are marked as such, and can be saved', async () => {
    for (const plan of ['on', 'off'] as const) {
      const saved = await template(plan, sampleSteps[plan]);
      expect(saved.length).toBeGreaterThan(3);
      for (const { title } of saved) expect(title).toMatch(/\(sample\)$/);
    }
  });

  it('is saved from the steps that the form began with', async () => {
    const seen = await template('off', [step('Return the signs')]);
    const save = (steps: object[]) =>
      server.call('PUT /api/onboarding/templates/off', { token, body: { steps, seen } });
    const [{ body, status }] = [await save([...seen, step('Return the keys')])];
    expect([status, body.length]).toEqual([200, 2]);
    expect(await save([])).toMatchObject({ status: 412 });
    expect((await server.call('GET /api/onboarding/templates/off', { token })).body).toEqual(body);
    await template('off', []);
  });
});

describe('the steps of joining', () => {
  it('are copied for each new member, and stay when the template changes', async () => {
    await template('on', [step('Transfer', { dueDays: 1 }), step('Certify', { who: 'office', dueDays: 10 })]);
    const member = await join();
    const steps = await own(member);
    expect(steps).toMatchObject([
      { plan: 'on', title: 'Transfer', who: 'member', due: officeDay(fromNow(day)), done: null },
      { plan: 'on', title: 'Certify', who: 'office', due: officeDay(fromNow(10 * day)), done: null },
    ]);
    await template('on', [step('Another')]);
    expect(await own(member)).toEqual(steps);
    expect((await own(await join())).map(({ title }: { title: string }) => title)).toEqual(['Another']);
  });

  it('are ticked by their member, those of the office by admins', async () => {
    await template('on', [step('Transfer'), step('Certify', { who: 'office' })]);
    const member = await join();
    const [transfer, certify] = await own(member);
    expect((await tick(member.token, transfer._id)).body.done).toEqual({
      date: expect.any(String),
      by: member.name,
    });
    expect((await tick(member.token, certify._id)).status).toBe(403);
    expect((await tick((await person(server)).token, transfer._id)).status).toBe(404);
    expect((await tick(undefined, transfer._id)).status).toBe(401);
    expect((await tick(token, certify._id)).body.done.by).toBe('Ada Admin');
    expect((await tick(token, certify._id, { done: false })).body.done).toBeNull();
    const events = await server.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'onboarding.ticked')
      .where('object_id', '=', member.id)
      .orderBy('id')
      .execute();
    expect(events.map(({ details }) => details)).toEqual(['Certify: done', 'Certify: open']);
    expect((await tick(token, newId())).body.msg).toBe('Step not found');
    expect((await tick(token, transfer._id, { done: 'yes' })).body.msg).toBe('Done must be true or false');
  });

  it('with a page of the handbook are done by acknowledging it, also after its deletion', async () => {
    const page = await policy();
    await template('on', [step('Policy', { page: page._id })]);
    const member = await join();
    const [read] = await own(member);
    expect(read.page).toEqual({ title: page.title, slug: page.slug });
    const unread = { status: 400, body: { msg: 'Please read the page first' } };
    expect(await tick(member.token, read._id)).toMatchObject(unread);
    expect(await tick(token, read._id)).toMatchObject(unread);
    const call = `POST /api/handbook/pages/${page._id}/acknowledge`;
    const acknowledged = await server.call(call, { token: member.token, body: { edition: 1 } });
    expect(acknowledged.body.edition).toBe(1);
    expect(await own(member)).toMatchObject([{ title: 'Policy', done: { by: member.name } }]);

    const later = await join();
    const deletion = () => server.call(`DELETE /api/handbook/pages/${page._id}`, { token });
    expect((await deletion()).body.msg).toBe(
      'The onboarding step “Policy” refers to this page. Change the step first',
    );
    await template('on', [step('Another')]);
    expect((await deletion()).status).toBe(200);
    const [left] = await own(later);
    expect(left).toMatchObject({ title: 'Policy', page: null });
    expect((await tick(later.token, left._id)).status).toBe(200);
    const gone = await server.call('PUT /api/onboarding/templates/on', {
      token,
      body: { steps: [step('Policy', { page: page._id })] },
    });
    expect(gone).toMatchObject({
      status: 400,
      body: { msg: 'A page of these steps is not in the handbook' },
    });
  });
});

describe('admins', () => {
  it('see who has been stuck for how long, and what comes next', async () => {
    await template('on', [step('First'), step('Second', { who: 'office' })]);
    const member = await join();
    const age = (days: number) =>
      server.db
        .updateTable('onboarding_steps')
        .set({ created_at: fromNow(-days * day) })
        .where('user_id', '=', member.id)
        .execute();
    await age(12);
    expect(await progressOf(member.id)).toEqual([
      {
        user: { _id: member.id, name: member.name },
        plan: 'on',
        done: 0,
        total: 2,
        stuckDays: 12,
        next: { title: 'First', who: 'member', due: expect.any(String) },
      },
    ]);
    const [first, second] = (await ofMember(member.id)).body;
    await tick(member.token, first._id);
    expect(await progressOf(member.id)).toMatchObject([{ done: 1, stuckDays: 0, next: { title: 'Second' } }]);
    await tick(token, second._id);
    expect(await progressOf(member.id)).toEqual([]);
  });

  it('leave an audit event with each step of the office, of their own onboarding, too', async () => {
    await template('on', [step('First'), step('Second', { who: 'office' })]);
    const who = await join();
    await server.db.updateTable('users').set({ admin: true }).where('id', '=', who.id).execute();
    for (const { _id } of await own(who)) expect((await tick(who.token, _id)).status).toBe(200);
    const rows = server.db.selectFrom('audit_log').select(['actor_id', 'object_id', 'details']);
    expect(
      await rows.where('action', '=', 'onboarding.ticked').where('actor_id', '=', who.id).execute(),
    ).toEqual([{ actor_id: who.id, object_id: who.id, details: 'Second: done' }]);
  });

  it('get the steps of leaving with a suspension, until the member is back', async () => {
    await template('on', [step('Welcome')]);
    await template('off', [step('Release', { who: 'office' })]);
    const member = await join();
    await server.call(`POST /api/users/${member.id}/suspend`, { token });
    await server.call(`POST /api/users/${member.id}/suspend`, { token });
    expect(await progressOf(member.id)).toMatchObject([{ plan: 'off', total: 1 }]);
    expect((await ofMember(member.id)).body).toMatchObject([
      { plan: 'on' },
      { plan: 'off', title: 'Release' },
    ]);
    await server.call(`POST /api/users/${member.id}/reactivate`, { token });
    expect(await progressOf(member.id)).toMatchObject([{ plan: 'on' }]);
  });

  it('alone see templates, progress and the steps of others', async () => {
    const member = await person(server);
    const calls = [
      'GET /api/onboarding',
      `GET /api/onboarding/members/${member.id}`,
      'GET /api/onboarding/templates/on',
    ];
    for (const key of calls) {
      expect((await server.call(key)).status).toBe(401);
      expect((await server.call(key, { token: member.token })).status).toBe(403);
      expect((await server.call(key, { token })).status).toBe(200);
    }
    expect((await server.call('GET /api/onboarding/templates/up', { token })).body.msg).toBe(
      'Template not found',
    );
    expect((await ofMember(newId())).body.msg).toBe('User not found');
  });
});

it('the broker’s signature ticks steps about the agreement, but no page that the member has yet to read', async () => {
  const { _id: page } = await policy();
  await template('on', [
    step('Sign the agreement'),
    step('Read how we write listing agreements', { page }),
    step('File the agreement as the page says', { who: 'office', page }),
  ]);
  const { token: signer } = await broker(server);
  const { member } = await joinedLead(server, signer);
  const steps = await server.made(`GET /api/onboarding/members/${member}`, { token });
  const done = steps.map((each: { title: string; done: unknown }) => [each.title, each.done !== null]);
  expect(done).toEqual([
    ['Sign the agreement', true],
    ['Read how we write listing agreements', false],
    ['File the agreement as the page says', true],
  ]);
});

it('what is checked off, or kept as a paper, is done in the steps of joining, too', async () => {
  await template('on', [
    step('Ask for the transfer of your license'),
    step('Certify the license transfer', { who: 'office' }),
    step('Sign the agreement'),
    step('Turn in form W-9'),
    step('Set up direct deposit'),
    step('Join the MLS'),
  ]);
  const who = await join();
  const open = async () =>
    (await own(who)).flatMap(({ title, done }: { title: string; done: unknown }) => (done ? [] : title));
  const check = (kind: string, ticked = true) =>
    server.made(`POST /api/joining/members/${who.id}/checks`, {
      token,
      body: { kind, ticked, day: officeDay(fromNow(0)) },
    });
  await check('w9', false);
  expect(await open()).toHaveLength(6);
  for (const kind of ['w9', 'payout', 'may-work']) await check(kind);
  expect(await open()).toEqual(['Sign the agreement', 'Join the MLS']);
  await server.made(`POST /api/compliance/members/${who.id}/entries`, {
    token,
    body: { kind: 'paper-agreement', on: officeDay(fromNow(0)) },
  });
  expect(await open()).toEqual(['Join the MLS']);
});
