import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, pageBody } from '../../../../test/factories.ts';
import { broker, joinedLead } from '../../../../test/joining.ts';
import { textsTo } from '../../../../test/mails.ts';
import { apiTokenFields, newUser, type Person, person } from '../../../../test/scene.ts';
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
async function join(before = async (_id: string): Promise<void> => {}): Promise<Person> {
  const { _id, name, email } = (await server.call('POST /api/users', { token, body: newUser() })).body;
  const [text = ''] = await textsTo(server, email);
  const secret = /#(\S+)/.exec(text)?.[1];
  await before(_id);
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

  it('and clerks leave a step of the office about their own agreement or checks to someone else', async () => {
    await template('on', [
      step('W-9 received', { who: 'office' }),
      step('Payment', { who: 'office', about: 'payout' }),
      step('Turn in form W-9'),
    ]);
    for (const right of ['admin', 'compliance'] as const) {
      const who = await join();
      await server.db
        .updateTable('users')
        .set({ [right]: true })
        .where('id', '=', who.id)
        .execute();
      const [received, payment, turnIn] = await own(who);
      for (const { _id } of [received, payment])
        expect(await tick(who.token, _id)).toMatchObject({
          status: 403,
          body: { msg: 'This compliance file is your own. Another admin has to work on it.' },
        });
      expect((await tick(who.token, turnIn._id)).status).toBe(200);
      expect((await tick(token, received._id)).status).toBe(200);
      expect((await tick(who.token, received._id, { done: false })).status).toBe(403);
    }
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

/** Titles of the steps that are done. */
const doneOf = (steps: { title: string; done: unknown }[]) =>
  steps.flatMap(({ title, done }) => (done === null ? [] : title));
const checksOf = (id: string) => server.made(`GET /api/joining/members/${id}/checks`, { token });
const checkOff = (id: string, kind: string) =>
  server.made(`POST /api/joining/members/${id}/checks`, {
    token,
    body: { kind, ticked: true, day: officeDay(fromNow(0)) },
  });

describe('what a step is about', () => {
  it('is said by its template, else by its title', async () => {
    const saved = await template('on', [
      step('Paperwork', { about: 'w9' }),
      step('Form W-9 for our files', { about: null }),
      step('Form W-9'),
    ]);
    expect(saved.map(({ about }: { about?: unknown }) => about)).toEqual(['w9', null, undefined]);
    const refused = await server.call('PUT /api/onboarding/templates/on', {
      token,
      body: { steps: [step('a', { about: 'insurance' })] },
    });
    expect(refused).toMatchObject({ status: 400, body: { msg: 'About is not known' } });
    const who = await join();
    await checkOff(who.id, 'w9');
    expect(doneOf(await own(who))).toEqual(['Paperwork', 'Form W-9']);
  });

  it('stays with a step when a client saves that does not know of it, and is compared with one that does', async () => {
    const [first] = await template('on', [step('Paperwork', { about: 'w9' })]);
    const { about, ...old } = first;
    const save = (steps: object[], seen: object[]) =>
      server.call('PUT /api/onboarding/templates/on', { token, body: { steps, seen } });
    expect((await save([{ ...old, title: 'Papers' }], [old])).body).toEqual([{ ...first, title: 'Papers' }]);
    expect((await save([], [{ ...first, title: 'Papers', about: 'payout' }])).status).toBe(412);
    expect(about).toBe('w9');
  });

  it('is done at once where it was checked off, or agreed on paper, before the account was accepted', async () => {
    await template('on', [
      step('Paperwork', { about: 'w9' }),
      step('Bank', { about: 'payout' }),
      step('Sign', { about: 'agreement' }),
      step('License', { about: 'may-work', who: 'office' }),
    ]);
    const who = await join(async (id) => {
      await checkOff(id, 'w9');
      await checkOff(id, 'payout');
      await server.made(`POST /api/joining/members/${id}/checks`, {
        token,
        body: { kind: 'payout', ticked: false, day: officeDay(fromNow(0)) },
      });
      await server.made(`POST /api/compliance/members/${id}/entries`, {
        token,
        body: { kind: 'paper-agreement', on: officeDay(fromNow(0)) },
      });
    });
    const steps = await own(who);
    expect(doneOf(steps)).toEqual(['Paperwork', 'Sign']);
    expect(steps[0].done.by).toBe('Ada Admin');
  });
});

describe('a step that the office ticks', () => {
  const about = async (who: Person) => {
    const { body } = await ofMember(who.id);
    return body.map((each: object) => ({ about: undefined, current: undefined, ...each }));
  };

  const checked = ({ id }: Person) =>
    server.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'member.checked')
      .where('object_id', '=', id)
      .execute();

  it('is checked off, too, for what was on the screen, where that needs no more than a tick', async () => {
    await template('on', [
      step('Paperwork', { about: 'w9' }),
      step('Bank', { about: 'payout', who: 'office' }),
      step('License', { about: 'may-work', who: 'office' }),
      step('Sign', { about: 'agreement' }),
      step('Welcome'),
    ]);
    const who = await join();
    const steps = await about(who);
    expect(steps).toMatchObject([
      { about: 'w9', current: who.name },
      { about: 'payout', current: who.name },
      { about: 'may-work', current: undefined },
      { about: 'agreement', current: undefined },
      { about: undefined },
    ]);
    expect((await own(who))[0]).not.toHaveProperty('current');
    const stale = await tick(token, steps[0]._id, { done: true, current: 'Somebody Else LLC' });
    expect(stale).toMatchObject({ status: 409, body: { msg: expect.stringContaining(who.name) } });
    expect([doneOf(await own(who)), (await checksOf(who.id)).w9]).toEqual([[], null]);
    for (const { _id, current } of steps)
      expect((await tick(token, _id, { done: true, current })).status).toBe(200);
    expect(await checksOf(who.id)).toMatchObject({
      w9: { day: officeDay(fromNow(0)), by: 'Ada Admin' },
      payout: { by: 'Ada Admin' },
      'annual-fee': null,
      'may-work': null,
    });
    expect(doneOf(await own(who))).toHaveLength(5);
    expect(await checked(who)).toHaveLength(2);
  });

  it('is checked off once by two who tick it at once', async () => {
    await template('on', [step('Paperwork', { about: 'w9' })]);
    const who = await join();
    const [{ _id, current }] = await about(who);
    const office = await person(server, { admin: true });
    const ticks = [token, office.token, token].map((by) => tick(by, _id, { done: true, current }));
    expect((await Promise.all(ticks)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await checked(who)).toHaveLength(1);
  });

  it('is only done by a tick that names no facts, and by one about the annual fee, which is money', async () => {
    await template('on', [step('Paperwork', { about: 'w9' }), step('Fee', { about: 'annual-fee' })]);
    const who = await join();
    const fee = { member: who.id, label: 'Annual fee', amount: 100_00, reason: 'A year' };
    const { _id: due } = await server.made('POST /api/dues', { token, body: fee });
    await server.db.updateTable('dues').set({ annual_on: '2026-03-01' }).where('id', '=', due).execute();
    const [paperwork, paid] = await about(who);
    expect([paperwork.current, paid.current]).toEqual([who.name, undefined]);
    expect((await tick(token, paperwork._id)).status).toBe(200);
    expect((await tick(token, paid._id, { done: true, current: '' })).status).toBe(200);
    expect([doneOf(await own(who)), await checked(who)]).toEqual([['Paperwork', 'Fee'], []]);
    expect(await server.made(`GET /api/dues?member=${who.id}`, { token })).toMatchObject([{ state: 'open' }]);
  });

  it('asks an old session to confirm before it is checked off, and no other step', async () => {
    await template('on', [step('Paperwork', { about: 'w9' }), step('Welcome', { who: 'office' })]);
    const who = await join();
    const office = await person(server, { admin: true });
    await server.db
      .updateTable('sessions')
      .set({ created_at: fromNow(-day / 24) })
      .where('user_id', '=', office.id)
      .execute();
    const [paperwork, welcome] = await own(who);
    expect(await tick(office.token, paperwork._id, { done: true, current: who.name })).toMatchObject({
      status: 400,
      body: { msg: 'Please confirm that it is you' },
    });
    expect((await tick(office.token, welcome._id)).status).toBe(200);
    expect([doneOf(await own(who)), (await checksOf(who.id)).w9]).toEqual([['Welcome'], null]);
  });

  it('checks nothing off for oneself, by a member of one’s own, or by an API token', async () => {
    await template('on', [step('Paperwork', { about: 'w9' })]);
    const member = await join();
    const ownStep = (await own(member))[0];
    expect((await tick(member.token, ownStep._id)).body.done.by).toBe(member.name);
    expect((await checksOf(member.id)).w9).toBeNull();

    const admin = await join();
    await server.db.updateTable('users').set({ admin: true }).where('id', '=', admin.id).execute();
    const [theirs] = await server.made(`GET /api/onboarding/members/${admin.id}`, { token: admin.token });
    expect(theirs).not.toHaveProperty('current');
    expect((await tick(admin.token, theirs._id)).status).toBe(200);
    expect((await checksOf(admin.id)).w9).toBeNull();

    const third = await join();
    const { token: key } = await server.made('POST /api/api-tokens', {
      token,
      body: { ...apiTokenFields, scopes: ['members:write'] },
    });
    expect((await tick(key, (await own(third))[0]._id)).status).toBe(200);
    expect((await checksOf(third.id)).w9).toBeNull();
  });
});
