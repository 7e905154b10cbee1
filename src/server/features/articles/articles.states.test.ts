import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../../test/database.ts';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { hour } from '../../../shared/time.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { publishDueArticles } from './publish-due-articles.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flat.example' });
  token = await makeToken(server.db, { name: 'Wanda Writer' });
});
afterAll(() => server.stop());

let made = 0;
const create = (given: object = {}) =>
  server.call('POST /api/articles', {
    token,
    body: articleBody({ title: `Article of states ${++made}`, ...given }),
  });
const patch = (id: string, body: object) => server.call(`PATCH /api/articles/${id}`, { token, body });
const inOneHour = () => fromNow(hour);

async function publicTraces({ _id, slug }: { _id: string; slug: string }): Promise<string[]> {
  const traces: string[] = [];
  for (const path of ['/api/articles', '/articles', '/rss.xml', '/sitemap.xml']) {
    const { body } = await server.call(`GET ${path}`);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    if (text.includes(slug) || text.includes(_id)) traces.push(path);
  }
  const pages = [
    ['id', `/api/articles/${_id}`],
    ['slug', `/api/articles/slug/${slug}`],
    ['page', `/articles/${slug}`],
  ];
  for (const [name = '', path] of pages) {
    const { status } = await server.call(`GET ${path}`, { token });
    expect([200, 404]).toContain(status);
    if (status === 200) traces.push(name);
  }
  return traces;
}

const everywhere = ['/api/articles', '/articles', '/rss.xml', '/sitemap.xml', 'id', 'slug', 'page'];

const letTimeCome = (id: string) => {
  const moment = fromNow(-1000);
  return server.db
    .updateTable('articles')
    .set({ published_at: moment, due_at: moment })
    .where('id', '=', id)
    .execute();
};

