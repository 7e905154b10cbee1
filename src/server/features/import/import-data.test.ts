import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import {
  asLines,
  exportFolder,
  oldArticles,
  oldIds,
  oldPassword,
  oldPosts,
  oldProfile,
  oldTestimonials,
  oldUsers,
  smallPng,
  wholeExport,
} from '../../../../test/old-export.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { Tables } from '../../tables/tables.ts';
import { eraseOldData } from '../retention/erase-old-data.ts';
import { importData } from './import-data.ts';
import { countRecordStarts } from './json-documents.ts';
import { idOfOld } from './old-ids.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

async function importFolder(on: TestServer, folder: string, dryRun = false) {
  return importData({ parts: on.parts, folder, dryRun, progress: () => {} });
}

/** Imports the files and removes them. */
async function importFiles(on: TestServer, files: Record<string, string>, dryRun = false) {
  const { folder, remove } = await exportFolder(files);
  try {
    return await importFolder(on, folder, dryRun);
  } finally {
    await remove();
  }
}

async function freshServer(): Promise<TestServer> {
  const fresh = await testServer();
  onTestFinished(() => fresh.stop());
  return fresh;
}

const tables = [
  'users',
  'profiles',
  'experience',
  'education',
  'posts',
  'post_likes',
  'comments',
  'testimonials',
  'articles',
  'article_slugs',
  'images',
  'imported_ids',
  'audit_log',
  'mails',
  'notifications',
] as const satisfies (keyof Tables)[];

async function rowCounts({ db }: TestServer): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { total } = await db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(total);
  }
  return counts;
}

const signIn = (on: TestServer, email: string) =>
  on.call('POST /api/auth', { body: { email, password: oldPassword } });

const ann = idOfOld('user', oldIds.ann);
const bob = idOfOld('user', oldIds.bob);

