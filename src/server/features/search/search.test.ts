import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody, makeUser } from '../../../../test/factories.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { limits } from '../../platform/http/rate-limits.ts';
import type { UserRow } from '../../tables/users.ts';
import { newProfile } from '../profiles/profiles.service.ts';

let server: TestServer;
let admin: Person;
let member: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true, name: 'Wanda Whole' });
  member = await person(server, { name: 'Milo Merely' });
});
afterAll(() => server.stop());

const search = (q: string, token = admin.token) =>
  server.call(`GET /api/search?q=${encodeURIComponent(q)}`, { token });

const lists = ['leads', 'members', 'users', 'posts', 'articles', 'testimonials', 'emails'] as const;
const namesFor = async (q: string, list: (typeof lists)[number], token = admin.token): Promise<string[]> => {
  const { status, body } = await search(q, token);
  expect(status).toBe(200);
  return body[list].map(({ name }: { name: string }) => name);
};
/** The lists that are not empty. */
const filled = async (q: string, token = admin.token) => {
  const { body } = await search(q, token);
  expect(Object.keys(body)).toEqual([...lists]);
  return lists.filter((list) => body[list].length > 0);
};

const byAdmin = (call: string, body: unknown) => server.made(call, { token: admin.token, body });

async function agent(user: Partial<UserRow>, given: object = {}): Promise<string> {
  const { id } = await makeUser(server.db, user);
  const row = { ...newProfile(id, newId(), { status: 'Agent', skills: ['Leases'] }, now()), ...given };
  await server.db.insertInto('profiles').values(row).execute();
  return id;
}

let people = 0;
async function lead(given: object = {}): Promise<string> {
  const email = `someone${++people}@example.com`;
  const body = { firstName: 'Lee', lastName: 'Dunn', phone: '555-0100', email, ...given };
  expect((await server.call('POST /api/contact', { body })).status).toBe(200);
  const row = server.db.selectFrom('contact_requests').select('id').where('email', '=', body.email);
  return (await row.executeTakeFirstOrThrow()).id;
}

const article = (title: string, given: object = {}) =>
  byAdmin('POST /api/articles', articleBody({ title, ...given }));

const addMail = (recipient: string) =>
  server.db
    .insertInto('mails')
    .values({
      id: newId(),
      recipient,
      subject: 'Your link',
      text: 'x',
      state: 'waiting',
      attempts: 0,
      created_at: now(),
      next_attempt_at: now(),
    })
    .execute();

