import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { day, hour } from '../../../shared/time.ts';
import { newId } from '../../platform/db/ids.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flat.example', BROKERAGE_NAME: 'Flat & Co' });
  token = await makeToken(server.db);
});
afterAll(() => server.stop());

const get = (path: string) => server.call(`GET ${path}`);
const create = async (given: object = {}) =>
  (await server.call('POST /api/articles', { token, body: articleBody(given) })).body;
const patch = (id: string, body: object) => server.call(`PATCH /api/articles/${id}`, { token, body });
const remove = (id: string) => server.call(`DELETE /api/articles/${id}`, { token });

const allIn = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}[^>]*>(.*?)</${element}>`, 'gs'))].map(([, text = '']) => text);

async function insertArticles(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.now() - (index + 1) * hour).toISOString();
    const times = { published_at: date, created_at: date, updated_at: date };
    return { ...articleBody(), ...times, id: newId(), slug: `many-${index}`, version: 1 };
  });
  await server.db.insertInto('articles').values(rows).execute();
  await server.db
    .insertInto('article_slugs')
    .values(rows.map(({ slug, id }) => ({ slug, article_id: id })))
    .execute();
}

describe('GET /sitemap.xml', () => {
  it('lists every public page, and articles with their last change', async () => {
    const article = await create({ title: 'Mapped' });
    await patch(article._id, { text: 'Changed.' });
    const row = await server.db
      .selectFrom('articles')
      .select('updated_at')
      .where('id', '=', article._id)
      .executeTakeFirstOrThrow();
    const { status, headers, body } = await get('/sitemap.xml');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset /);
    expect(allIn(body, 'loc')).toEqual([
      'https://flat.example/',
      'https://flat.example/testimonials',
      'https://flat.example/contact',
      'https://flat.example/privacy-and-gdpr-policy',
      'https://flat.example/accessibility',
      'https://flat.example/policies',
      'https://flat.example/articles',
      'https://flat.example/articles/mapped',
    ]);
    expect(allIn(body, 'lastmod')).toEqual([row.updated_at, row.updated_at]);
    await remove(article._id);
  });

  it('lists pages that are there, each naming itself as the one address', async () => {
    const article = await create({ title: 'Reached from the map' });
    for (const address of allIn((await get('/sitemap.xml')).body, 'loc')) {
      const { status, body } = await get(address.replace('https://flat.example', ''));
      expect(status).toBe(200);
      expect(body).toContain(`<link rel="canonical" href="${address}"/>`);
    }
    await remove(article._id);
  });

  it('shows a new article, a new slug and a deletion at once', async () => {
    const { _id } = await create({ title: 'Passing' });
    expect((await get('/sitemap.xml')).body).toContain('/articles/passing<');
    await patch(_id, { slug: 'passed' });
    expect((await get('/sitemap.xml')).body).not.toContain('/articles/passing<');
    expect((await get('/sitemap.xml')).body).toContain('/articles/passed<');
    await remove(_id);
    expect((await get('/sitemap.xml')).body).not.toContain('/articles/passed<');
  });
});

describe('GET /rss.xml', () => {
  it('offers the articles with dates that feed readers understand', async () => {
    const article = await create({ title: 'Fees & <sides>', snippet: '"Quoted" & \u0001 \u0008 ]]> \'it\'' });
    const { status, headers, body } = await get('/rss.xml');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect(allIn(body, 'title')).toEqual(['Flat &amp; Co articles', 'Fees &amp; &lt;sides&gt;']);
    expect(allIn(body, 'link')).toEqual([
      'https://flat.example/articles',
      'https://flat.example/articles/fees-sides',
    ]);
    expect(allIn(body, 'description')[1]).toBe('&quot;Quoted&quot; &amp;   ]]&gt; &#39;it&#39;');
    expect(allIn(body, 'guid')).toEqual([`urn:uuid:${article._id}`]);
    const [date = ''] = allIn(body, 'pubDate');
    expect(date).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
    expect(Math.abs(Date.parse(date) - Date.parse(article.date))).toBeLessThan(1000);
    await remove(article._id);
  });

  it('identifies an article by its id, so that a new slug does not make it new', async () => {
    const { _id } = await create({ title: 'Before' });
    const before = allIn((await get('/rss.xml')).body, 'guid');
    await patch(_id, { slug: 'after' });
    const { body } = await get('/rss.xml');
    expect(allIn(body, 'guid')).toEqual(before);
    expect(body).toContain('https://flat.example/articles/after<');
    await remove(_id);
  });

  it('offers the newest 50 and no more; the map lists them all', async () => {
    await insertArticles(120);
    const newest = await create({ title: 'Newest of all' });
    const { body } = await get('/rss.xml');
    expect(allIn(body, 'item')).toHaveLength(50);
    expect(allIn(body, 'link')[1]).toBe(`https://flat.example/articles/${newest.slug}`);
    expect(allIn((await get('/sitemap.xml')).body, 'loc')).toHaveLength(7 + 121);
  });
});

describe('GET /robots.txt', () => {
  it('leaves the API and the office alone, but for the page about the API, and names the map', async () => {
    const { status, headers, body } = await get('/robots.txt');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(body.split('\n')).toEqual([
      'User-agent: *',
      'Allow: /api/docs',
      'Disallow: /api',
      'Disallow: /dashboard',
      '',
      'Sitemap: https://flat.example/sitemap.xml',
      '',
    ]);
  });
});

describe('GET /favicon.ico', () => {
  it('leads to the icon', async () => {
    const { status, headers } = await get('/favicon.ico');
    expect(status).toBe(301);
    expect(headers.get('location')).toBe('/apple-touch-icon.png');
  });
});

describe('GET /site.webmanifest', () => {
  it('has the name of the brokerage', async () => {
    const { status, headers, body } = await get('/site.webmanifest');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/manifest+json');
    expect(JSON.parse(body)).toMatchObject({ name: 'Flat & Co', start_url: '/' });
  });
});

it.each(['/sitemap.xml', '/rss.xml', '/robots.txt'])(
  '%s is compressed and saved from being sent again',
  async (path) => {
    const { headers } = await server.call(`GET ${path}`, { headers: { 'accept-encoding': 'br' } });
    expect(headers.get('content-encoding')).toBe('br');
    const again = await server.call(`GET ${path}`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again).toMatchObject({ status: 304, body: '' });
    expect(await server.call(`HEAD ${path}?x=${'y'.repeat(50)}`)).toMatchObject({ status: 200, body: '' });
  },
);

describe('/.well-known', () => {
  it('says whom to write to about security, for less than a year', async () => {
    const { status, headers, body } = await get('/.well-known/security.txt');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(body).toContain(`Contact: mailto:${server.config.brokerage.email}\n`);
    expect(body).toContain('Canonical: https://flat.example/.well-known/security.txt\n');
    const expires = Date.parse(/^Expires: (\S+)$/m.exec(body)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now() + 30 * day);
    expect(expires).toBeLessThan(Date.now() + 365 * day);
  });

  it('leads password managers to the change of password', async () => {
    const { status, headers } = await get('/.well-known/change-password');
    expect(status).toBe(302);
    expect(headers.get('location')).toBe('/dashboard/change-password');
  });
});