describe('an import', () => {
  let token: string;

  beforeAll(async () => {
    await makeUser(server.db, { admin: true });
    const { folder, remove } = await wholeExport();
    const { counts } = await importFolder(server, folder);
    await remove();
    expect(counts).toMatchObject({
      users: { read: 2, new: 2, known: 0, skipped: 0 },
      profiles: { read: 1, new: 1 },
      experience: { read: 2, new: 2 },
      education: { read: 1, new: 1 },
      posts: { read: 2, new: 2 },
      comments: { read: 2, new: 2 },
      likes: { read: 2, new: 1, skipped: 1 },
      testimonials: { read: 1, new: 1 },
      articles: { read: 1, new: 1 },
      pictures: { read: 2, new: 2 },
    });
    token = (await signIn(server, 'bob@example.com')).body.token;
  });

  it('lets members sign in with their old passwords, and hashes them anew', async () => {
    const passwords = () =>
      server.db.selectFrom('users').select('password_hash').where('id', '=', ann).executeTakeFirstOrThrow();
    const wrong = { email: 'ann.lee@example.com', password: 'the old Password' };
    expect((await server.call('POST /api/auth', { body: wrong })).status).toBe(400);
    expect((await passwords()).password_hash).toMatch(/^\$2a\$/);
    expect((await signIn(server, 'ann.lee@example.com')).status).toBe(200);
    expect((await passwords()).password_hash).toMatch(/^\$argon2id\$/);
    expect((await signIn(server, 'ann.lee@example.com')).status).toBe(200);
  });

  it('proves no address: whoever signs in has only typed it, somewhere else', async () => {
    const { body } = await server.call('GET /api/auth', { token });
    expect(body).toMatchObject({ email: 'bob@example.com', emailProven: false });
  });

  it('brings profiles with their history, newest first, without what does not fit', async () => {
    const { body } = await server.call(`GET /api/profile/user/${ann}`, { token });
    expect(body).toMatchObject({
      user: { name: 'Ann Lee' },
      status: 'Broker Associate',
      skills: ['Escrow', 'Staging'],
      website: 'https://leehomes.example.com',
      githubusername: '',
      social: { twitter: 'https://twitter.com/annlee' },
      date: '2019-09-12T15:00:00.000Z',
      experience: [
        { title: 'Broker', from: '2018-03-01', to: null, current: true },
        { title: 'Agent', from: '2015-01-01', to: '2018-02-28', current: false },
      ],
      education: [{ school: 'CSULB', from: null }],
    });
    const found = await server.call('GET /api/profile?search=staging', { token });
    expect(found.body).toMatchObject([{ user: { name: 'Ann Lee' } }]);
  });

  it('brings posts with likes and comments, in the order of their dates', async () => {
    const texts = (body: { text: string }[]) => body.map(({ text }) => text);
    const { body } = await server.call('GET /api/posts', { token });
    expect(texts(body)).toEqual(['The pelican inspection went well', 'An older pelican']);
    expect(body[0]).toMatchObject({
      user: ann,
      likes: [{ user: bob }],
      likeCount: 1,
      liked: true,
      commentCount: 2,
      date: '2020-01-12T13:58:24.000Z',
      edited: null,
    });
    expect(body[0].comments.map((comment: { name: string }) => comment.name).sort()).toEqual([
      'Bob Stone',
      'Former member',
    ]);
    const found = await server.call('GET /api/posts?search=pelican', { token });
    expect(texts(found.body)).toEqual(texts(body));
  });

  it('brings testimonials and articles with pictures of their own', async () => {
    const testimonials = await server.call('GET /api/testimonials');
    expect(testimonials.body).toMatchObject([{ name: 'Carla Diaz', testimonial: 'I kept **all** of it.' }]);
    const picture = await fetch(server.url + testimonials.body[0].image_url);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    await picture.body?.cancel();
    const articles = await server.call('GET /api/articles');
    expect(articles.body).toMatchObject([
      {
        title: 'What a side costs',
        slug: 'what-a-side-costs',
        text: '## Costs\n\nA **flat** fee & nothing [else](https://example.com/x).',
        date: '2020-08-06T10:00:00.000Z',
      },
    ]);
    expect((await server.call('GET /articles/what-a-side-costs')).body).toContain('<picture');
  });

  it.each([
    [`/profile/${oldIds.ann}`, `/profile/${ann}`],
    [`/profile/${oldIds.ann.toUpperCase()}`, `/profile/${ann}`],
    [`/posts/${oldIds.post}`, `/posts/${idOfOld('post', oldIds.post)}`],
    [`/articles/${oldIds.article}`, '/articles/what-a-side-costs'],
  ])('redirects %s', async (from, to) => {
    const { status, headers } = await server.call(`GET ${from}`);
    expect([status, headers.get('location')]).toEqual([301, to]);
  });

  it('leaves every other address of the office as it is', async () => {
    for (const path of [`/profile/${ann}`, `/profile/${oldIds.ann}x`, `/posts/${oldIds.post}/x`])
      expect((await server.call(`GET ${path}`)).status).toBe(200);
  });

  it('mails and notifies nobody, and is on record as of the operator', async () => {
    expect(await rowCounts(server)).toMatchObject({ mails: 0, notifications: 0 });
    const admin = await makeToken(server.db, { admin: true });
    const { body } = await server.call('GET /api/audit?action=data.imported', { token: admin });
    expect(body).toMatchObject([
      { actor: { name: 'Operator' }, details: expect.stringContaining('users: 2; profiles: 1') },
    ]);
  });

  it('is not undone as dormant: that counts from the import', async () => {
    const { users, posts } = await rowCounts(server);
    await eraseOldData(server);
    expect(await rowCounts(server)).toMatchObject({ users, posts });
    const old = new Date();
    old.setUTCMonth(old.getUTCMonth() - 23);
    await server.db
      .updateTable('users')
      .set({ imported_at: old.toISOString(), last_sign_in_at: null })
      .where('id', '=', ann)
      .execute();
    await eraseOldData(server);
    const left = await server.db.selectFrom('users').select('id').where('id', 'in', [ann, bob]).execute();
    expect(left).toEqual([{ id: bob }]);
  });
});

