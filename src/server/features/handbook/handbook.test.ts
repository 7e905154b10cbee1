import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageBody } from '../../../../test/factories.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { officeDay } from '../../../shared/dates.ts';
import { day } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { eraseOldData } from '../retention/erase-old-data.ts';
import { remindOfPages } from './remind-of-pages.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flatfee.example', RATE_LIMITS: 'off' });
  admin = await person(server, { admin: true, name: 'Ada Admin' });
});
afterAll(() => server.stop());

const call = async (key: string, body?: object, who: Person = admin) =>
  server.call(key, { token: who.token, body });
const ok = async (key: string, body?: object, who: Person = admin) => {
  const answer = await call(key, body, who);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const chapters = async (...titles: string[]) => {
  const before = await ok('GET /api/handbook/all');
  const kept = before.map((each: { pages: { _id: string }[] }) => ({
    ...each,
    pages: each.pages.map(({ _id }) => _id),
  }));
  const after = await ok('PUT /api/handbook/contents', {
    chapters: [...kept, ...titles.map((title) => ({ title, pages: [] }))],
  });
  return after.slice(-titles.length).map(({ _id }: { _id: string }) => _id);
};
const add = async (title: string, chapter?: string) =>
  ok('POST /api/handbook/pages', { title, chapter: chapter ?? (await chapters('Rules'))[0] });
const save = (page: { _id: string; title: string; slug: string }, given: object = {}) =>
  ok(`PUT /api/handbook/pages/${page._id}`, pageBody({ title: page.title, slug: page.slug, ...given }));
const publish = async (title: string, given: object = {}) => save(await add(title), given);
const read = (slug: string, who: Person = admin) => ok(`GET /api/handbook/slug/${slug}`, undefined, who);
const acknowledge = (page: { _id: string }, who: Person, edition = 1) =>
  call(`POST /api/handbook/pages/${page._id}/acknowledge`, { edition }, who);
const open = async (who: Person) =>
  (await ok('GET /api/handbook/open', undefined, who)).map(({ title }: { title: string }) => title);

describe('a page', () => {
  it('is shown once it is published, and found by its words', async () => {
    const member = await person(server);
    const page = await add('Trust funds');
    expect(page).toMatchObject({ published: false, edition: 0, audience: 'none', text: '' });
    expect((await call(`GET /api/handbook/slug/${page.slug}`, undefined, member)).status).toBe(404);
    expect(JSON.stringify(await ok('GET /api/handbook', undefined, member))).not.toContain('Trust funds');
    await save(page, { audience: 'none', text: 'Deposit **earnest money** within three business days.' });
    const shown = await read(page.slug, member);
    expect(shown).toMatchObject({
      title: 'Trust funds',
      edition: 1,
      by: 'Ada Admin',
      ask: null,
      chapter: 'Rules',
    });
    expect(shown.html).toContain('<strong>earnest money</strong>');
    for (const q of ['earn mon', 'TRUST', 'busi deposit']) {
      const found = await ok(`GET /api/handbook/search?q=${encodeURIComponent(q)}`, undefined, member);
      expect(found).toMatchObject([{ slug: page.slug, excerpt: expect.stringContaining('earnest money') }]);
    }
    expect(await ok('GET /api/handbook/search?q=escrow', undefined, member)).toEqual([]);
    await save(page, { audience: 'none', text: 'Ask the broker about escrow.' });
    expect(await ok('GET /api/handbook/search?q=earnest', undefined, member)).toEqual([]);
    expect(await ok('GET /api/handbook/search?q=escrow', undefined, member)).toHaveLength(1);
  });

  it('is saved by admins, and by members where the setting says so', async () => {
    const page = await add('Team names');
    const key = `PUT /api/handbook/pages/${page._id}`;
    const body = pageBody({ title: page.title, slug: page.slug });
    const member = await person(server);
    expect(await call(key, body, member)).toMatchObject({
      status: 403,
      body: { msg: 'User not authorized' },
    });
    expect((await server.call(key, { body })).status).toBe(401);
    const open = await secondServer(server, { handbookEditors: 'members' });
    try {
      expect((await open.call(key, { token: member.token, body })).status).toBe(200);
    } finally {
      await open.stop();
    }
  });

  it('is no article: nobody lists, changes or deletes it as one', async () => {
    const page = await publish('Fair housing');
    expect(JSON.stringify(await ok('GET /api/articles/all'))).not.toContain('Fair housing');
    expect(JSON.stringify((await server.call('GET /api/articles')).body)).not.toContain('Fair housing');
    expect((await ok('GET /api/search?q=housing')).articles).toEqual([]);
    expect((await call(`PATCH /api/articles/${page._id}`, { state: 'published' })).status).toBe(404);
    expect((await call(`DELETE /api/articles/${page._id}`)).status).toBe(404);
    expect((await read(page.slug)).title).toBe('Fair housing');
  });

  it('has the working copies and versions of articles', async () => {
    const page = await publish('Open houses', { text: 'First' });
    await ok(`PUT /api/articles/working-copy/${page._id}`, {
      title: 'Open houses',
      text: 'Second, not published',
    });
    expect((await read(page.slug)).html).toContain('First');
    await save(page, { text: 'Second' });
    const versions = await ok(`GET /api/articles/versions/${page._id}`);
    expect(versions[0]).toMatchObject({ title: 'Open houses', author: { name: 'Ada Admin' } });
    expect((await ok(`GET /api/articles/versions/${page._id}/${versions[0]._id}`)).text).toBe('First');
  });

  it('is not read as an article by those who may not edit the handbook', async () => {
    const page = await publish('Escrow', { text: 'First', audience: 'none' });
    await save(page, { text: 'Second', audience: 'none' });
    const [version] = await ok(`GET /api/articles/versions/${page._id}`);
    const member = await person(server);
    for (const path of [`all/${page._id}`, `versions/${page._id}`, `versions/${page._id}/${version._id}`]) {
      const { status } = await call(`GET /api/articles/${path}`);
      const refused = await call(`GET /api/articles/${path}`, undefined, member);
      expect([path, status, refused.status]).toEqual([path, 200, 404]);
    }
    const copy = `GET /api/articles/working-copy/${page._id}`;
    expect((await call(copy, undefined, member)).status).toBe(404);
  });

  it('is saved by one of two editors; the other is told', async () => {
    const page = await publish('Records');
    const etag = (await server.call(`GET /api/handbook/all/${page._id}`, { token: admin.token })).headers.get(
      'etag',
    );
    await save(page, { text: 'Keep them for three years.' });
    const late = await server.call(`PUT /api/handbook/pages/${page._id}`, {
      token: admin.token,
      headers: { 'if-match': etag ?? '' },
      body: pageBody({ title: 'Records', slug: page.slug, text: 'Keep them for ever.' }),
    });
    expect(late.status).toBe(412);
    expect((await read(page.slug)).html).toContain('three years');
  });

  it('is found by its former address after renaming, also of its chapter', async () => {
    const [chapter] = await chapters('Working');
    const page = await add('Listing rules', chapter);
    await save(page, { slug: 'listings', title: 'Listings' });
    const contents = await ok('GET /api/handbook/all');
    await ok('PUT /api/handbook/contents', {
      chapters: contents.map((each: { _id: string; title: string; pages: { _id: string }[] }) => ({
        _id: each._id,
        title: each._id === chapter ? 'Working here' : each.title,
        pages: each.pages.map(({ _id }) => _id),
      })),
    });
    expect(await read('listing-rules')).toMatchObject({ slug: 'listings', chapter: 'Working here' });
  });

  it.each([
    [{ title: ' ' }, 'Title is required'],
    [{ text: '' }, 'Text is required'],
    [{ slug: 'A b' }, 'Slug can have only lowercase letters, digits, and single hyphens'],
    [{ dueDays: 0 }, 'Due must be at least 1 day'],
    [{ audience: 'all' }, 'Audience must be none, everyone, new or chosen'],
    [{ askAgain: true }, 'Say what changed in one sentence'],
  ])('with %j is rejected', async (given, msg) => {
    const page = await add('Rejected');
    const answer = await call(`PUT /api/handbook/pages/${page._id}`, pageBody({ slug: page.slug, ...given }));
    expect(answer).toMatchObject({ status: 400, body: { msg } });
  });
});

describe('chapters and their pages', () => {
  it('are ordered together, and nothing gets lost', async () => {
    const [one, two] = await chapters('One', 'Two');
    const [a, b, c] = [await add('A', one), await add('B', one), await add('C', two)];
    const before = await ok('GET /api/handbook/all');
    const others = before
      .filter(({ _id }: { _id: string }) => _id !== one && _id !== two)
      .map((each: { pages: { _id: string }[] }) => ({ ...each, pages: each.pages.map(({ _id }) => _id) }));
    const order = (list: object[]) => call('PUT /api/handbook/contents', { chapters: [...list, ...others] });
    const moved = await order([
      { _id: two, title: 'Two', pages: [b._id, c._id] },
      { _id: one, title: 'One', pages: [] },
    ]);
    const titles = (list: { title: string; pages: { title: string }[] }[]) =>
      list.slice(0, 2).map(({ title, pages }) => [title, ...pages.map((page) => page.title)]);
    // A page that another editor has added in between stays.
    expect(titles(moved.body)).toEqual([
      ['Two', 'B', 'C'],
      ['One', 'A'],
    ]);
    expect((await order([{ _id: two, title: 'Two', pages: [b._id, c._id] }])).body.msg).toBe(
      'Move the pages of “One” to another chapter first',
    );
    expect((await order([{ _id: two, title: 'Two', pages: [b._id, b._id] }])).body.msg).toBe(
      'Each page must exist and be listed once',
    );
    const joined = await order([{ _id: two, title: 'Two', pages: [c._id, b._id, a._id] }]);
    expect(titles(joined.body)[0]).toEqual(['Two', 'C', 'B', 'A']);
  });
});

describe('an acknowledgement', () => {
  it('is asked of everyone, also of who joins later, and notes version, time and device', async () => {
    const [member, other] = [await person(server, { name: 'Mia Member' }), await person(server)];
    const page = await publish('Supervision', { audience: 'everyone', dueDays: 7 });
    expect((await read(page.slug, member)).ask).toEqual({
      due: officeDay(fromNow(7 * day)),
      done: null,
      edition: null,
    });
    expect(await open(member)).toContain('Supervision');
    const answers = await Promise.all(Array.from({ length: 20 }, () => acknowledge(page, member)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { edition: 1 } });
    expect(await open(member)).not.toContain('Supervision');
    expect(await open(other)).toContain('Supervision');
    expect(await ok(`GET /api/handbook/acknowledgements/${member.id}`)).toEqual([
      {
        _id: expect.any(String),
        page: { _id: page._id, title: 'Supervision' },
        edition: 1,
        date: expect.any(String),
        device: expect.any(String),
      },
    ]);
  });

  it('counts until the editor asks again, with a sentence on top; what was given stays', async () => {
    const member = await person(server);
    const page = await publish('Advertising rules');
    await acknowledge(page, member);
    await save(page, { text: 'A typing error is corrected.' });
    expect(await open(member)).not.toContain('Advertising rules');
    expect((await read(page.slug, member)).note).toBe('');
    await save(page, { text: 'Signs need the number.', askAgain: true, note: 'Signs are new.' });
    const shown = await read(page.slug, member);
    expect(shown).toMatchObject({ edition: 3, note: 'Signs are new.', ask: { done: null } });
    expect((await acknowledge(page, member, 1)).body.msg).toBe(
      'This page has changed. Read the new version first',
    );
    expect((await acknowledge(page, member, 3)).status).toBe(200);
    const given = await ok(`GET /api/handbook/acknowledgements/${member.id}`);
    expect(given.map(({ edition }: { edition: number }) => edition)).toEqual([3, 1]);
    const editions = server.db.selectFrom('handbook_editions').selectAll().where('page_id', '=', page._id);
    expect((await editions.orderBy('edition').execute()).map(({ text }) => text)).toEqual([
      'Name the **license number** on every sign.',
      'A typing error is corrected.',
      'Signs need the number.',
    ]);
  });

  it('is asked of chosen members or of new ones only', async () => {
    const [chosen, other] = [await person(server), await person(server)];
    const page = await publish('Team leads', { audience: 'chosen', chosen: [chosen.id] });
    expect(await open(chosen)).toContain('Team leads');
    expect(await open(other)).not.toContain('Team leads');
    expect((await acknowledge(page, other)).body.msg).toBe("You aren't asked to acknowledge this page");
    await save(page, { audience: 'chosen', chosen: [other.id] });
    expect(await open(chosen)).not.toContain('Team leads');
    expect((await ok(`GET /api/handbook/all/${page._id}`)).chosen).toEqual([other.id]);
    const forNew = await publish('Welcome', { audience: 'new' });
    expect(await open(other)).not.toContain('Welcome');
    await save(forNew, { audience: 'none' });
    await save(page, { audience: 'none' });
    expect(await open(other)).not.toContain('Team leads');
  });

  it('is in the table of admins, and nobody else sees it', async () => {
    const late = await person(server, { name: 'Zoe Late' });
    const page = await publish('Safety', { audience: 'everyone' });
    await server.db
      .updateTable('handbook_asks')
      .set({ due_on: '2026-01-31' })
      .where('user_id', '=', late.id)
      .where('page_id', '=', page._id)
      .execute();
    const table = await ok('GET /api/handbook/acknowledgements?overdue=true&search=zoe');
    expect(table).toMatchObject({ total: 1, members: [{ user: { name: 'Zoe Late' } }] });
    const own = table.members[0].asks.find((ask: { page: string }) => ask.page === page._id);
    expect(own).toEqual({ page: page._id, state: 'overdue', due: '2026-01-31', done: null, edition: null });
    expect(table.pages.find(({ _id }: { _id: string }) => _id === page._id).overdue).toBe(1);
    expect((await ok('GET /api/handbook/overdue')).members).toBe(1);
    const csv = (await call('GET /api/handbook/acknowledgements/csv')).body;
    expect(csv).toMatch(/"Zoe Late",.*"overdue, due 2026-01-31"/);
    await acknowledge(page, late);
    expect((await ok('GET /api/handbook/overdue')).members).toBe(0);
    expect((await call('GET /api/handbook/acknowledgements', undefined, late)).status).toBe(403);
  });

  it('is reminded of in the app and by email, once a week until it is given', async () => {
    const member = await person(server);
    const page = await publish('Fees', { audience: 'chosen', chosen: [member.id] });
    const mails = () =>
      server.db.selectFrom('mails').select(['subject']).where('recipient', '=', member.email).execute();
    const asked = (days: number) =>
      server.db
        .updateTable('handbook_asks')
        .set({ asked_at: fromNow(-days * day) })
        .where('user_id', '=', member.id)
        .execute();
    await remindOfPages(server.parts);
    expect(await mails()).toEqual([]);
    await asked(2);
    await Promise.all([remindOfPages(server.parts), remindOfPages(server.parts)]);
    expect(await mails()).toEqual([{ subject: expect.stringMatching(/^A handbook page|^Handbook pages/) }]);
    const [notice] = await ok('GET /api/notifications', undefined, member);
    expect(notice).toMatchObject({ kind: 'handbook' });
    const sent = (days: number) =>
      server.db
        .updateTable('handbook_reminders')
        .set({ sent_at: fromNow(-days * day) })
        .where('user_id', '=', member.id)
        .execute();
    await sent(6);
    await remindOfPages(server.parts);
    expect(await mails()).toHaveLength(1);
    await sent(7.1);
    await remindOfPages(server.parts);
    expect(await mails()).toHaveLength(2);
    for (const each of await ok('GET /api/handbook/open', undefined, member)) {
      const { edition } = await read(each.slug, member);
      await acknowledge(each, member, edition);
    }
    await sent(8);
    await remindOfPages(server.parts);
    expect(await mails()).toHaveLength(2);
    expect((await read(page.slug, member)).ask.done).not.toBeNull();
  });

  it('stays when its page or its member goes, for three years', async () => {
    const member = await person(server, { name: 'Lena Leaver' });
    const page = await publish('Gifts');
    await acknowledge(page, member);
    await ok(`DELETE /api/handbook/pages/${page._id}`);
    expect((await call(`GET /api/handbook/slug/${page.slug}`)).status).toBe(404);
    expect(await ok(`GET /api/handbook/acknowledgements/${member.id}`)).toMatchObject([
      { page: { title: 'Gifts' } },
    ]);
    await ok(`DELETE /api/users/${member.id}`);
    const rows = () =>
      server.db
        .selectFrom('handbook_acknowledgements')
        .selectAll()
        .where('user_name', '=', 'Lena Leaver')
        .execute();
    expect(await rows()).toMatchObject([{ user_id: null, edition: 1 }]);
    await eraseOldData(server.parts);
    const left = (years: number) =>
      server.db
        .updateTable('handbook_acknowledgements')
        .set({ left_at: fromNow(-years * 366 * day) })
        .where('user_name', '=', 'Lena Leaver')
        .where('left_at', 'is not', null)
        .execute();
    await left(2);
    await eraseOldData(server.parts);
    expect(await rows()).toHaveLength(1);
    await left(3);
    await eraseOldData(server.parts);
    expect(await rows()).toEqual([]);
  });
});
