import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { holdRendering } from '../../../../test/held-rendering.ts';
import { patience } from '../../../../test/patience.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { newId } from '../../platform/db/ids.ts';

let server: TestServer;
let admin: string;
let member: string;

beforeAll(async () => {
  server = await testServer();
  admin = await makeToken(server.db, { admin: true });
  member = await makeToken(server.db);
});
afterAll(() => server.stop());

const forbidden = { status: 403, body: { msg: 'User not authorized' } };
const everyone = { articles: 'members', testimonials: 'members' };
const words = { name: 'Dana', testimonial: 'Paid the next day.' };

const choose = (body: unknown, { token = admin, headers = {} }: Choice = {}) =>
  server.call('PUT /api/site/publishing', { token, body, headers });
interface Choice {
  token?: string;
  headers?: Record<string, string>;
}

describe('GET /api/site/publishing', () => {
  it('starts with every member', async () => {
    expect(await server.made('GET /api/site/publishing', { token: admin })).toEqual(everyone);
  });

  it('starts with those with the right where CONTENT_EDITORS is admins', async () => {
    const strict = await secondServer(server, { contentEditors: 'admins' });
    try {
      expect(await strict.made('GET /api/site/publishing', { token: admin })).toEqual({
        articles: 'right',
        testimonials: 'right',
      });
    } finally {
      await strict.stop();
    }
  });

  it('is for admins', async () => {
    expect((await server.call('GET /api/site/publishing')).status).toBe(401);
    expect(await server.call('GET /api/site/publishing', { token: member })).toMatchObject(forbidden);
  });
});

describe('PUT /api/site/publishing', () => {
  it('closes articles to members at once, on every server, and leaves testimonials open', async () => {
    const other = await secondServer(server);
    try {
      const article = await server.made('POST /api/articles', { token: member, body: articleBody() });
      expect(await choose({ articles: 'right', testimonials: 'members' })).toMatchObject({
        status: 200,
        body: { articles: 'right', testimonials: 'members' },
      });
      const ofArticles: [string, unknown?][] = [
        ['GET /api/articles/all'],
        [`GET /api/articles/all/${article._id}`],
        ['POST /api/articles', articleBody()],
        [`PATCH /api/articles/${article._id}`, { title: 'x' }],
        [`DELETE /api/articles/${article._id}`],
        [`DELETE /api/articles/${newId()}`],
      ];
      for (const [call, body] of ofArticles)
        for (const on of [server, other])
          expect(await on.call(call, { token: member, body }), call).toMatchObject(forbidden);
      expect((await other.call('POST /api/testimonials', { token: member, body: words })).status).toBe(200);
      expect((await other.call('POST /api/articles', { token: admin, body: articleBody() })).status).toBe(
        200,
      );
      expect(await other.made('GET /api/auth', { token: member })).toMatchObject({
        editsContent: false,
        editsTestimonials: true,
      });
    } finally {
      await choose(everyone);
      await other.stop();
    }
    expect((await server.call('POST /api/articles', { token: member, body: articleBody() })).status).toBe(
      200,
    );
  });

  it('closes testimonials to members, and their order', async () => {
    const testimonial = await server.made('POST /api/testimonials', { token: member, body: words });
    await choose({ articles: 'members', testimonials: 'right' });
    try {
      const ofTestimonials: [string, unknown][] = [
        ['POST /api/testimonials', words],
        [`PATCH /api/testimonials/${testimonial._id}`, { name: 'x' }],
        [`DELETE /api/testimonials/${testimonial._id}`, undefined],
        ['PUT /api/testimonials/order', { ids: [] }],
      ];
      for (const [call, body] of ofTestimonials)
        expect(await server.call(call, { token: member, body }), call).toMatchObject(forbidden);
      expect(await server.made(`GET /api/testimonials/${testimonial._id}`)).toEqual(testimonial);
      expect((await server.call('POST /api/articles', { token: member, body: articleBody() })).status).toBe(
        200,
      );
    } finally {
      await choose(everyone);
    }
  });

  it.each<[call: string, body: unknown, list: string]>([
    ['POST /api/articles', articleBody({ title: 'Too late' }), 'GET /api/articles'],
    ['POST /api/testimonials', { ...words, name: 'Too late' }, 'GET /api/testimonials'],
  ])('counts for a text that is being saved when it changes: %s', async (call, body, list) => {
    const goOn = holdRendering();
    const saving = server.call(call, { token: member, body });
    await vi.waitUntil(() => vi.mocked(Worker.prototype.cpuUsage).mock.calls.length > 0, patience);
    await choose({ articles: 'right', testimonials: 'right' });
    goOn();
    try {
      expect(await saving).toMatchObject(forbidden);
      expect(JSON.stringify(await server.made(list))).not.toContain('Too late');
    } finally {
      await choose(everyone);
    }
  });

  it('is recorded with what was and is', async () => {
    await choose({ articles: 'right', testimonials: 'members' });
    await choose(everyone);
    const [latest] = await server.made('GET /api/audit?action=publishing.updated', { token: admin });
    expect(latest.details).toBe(
      'articles: only people with the right Content, testimonials: every member → articles: every member, testimonials: every member',
    );
  });

  it('is refused to who has looked at another version', async () => {
    const { headers } = await server.call('GET /api/site/publishing', { token: admin });
    const seen = { 'if-match': headers.get('etag') ?? '' };
    expect((await choose(everyone, { headers: seen })).status).toBe(200);
    expect((await choose(everyone, { headers: seen })).status).toBe(412);
  });

  it('takes the rules that there are', async () => {
    expect(await choose({ articles: 'anyone' })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { msg: 'Choose who can publish articles', field: 'articles' },
          { msg: 'Choose who can publish testimonials', field: 'testimonials' },
        ],
      },
    });
  });

  it('keeps articles open to members who edit the handbook', async () => {
    const open = await secondServer(server, { handbookEditors: 'members' });
    try {
      const body = { articles: 'right', testimonials: 'members' };
      const answer = await open.call('PUT /api/site/publishing', { token: admin, body });
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].field).toBe('articles');
    } finally {
      await open.stop();
    }
  });

  it('is for admins', async () => {
    expect((await server.call('PUT /api/site/publishing', { body: everyone })).status).toBe(401);
    expect(await choose(everyone, { token: member })).toMatchObject(forbidden);
  });
});