const auditEventsOn = async (id: string) => {
  const rows = await server.db
    .selectFrom('audit_log')
    .selectAll()
    .where('object_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ actor_name, action, details }) => [actor_name, action, details]);
};

describe('a draft', () => {
  it('is seen by its editors and no one else', async () => {
    const { status, body: draft } = await create({ state: 'draft' });
    expect(status).toBe(200);
    expect(draft).toMatchObject({ state: 'draft', author: { name: 'Wanda Writer' } });
    expect(Date.parse(draft.date)).toBeLessThanOrEqual(Date.now());
    expect(await publicTraces(draft)).toEqual([]);
    const read = await server.call(`GET /api/articles/all/${draft._id}`, { token });
    expect(read.body).toEqual(draft);
    const { text: _, ...summary } = draft;
    const { body: list } = await server.call('GET /api/articles/all?state=draft', { token });
    expect(list).toContainEqual(summary);
  });

  it('ignores a date', async () => {
    const { status, body } = await create({ state: 'draft', date: '1999-01-01T00:00:00Z' });
    expect(status).toBe(200);
    expect(body.date).not.toContain('1999');
  });

  it('is published when its editor says so, and withdrawn again', async () => {
    const { body: draft } = await create({ state: 'draft' });
    const { body: published } = await patch(draft._id, { state: 'published' });
    expect(published.state).toBe('published');
    expect(await publicTraces(draft)).toEqual(everywhere);
    const { body: back } = await patch(draft._id, { state: 'draft' });
    expect(back).toMatchObject({ state: 'draft', date: draft.date });
    expect(await publicTraces(draft)).toEqual([]);
    expect(await auditEventsOn(draft._id)).toEqual([
      ['Wanda Writer', 'article.created', 'draft'],
      ['Wanda Writer', 'article.updated', 'state: draft → published'],
      ['Wanda Writer', 'article.updated', 'state: published → draft'],
    ]);
  });

  it('stays one when its text changes', async () => {
    const { body: draft } = await create({ state: 'draft' });
    const { body } = await patch(draft._id, { text: 'Further on.', date: inOneHour() });
    expect(body).toMatchObject({ state: 'draft', text: 'Further on.' });
  });
});

describe('a published article', () => {
  it('may have a date in the past, in any zone, and keeps it through further changes', async () => {
    const { body } = await create({ state: 'published', date: '2020-02-03T04:05:06+02:00' });
    expect(body).toMatchObject({ state: 'published', date: '2020-02-03T02:05:06.000Z' });
    const { body: changed } = await patch(body._id, { state: 'published', title: 'Changed' });
    expect(changed.date).toBe('2020-02-03T02:05:06.000Z');
  });
});

describe('a scheduled article', () => {
  it('is not seen before its time', async () => {
    const date = inOneHour();
    const { body: scheduled } = await create({ state: 'scheduled', date });
    expect(scheduled).toMatchObject({ state: 'scheduled', date });
    expect(await publicTraces(scheduled)).toEqual([]);
    const { body: list } = await server.call('GET /api/articles/all?state=scheduled', { token });
    expect(list.map(({ _id }: { _id: string }) => _id)).toContain(scheduled._id);
  });

  it('appears everywhere once its time has come, by the server', async () => {
    const { body: scheduled } = await create({ state: 'scheduled', date: inOneHour() });
    expect(await publicTraces(scheduled)).toEqual([]);
    await publishDueArticles(server.parts);
    expect(await publicTraces(scheduled)).toEqual([]);
    await letTimeCome(scheduled._id);
    expect(await publicTraces(scheduled)).toEqual([]);
    await Promise.all([publishDueArticles(server.parts), publishDueArticles(server.parts)]);
    expect(await publicTraces(scheduled)).toEqual(everywhere);
    const auditEvents = await auditEventsOn(scheduled._id);
    expect(auditEvents.at(-1)).toEqual(['Server', 'article.published', 'at its scheduled time']);
    expect(auditEvents).toHaveLength(2);
  });

  if (engine === 'postgres')
    it('is published once by two servers that look at the same time, and is fresh on both', async () => {
      const second = await secondServer(server);
      try {
        const articles = await Promise.all(
          Array.from({ length: 5 }, () => create({ state: 'scheduled', date: inOneHour() })),
        );
        for (const { body } of articles) await letTimeCome(body._id);
        await second.call('GET /articles');
        await Promise.all([server, second, server, second].map(({ parts }) => publishDueArticles(parts)));
        for (const { body } of articles) {
          const published = (await auditEventsOn(body._id)).filter(
            ([, action]) => action === 'article.published',
          );
          expect(published).toHaveLength(1);
        }
        await second.parts.content.refresh();
        expect((await second.call('GET /articles')).body).toContain(articles[0]?.body.slug);
      } finally {
        await second.stop();
      }
    });

  it('can be moved, published early and put back among the drafts; then the clock leaves it alone', async () => {
    const { body: scheduled } = await create({ state: 'scheduled', date: inOneHour() });
    const later = fromNow(2 * hour);
    const { body: moved } = await patch(scheduled._id, { state: 'scheduled', date: later });
    expect(moved.date).toBe(later);
    const { body: early } = await patch(scheduled._id, { state: 'published' });
    expect(early.state).toBe('published');
    expect(Date.parse(early.date)).toBeLessThanOrEqual(Date.now());
    await patch(scheduled._id, { state: 'draft' });
    await publishDueArticles(server.parts);
    expect(await publicTraces(scheduled)).toEqual([]);
  });

  it('stays published when its time comes while an editor is open', async () => {
    const { body: scheduled } = await create({ state: 'scheduled', date: inOneHour() });
    await letTimeCome(scheduled._id);
    const { body: open } = await server.call(`GET /api/articles/all/${scheduled._id}`, { token });
    const { status, body } = await patch(scheduled._id, {
      state: 'scheduled',
      date: open.date,
      title: 'Late',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'published', date: open.date, title: 'Late' });
  });
});

describe('what a state rejects', () => {
  it.each([
    [{ state: 'scheduled' }, 'Date is required', 'date'],
    [{ state: 'scheduled', date: '2020-01-01T00:00:00Z' }, 'Date must be in the future', 'date'],
    [{ state: 'scheduled', date: 'tomorrow' }, 'Date must be an ISO timestamp', 'date'],
    [{ state: 'scheduled', date: '2026-13-45T00:00:00Z' }, 'Date must be an ISO timestamp', 'date'],
    [{ state: 'scheduled', date: 7 }, 'Date must be an ISO timestamp', 'date'],
    [{ state: 'scheduled', date: '9999-12-31T23:59:59-12:00' }, 'Date must be between 1970 and 9999', 'date'],
    [{ state: 'published', date: '0001-01-01T00:00:00Z' }, 'Date must be between 1970 and 9999', 'date'],
    [{ state: 'published', date: '9999-01-01T00:00:00Z' }, 'Date must not be in the future', 'date'],
    [{ state: 'deleted' }, 'State must be draft, published or scheduled', 'state'],
    [{ state: null }, 'State must be draft, published or scheduled', 'state'],
  ])('%j', async (given, msg, field) => {
    const { status, body } = await create(given);
    expect(status).toBe(400);
    expect(body).toEqual({ errors: [{ msg, field }], msg });
    const { body: draft } = await create({ state: 'draft' });
    const rejected = await patch(draft._id, { title: 'Not kept', ...given });
    expect(rejected).toMatchObject({ status: 400, body: { msg } });
    expect((await server.call(`GET /api/articles/all/${draft._id}`, { token })).body).toEqual(draft);
  });
});

describe('GET /api/articles/all', () => {
  it('comes a page at a time, each article once, newest first', async () => {
    for (let count = 0; count < 5; count++) await create({ state: count % 2 ? 'draft' : 'published' });
    const whole = (await server.call('GET /api/articles/all?limit=1000', { token })).body;
    const seen: unknown[] = [];
    let address = '/api/articles/all?limit=3';
    for (;;) {
      const { status, body, headers } = await server.call(`GET ${address}`, { token });
      expect(status).toBe(200);
      seen.push(...body);
      const next = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
      if (!next) break;
      expect(body).toHaveLength(3);
      address = next;
    }
    expect(seen).toEqual(whole);
    const dates = whole.map(({ date }: { date: string }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(whole[0]).not.toHaveProperty('text');
  });

  it('searches titles and snippets for every word', async () => {
    const { body } = await create({
      title: 'Quarterly 100% résumé',
      snippet: 'Escrow in Yolo, Ñ.',
      state: 'draft',
    });
    const search = async (words: string) =>
      (await server.call(`GET /api/articles/all?search=${encodeURIComponent(words)}`, { token })).body.map(
        ({ _id }: { _id: string }) => _id,
      );
    expect(await search('yolo QUARTERLY')).toEqual([body._id]);
    expect(await search('100%')).toContain(body._id);
    expect(await search('RÉSUMÉ ñ')).toEqual([body._id]);
    expect(await search('quarterly nothing')).toEqual([]);
  });

  it.each(['limit=0', 'limit=1001', 'cursor=x', 'state=gone', `search=${'a'.repeat(201)}`])(
    'rejects %s',
    async (query) => {
      expect((await server.call(`GET /api/articles/all?${query}`, { token })).status).toBe(400);
    },
  );

  it('names no author who is gone', async () => {
    const leaving = await makeToken(server.db, { name: 'Lena Leaving' });
    const { body } = await server.call('POST /api/articles', { token: leaving, body: articleBody() });
    await server.db.deleteFrom('users').where('id', '=', body.author._id).execute();
    const { body: read } = await server.call(`GET /api/articles/all/${body._id}`, { token });
    expect(read).toEqual({ ...body, author: null });
  });

  it('like the rest for editors, is not for visitors', async () => {
    const { body } = await create({ state: 'draft' });
    for (const call of [
      'GET /api/articles/all',
      `GET /api/articles/all/${body._id}`,
      'POST /api/articles/preview',
      `GET /api/articles/versions/${body._id}`,
      `GET /api/articles/versions/${body._id}/${newId()}`,
      `POST /api/articles/versions/${body._id}/${newId()}/restore`,
    ]) {
      expect((await server.call(call)).status).toBe(401);
      expect((await server.call(call, { token: 'dead' })).status).toBe(401);
    }
    for (const id of [newId(), '42']) {
      expect((await server.call(`GET /api/articles/all/${id}`, { token })).status).toBe(404);
    }
  });
});

describe('POST /api/articles/preview', () => {
  it('answers what the public page will show, sanitised', async () => {
    const text = '# Fees\n\nA **flat** fee. <script>alert(1)</script> [x](javascript:alert(1))';
    const { status, body } = await server.call('POST /api/articles/preview', { token, body: { text } });
    expect(status).toBe(200);
    expect(body.minutes).toBe(1);
    expect(body.html).toContain('<h2>Fees</h2>');
    expect(body.html).not.toContain('<script>');
    const { body: article } = await create({ text });
    expect((await server.call(`GET /articles/${article.slug}`)).body).toContain(body.html);
  });

  it('accepts an empty text, and rejects one that is too long', async () => {
    const preview = (body: object) => server.call('POST /api/articles/preview', { token, body });
    expect((await preview({})).body).toEqual({ html: '', minutes: 1 });
    expect((await preview({ text: 'a'.repeat(200_001) })).status).toBe(400);
  });
});