describe('a further import', () => {
  it('changes nothing, adds what is new, and brings nothing back that was deleted here', async () => {
    const on = await freshServer();
    const files = {
      'users.json': asLines(oldUsers),
      'profiles.json': asLines([oldProfile]),
      'posts.json': asLines(oldPosts),
      'testimonials.json': asLines([{ ...oldTestimonials[0], image: undefined }]),
      'articles.json': asLines([{ ...oldArticles[0], image: undefined }]),
    };
    await importFiles(on, files);
    const before = await rowCounts(on);
    const { counts } = await importFiles(on, files);
    expect(await rowCounts(on)).toEqual(before);
    for (const { read, known, skipped } of Object.values(counts)) expect(known + skipped).toBe(read);

    const { token } = (await signIn(on, 'ann.lee@example.com')).body;
    const [first, older] = oldPosts;
    const post = idOfOld('post', oldIds.post);
    expect((await on.call(`PUT /api/posts/like/${post}`, { token })).status).toBe(200);
    const bobs = (await signIn(on, 'bob@example.com')).body.token;
    expect((await on.call(`PUT /api/posts/unlike/${post}`, { token: bobs })).status).toBe(200);
    const second = idOfOld('post', '5c3b25b0a3f0b54d4c8a1110');
    expect((await on.call(`DELETE /api/posts/${second}`, { token: bobs })).status).toBe(200);

    const later = {
      ...first,
      likes: [...(first?.likes ?? []), { user: { $oid: oldIds.ann } }],
      comments: [...(first?.comments ?? []), { user: { $oid: oldIds.ann }, text: 'The one by the sea' }],
    };
    const again = await importFiles(on, {
      'users.json': asLines([...oldUsers, { _id: 17, name: 'Dee Fox', email: 'dee@example.com' }]),
      'posts.json': asLines([later, older ?? {}, { _id: 18, user: 17, text: 'Hello' }]),
    });
    expect(again.counts).toMatchObject({
      users: { new: 1, known: 2 },
      posts: { new: 1, known: 2 },
      comments: { new: 1, known: 2 },
      likes: { new: 1, known: 1 },
    });
    const { body } = await on.call('GET /api/posts', { token });
    expect(body).toHaveLength(2);
    const known = body.find((each: { _id: string }) => each._id === post);
    expect(known).toMatchObject({ likeCount: 1, likes: [{ user: ann }], commentCount: 3 });
    expect(known.comments).toHaveLength(3);
  });

  it('writes what a run lacks that was killed after its last rows', async () => {
    const on = await freshServer();
    const token = await makeToken(on.db, { admin: true });
    const files = { 'users.json': asLines(oldUsers), 'posts.json': asLines(oldPosts) };
    const events = async () =>
      (await on.call('GET /api/audit?action=data.imported', { token })).body.map(
        ({ details }: { details: string }) => details,
      );
    const reloads = () =>
      on.db.selectFrom('feed_events').select('kind').where('kind', '=', 'reload').execute();
    const { folder, remove } = await exportFolder(files);
    onTestFinished(remove);
    const killed = importData({
      parts: on.parts,
      folder,
      dryRun: false,
      progress: (text) => {
        if (text.startsWith('posts.json')) throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');
    expect([await events(), await reloads()]).toEqual([[], []]);

    await importFolder(on, folder, true);
    expect([await events(), await reloads()]).toEqual([[], []]);
    const { counts } = await importFolder(on, folder);
    expect(counts).toMatchObject({ users: { new: 0 }, posts: { new: 0 } });
    expect(await events()).toEqual(['more by an interrupted run before']);
    expect(await reloads()).toHaveLength(1);
    await importFolder(on, folder);
    expect([await events(), await reloads()].map((each) => each.length)).toEqual([1, 1]);
  });

  it('gives an account that was here before nothing that another of the same typed address wrote, and names that', async () => {
    const on = await freshServer();
    const here = await makeUser(on.db, { email: 'ann.lee@example.com', admin: true });
    const report = await importFiles(on, {
      'users.json': asLines(oldUsers),
      'profiles.json': asLines([oldProfile]),
      'posts.json': asLines(oldPosts),
    });
    expect(report.counts.users).toEqual({ read: 2, new: 1, known: 0, skipped: 1 });
    expect(report.remarks.map(({ file, kind, reason }) => `${file} ${kind} ${reason}`)).toEqual(
      expect.arrayContaining([
        'users.json skipped has the email address of an account here, ann.lee@example.com, which does not get what this one wrote',
        `profiles.json skipped its user ${oldIds.ann} is not known`,
        `posts.json skipped its user ${oldIds.ann} is not known`,
      ]),
    );
    for (const table of ['posts', 'comments', 'post_likes', 'profiles'] as const)
      expect(
        await on.db.selectFrom(table).select('user_id').where('user_id', '=', here.id).execute(),
      ).toEqual([]);
    const row = await on.db.selectFrom('users').selectAll().where('id', '=', here.id).executeTakeFirst();
    expect(row).toEqual(here);
  });
});

describe('a dry run', () => {
  it('writes nothing and reports what the import then does', async () => {
    const on = await freshServer();
    const { folder, remove } = await wholeExport();
    onTestFinished(remove);
    const before = await rowCounts(on);
    const dry = await importFolder(on, folder, true);
    expect(await rowCounts(on)).toEqual(before);
    const real = await importFolder(on, folder);
    expect(dry.counts).toEqual(real.counts);
    expect(dry.remarks).toEqual(real.remarks);
  });
});

describe('the report', () => {
  it('has the line and the reason of what is left out or changed', async () => {
    const on = await freshServer();
    const user = { _id: { $oid: oldIds.annAgain }, name: 'Ann Again', email: 'ANN.lee@example.com' };
    const posts = oldPosts.map((post) => ({ ...post, likes: [], comments: [] }));
    const report = await importFiles(on, {
      'users.json': `${asLines(oldUsers)}${asLines([user])}{"_id": "broken\n${asLines([{ _id: 5, name: 'X', email: 'no address' }])}`,
      'profiles.json': asLines([
        { ...oldProfile, user: { $oid: oldIds.gone }, experience: [], education: [] },
      ]),
      'posts.json': asLines([
        { ...posts[0], date: { $date: 'yesterday' } },
        { ...posts[1], user: { $oid: oldIds.gone } },
        { _id: 'a', user: { $oid: oldIds.annAgain }, text: 'By the other account' },
        { _id: 'b', user: { $oid: oldIds.ann }, text: 'x'.repeat(5001), date: 'never' },
      ]),
    });
    const remarks = report.remarks.map(({ file, line, kind, reason }) => `${file}:${line} ${kind} ${reason}`);
    expect(remarks).toEqual([
      'users.json:4 skipped is no JSON document: cut off, or damaged',
      'users.json:3 skipped has the email address of the account of line 1, which does not get what this one wrote',
      'users.json:5 skipped Please include a valid email',
      `profiles.json:1 skipped its user ${oldIds.gone} is not known`,
      'posts.json:1 note date is no date in the past: the time of its id is taken',
      `posts.json:2 skipped its user ${oldIds.gone} is not known`,
      `posts.json:3 skipped its user ${oldIds.annAgain} is not known`,
      'posts.json:4 skipped Text must be at most 5,000 characters',
    ]);
    const written = await on.db
      .selectFrom('posts')
      .select(['user_id', 'created_at'])
      .orderBy('created_at')
      .execute();
    expect(written.map(({ user_id }) => user_id)).toEqual([ann]);
    expect(written[0]?.created_at).toBe('2020-01-12T13:57:04.000Z');
  });

  it('says which pictures cannot be used, and imports the rest', async () => {
    const on = await freshServer();
    const { folder, remove } = await exportFolder({
      'testimonials.json': asLines(
        [
          '../../etc/hostname',
          'link.png',
          'https://example.com/x.png',
          'missing.png',
          `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`,
          { data: { $binary: { base64: smallPng, subType: '00' } }, contentType: 'image/png' },
        ].map((image, index) => ({ ...oldTestimonials[0], _id: index, image })),
      ),
    });
    onTestFinished(remove);
    await symlink('/etc/hostname', join(folder, 'link.png'));
    const { counts, remarks } = await importFolder(on, folder);
    expect(counts.testimonials).toMatchObject({ new: 6 });
    expect(counts.pictures).toMatchObject({ read: 6, new: 1, skipped: 5 });
    expect(remarks.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
    for (const { reason } of remarks) expect(reason).toMatch(/^only its picture; the rest is imported: /);
  });

  it('is refused for a folder without an export', async () => {
    await expect(importFiles(server, { 'other.json': '{}' })).rejects.toThrow(
      /has none of the files users\.json/,
    );
  });

  it('gives two articles of one title slugs of their own', async () => {
    const on = await freshServer();
    const [article] = oldArticles;
    await importFiles(on, {
      'articles.json': asLines([1, 2].map((_id) => ({ ...article, _id, image: undefined, slug: 'costs' }))),
    });
    const { body } = await on.call('GET /api/articles');
    expect(body.map(({ slug }: { slug: string }) => slug).sort()).toEqual(['costs', 'costs-2']);
  });
});

describe('what cannot be imported', () => {
  const person = (number: number, more = {}) => ({
    _id: number,
    name: `Person ${number}`,
    email: `person-${number}@example.com`,
    password: 'x',
    ...more,
  });
  const torn = (number: number, name = `"Person ${number}",`) => `{"_id":${number},"name":${name}`;
  const emails = async (on: TestServer) => {
    const rows = await on.db.selectFrom('users').select('email').orderBy('email').execute();
    return rows.map(({ email }) => email);
  };
  const text = (value: unknown) => JSON.stringify(value);

  it.each([
    ['lines, between fields', [text(person(1)), torn(2), text(person(3)), text(person(4))].join('\n')],
    ['lines, in a string', [text(person(1)), torn(2, '"Per'), text(person(3)), text(person(4))].join('\n')],
    ['an array of lines', `[${[text(person(1)), torn(2), text(person(3)), text(person(4))].join(',\n')}]`],
    ['an array of one line', `[${[text(person(1)), torn(2), text(person(3)), text(person(4))].join(',')}]`],
    [
      'an array of one line, in a string',
      `[${[text(person(1)), torn(2, '"Per'), text(person(3)), text(person(4))].join(',')}]`,
    ],
  ])('swallows nothing that follows it in %s, and is named', async (_what, users) => {
    const on = await freshServer();
    const report = await importFiles(on, { 'users.json': users });
    expect(await emails(on)).toEqual([1, 3, 4].map((number) => person(number).email));
    expect(report.counts.users).toEqual({ read: 4, new: 3, known: 0, skipped: 1 });
    expect(report.remarks.filter(({ kind }) => kind === 'skipped')).toEqual([
      expect.objectContaining({ record: 2, id: '2', reason: expect.stringContaining('cut off') }),
    ]);
    expect(report.lost).toBe(1);
  });

  it('takes no comment of a damaged post for a post', async () => {
    const on = await freshServer();
    const comment = (id: number) => ({ _id: id, user: 1, text: 'A comment', date: '2019-09-12' });
    const post = (id: number) => ({
      _id: id,
      user: 1,
      text: 'A post',
      likes: [],
      comments: [comment(id * 10)],
    });
    const damaged = text(post(2)).replace('"likes":[]', '"likes":[');
    const posts = `[${[text(post(1)), damaged, text(post(3))].join(',')}]`;
    const { counts, lost } = await importFiles(on, { 'users.json': text(person(1)), 'posts.json': posts });
    expect(counts.posts).toMatchObject({ new: 2 });
    expect(counts.comments).toMatchObject({ new: 2 });
    expect(lost).toBeGreaterThan(0);
  });

  it('is named with its file, line, id and reason', async () => {
    const on = await freshServer();
    const post = (id: string, value: unknown) => text({ _id: id, user: 1, text: value });
    const { remarks } = await importFiles(on, {
      'users.json': [person(1), person(1, { email: 'other@example.com' }), person(5, { isAdmin: true })]
        .map(text)
        .join('\n'),
      'posts.json': [post('a', ''), post('b', 'with \0'), post('c', 'good'), post('c', 'again')].join('\n'),
    });
    const named = remarks.map(({ file, line, id, kind }) => [file, line, id, kind].join(' '));
    expect(named).toEqual(
      expect.arrayContaining([
        'users.json 2 1 skipped',
        'posts.json 1 a skipped',
        'posts.json 2 b skipped',
        'posts.json 4 c skipped',
      ]),
    );
    expect(remarks.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([
        'has the _id of line 1',
        'has the _id of line 3',
        expect.stringMatching(/^isAdmin is ignored/),
      ]),
    );
    const rows = await on.db.selectFrom('posts').select('text').execute();
    expect(rows).toEqual([{ text: 'good' }]);
  });

  it('is seen by a count that does not depend on how the file is read', async () => {
    const on = await freshServer();
    const nested = `{"_id":1,"name":"Person 1","email":"person-1@example.com","of":\n{"a":1}}`;
    const { folder, remove } = await exportFolder({ 'x.json': `[\n${nested}\n,{"_id":2}]\n` });
    onTestFinished(remove);
    expect(await countRecordStarts(join(folder, 'x.json'))).toBe(3);
    const report = await importFiles(on, { 'users.json': asLines(oldUsers) });
    expect([report.uncounted, report.lost]).toEqual([[], 0]);
    report.uncounted.push({ file: 'users.json', begun: 5, read: 2 });
    expect(report.lost).toBe(3);
  });
});