describe('GET /api/search', () => {
  it('answers what its screen needs to name and to link each of them', async () => {
    const [name, date] = ['Zelda Quill', expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)];
    const leadId = await lead({ firstName: 'Zelda', lastName: 'Quill', email: 'zq@example.com' });
    const user = await agent({ name, email: 'zelda@example.org' }, { company: 'Quill & Co' });
    const post = await byAdmin('POST /api/posts', { text: 'Zelda Quill sold\nher first house' });
    const { _id, slug } = await article('Zelda Quill on escrow');
    const words = await byAdmin('POST /api/testimonials', {
      name: 'Zelda M. Quill',
      testimonial: 'Paid the next day.',
    });
    await addMail('zelda.quill@example.net');
    const { body } = await search('zelda quill');
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(body).toEqual({
      leads: [{ _id: leadId, name, date, email: 'zq@example.com', status: 'new' }],
      members: [{ _id: id, name, date, user, avatar: null, status: 'Agent', company: 'Quill & Co' }],
      users: [{ _id: user, name, date, email: 'zelda@example.org' }],
      posts: [{ _id: post._id, name: 'Zelda Quill sold her first house', date, author: 'Wanda Whole' }],
      articles: [{ _id, name: 'Zelda Quill on escrow', date, slug, state: 'published' }],
      testimonials: [{ _id: words._id, name: words.name, date }],
      emails: [{ _id: id, name: 'zelda.quill@example.net', date, subject: 'Your link', state: 'waiting' }],
    });
  });

  it('shows a member what their lists show, and editors and admins theirs', async () => {
    await lead({ lastName: 'Kestrel', email: 'kestrel@example.com' });
    await agent({ name: 'Kit Kestrel' });
    await agent({ name: 'Hidden Kestrel' }, { hidden: true });
    await agent({ name: 'Suspended Kestrel', suspended_at: now() });
    await makeUser(server.db, { name: 'Plain Kestrel' });
    await article('Kestrel draft', { state: 'draft' });
    await byAdmin('POST /api/testimonials', { name: 'Kestrel', testimonial: 'Good.' });
    await byAdmin('POST /api/posts', { text: 'Kestrel' });
    await addMail('kestrel@example.com');
    expect(await filled('kestrel')).toEqual([...lists]);
    const ofMember = ['members', 'posts', 'articles', 'testimonials'];
    expect(await filled('kestrel', member.token)).toEqual(ofMember);
    expect(await namesFor('kestrel', 'members', member.token)).toEqual(['Kit Kestrel']);
    expect(await namesFor('kestrel', 'members')).toEqual(['Kit Kestrel']);
    expect(await namesFor('kestrel', 'users')).toHaveLength(4);
  });

  it('shows no draft to a member who may not edit articles', async () => {
    const strict = await testServer({ CONTENT_EDITORS: 'admins' });
    try {
      const [reader, editor] = [await person(strict), await person(strict, { admin: true })];
      for (const state of ['draft', 'published'])
        await strict.call('POST /api/articles', {
          token: editor.token,
          body: articleBody({ title: `Osprey ${state}`, state }),
        });
      const namesFor = async ({ token }: Person) =>
        (await strict.call('GET /api/search?q=osprey', { token })).body.articles.map(
          ({ name }: { name: string }) => name,
        );
      expect(await namesFor(reader)).toEqual(['Osprey published']);
      expect(await namesFor(editor)).toEqual(expect.arrayContaining(['Osprey draft', 'Osprey published']));
    } finally {
      await strict.stop();
    }
  });

  it('finds members by their names alone: their addresses are theirs to show', async () => {
    await agent({ name: 'Una Finch', email: 'secretive@example.org' });
    expect(await namesFor('secretive', 'users')).toEqual(['Una Finch']);
    expect(await filled('secretive', member.token)).toEqual([]);
    expect(await namesFor('secretive', 'members')).toEqual([]);
  });

  it('leaves out spam, and leads from another request of a person to the person', async () => {
    const first = await lead({ lastName: 'Shrike' });
    const second = await lead({ firstName: 'Leonora', lastName: 'Other' });
    await server.db
      .updateTable('contact_requests')
      .set({ joined_to: first })
      .where('id', '=', second)
      .execute();
    await server.db
      .updateTable('contact_requests')
      .set({ spam: true })
      .where('id', '=', await lead({ lastName: 'Shrikespam' }))
      .execute();
    expect(await namesFor('shrike', 'leads')).toEqual(['Lee Shrike']);
    expect(await namesFor('leonora', 'leads')).toEqual(['Lee Shrike']);
  });
});

describe('the words of a search', () => {
  it('are parts of words in any order; those that begin so come first', async () => {
    await lead({ firstName: 'Bartholomew', lastName: 'Quackenbush' });
    await lead({ firstName: 'Kenbert', lastName: 'Dunlop' });
    const both = ['Kenbert Dunlop', 'Bartholomew Quackenbush'];
    for (const q of ['quack', 'QUACKENBUSH', 'ckenb', 'bush barth', 'bart quack x', 'holomew'])
      expect([q, await namesFor(q, 'leads')]).toEqual([q, ['Bartholomew Quackenbush']]);
    expect(await namesFor('kenb', 'leads')).toEqual(both);
    expect(await namesFor('quack dunlop', 'leads')).toEqual([]);
    expect(await namesFor('qu', 'leads')).toContain('Bartholomew Quackenbush');
  });

  it('are parts of email addresses and phone numbers', async () => {
    await lead({ lastName: 'Reach', email: 'ring.ouzel@brook.example', phone: '(310) 555-0147' });
    for (const q of [
      'ring.ouzel@brook.example',
      'ouzel',
      'brook.ex',
      '3105550147',
      '310-555-0147',
      '(310) 555',
      '0147',
    ])
      expect([q, await namesFor(q, 'leads')]).toEqual([q, ['Lee Reach']]);
    await makeUser(server.db, { name: 'Ola Dove', email: 'turtle_dove@example.org' });
    expect(await namesFor('turtle_d', 'users')).toEqual(['Ola Dove']);
    await addMail('rock-dove@example.org');
    expect(await namesFor('rock-dove@', 'emails')).toEqual(['rock-dove@example.org']);
  });

  it.each([
    ['a letter too few', 'Zimmerman', 'zimerman'],
    ['a letter too many', 'Zubiri', 'zubbiri'],
    ['another letter', 'Zavala', 'zabala'],
    ['two letters in the wrong order', 'Zuniga', 'zungia'],
    ['another first letter', 'Zwickert', 'swickert'],
    ['an accent left out', 'Zéphyrine', 'zephyrine'],
    ['an error in a part', 'Zaragoza', 'zaargo'],
    ['an error and another word', 'Zidane', 'lee zidame'],
  ])('forgive %s', async (_, lastName, q) => {
    await lead({ lastName });
    expect(await namesFor(q, 'leads')).toEqual([`Lee ${lastName}`]);
  });

  it('forgive one error only, none in short words and in numbers, and none where there is a better fit', async () => {
    await lead({ firstName: 'Xavier', lastName: 'Yates' });
    await lead({ firstName: 'Xavior', lastName: 'Yoder', phone: '(310) 555-0188' });
    expect(await namesFor('xavier', 'leads')).toEqual(['Xavier Yates']);
    expect(await namesFor('xvaeir', 'leads')).toEqual([]);
    expect(await namesFor('yod', 'leads')).toEqual(['Xavior Yoder']);
    expect(await namesFor('yid', 'leads')).toEqual([]);
    expect(await namesFor('3105550199', 'leads')).toEqual([]);
  });

  it('find at most 5 of a kind, the newest first', async () => {
    for (let number = 1; number <= 7; number++)
      await server.db
        .insertInto('users')
        .values({
          id: newId(),
          name: `Plover ${number}`,
          email: `plover${number}@example.com`,
          // Imported ones are older than their ids.
          password_hash: 'x',
          admin: false,
          created_at: fromNow(number === 7 ? -1e9 : number),
        })
        .execute();
    expect(await namesFor('plover', 'users')).toEqual([6, 5, 4, 3, 2].map((number) => `Plover ${number}`));
  });

  it('are indexed once, however often a text has them', async () => {
    await article('Ternary fees, ternary fees and nary a fee');
    expect(await namesFor('ternary', 'articles')).toHaveLength(1);
    await addMail('gannet.gannet@gannet.example');
    expect(await namesFor('gannet', 'emails')).toHaveLength(1);
    await byAdmin('POST /api/testimonials', { name: 'Bobo Bobo', testimonial: 'Good.' });
    expect(await namesFor('bobo', 'testimonials')).toHaveLength(1);
  });

  it('have nothing that is treated as a pattern', async () => {
    for (const q of ['%', '_', '*', "'", '"', '\\', '%%%%', '-- x', 'a', 'or 1=1'])
      expect([q, await filled(q)]).toEqual([q, []]);
  });

  it('follow what is renamed and deleted', async () => {
    const { _id } = await byAdmin('POST /api/testimonials', { name: 'Siskin', testimonial: 'Good.' });
    await byAdmin(`PATCH /api/testimonials/${_id}`, { name: 'Redpoll' });
    expect(await namesFor('siskin', 'testimonials')).toEqual([]);
    expect(await namesFor('redpoll', 'testimonials')).toEqual(['Redpoll']);
    await byAdmin(`DELETE /api/testimonials/${_id}`, undefined);
    expect(await namesFor('redpoll', 'testimonials')).toEqual([]);
    const left = server.db.selectFrom('search_words').select('word').where('object_id', '=', _id);
    expect(await left.execute()).toEqual([]);
  });
});

describe('what is refused', () => {
  it.each([
    ['', 'Search is required'],
    ['?q=', 'Search is required'],
    ['?q=%20%20', 'Search is required'],
    [`?q=${'x'.repeat(255)}`, 'Search must be at most 254 characters'],
  ])('%s', async (query, msg) => {
    const { status, body } = await server.call(`GET /api/search${query}`, { token: member.token });
    expect({ status, body }).toEqual({ status: 400, body: { errors: [{ msg, field: 'q' }], msg } });
  });

  it('visitors', async () => {
    expect((await server.call('GET /api/search?q=ana')).status).toBe(401);
  });

  it('more searches than the limit, with those of the lists', async () => {
    const limited = await testServer({ RATE_LIMITS: 'on' });
    try {
      const { token } = await person(limited, { admin: true });
      for (let count = 0; count < limits.search.limit; count++) {
        const path = count % 2 === 0 ? 'search?q=ana' : 'leads?search=ana';
        expect((await limited.call(`GET /api/${path}`, { token })).status).toBe(200);
      }
      const { status, headers } = await limited.call('GET /api/search?q=ana', { token });
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await limited.stop();
    }
  });
});
