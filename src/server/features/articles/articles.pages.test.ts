import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { hostileMarkdown } from '../../../../test/hostile-markdown.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flat.example' });
  token = await makeToken(server.db);
});
afterAll(() => server.stop());

const create = async (given: object = {}) =>
  (await server.call('POST /api/articles', { token, body: articleBody(given) })).body;
const patch = (id: string, body: object) => server.call(`PATCH /api/articles/${id}`, { token, body });
const remove = (id: string) => server.call(`DELETE /api/articles/${id}`, { token });
const get = (path: string, headers: Record<string, string> = {}) => server.call(`GET ${path}`, { headers });

const titlesIn = (html: string) => [...html.matchAll(/<h2[^>]*><a[^>]*>([^<]*)</g)].map(([, title]) => title);

function structuredData(html: string, type: string) {
  const all = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  return all.map(([, json = '']) => JSON.parse(json)).find((data) => data['@type'] === type);
}

async function withArticles(titles: string[], check: () => Promise<void>): Promise<void> {
  const made = [];
  for (const title of titles) made.push(await create({ title }));
  try {
    await check();
  } finally {
    for (const { _id } of made) await remove(_id);
  }
}

describe('GET /articles', () => {
  it('says so when there is nothing to read yet', async () => {
    const { status, body } = await get('/articles');
    expect(status).toBe(200);
    expect(body).toContain('No articles yet.');
    expect((await get('/articles?page=2')).status).toBe(404);
  });

  it('shows title, date, snippet and a link that says what it leads to', async () => {
    const article = await create({ title: 'Fees & <sides>', snippet: 'Short & <sweet>.' });
    const { body } = await get('/articles');
    expect(titlesIn(body)).toEqual(['Fees &amp; &lt;sides&gt;']);
    expect(body).toContain('Short &amp; &lt;sweet&gt;.');
    expect(body).toMatch(/<time[^>]* dateTime="[^"]+">\d{4}\/\d\d\/\d\d<\/time>/i);
    expect(body).toMatch(
      /<a [^>]*href="\/articles\/fees-sides">Read More<span class="sr-only"> about Fees &amp; &lt;sides&gt;<\/span><\/a>/,
    );
    expect(body).not.toContain(article.text);
    await remove(article._id);
  });

  it('shows 12 to a page, newest first, with links to its neighbors', async () => {
    const titles = Array.from({ length: 25 }, (_, index) => `Article ${index + 1}`);
    await withArticles(titles, async () => {
      const [first, second, third] = [
        (await get('/articles')).body,
        (await get('/articles?page=2')).body,
        (await get('/articles?page=3')).body,
      ];
      expect([first, second, third].flatMap(titlesIn)).toEqual(titles.toReversed());
      expect(titlesIn(first)).toHaveLength(12);
      expect(first).toContain('<link rel="canonical" href="https://flat.example/articles"/>');
      expect(first).toContain('<link rel="next" href="https://flat.example/articles?page=2"/>');
      expect(first).not.toContain('rel="prev"');
      expect(second).toContain('<link rel="canonical" href="https://flat.example/articles?page=2"/>');
      expect(second).toContain('<link rel="prev" href="https://flat.example/articles"/>');
      expect(second).toContain('<link rel="next" href="https://flat.example/articles?page=3"/>');
      expect(second).toMatch(/<title>Articles, page 2 · /);
      expect(second).toContain('aria-current="page"');
      expect(third).not.toContain('rel="next"');
      expect((await get('/articles?page=4')).status).toBe(404);
    });
  });

  it.each(['0', '-1', '1.5', '1e1', '01', 'two', '', '%00', '99999', '100000', '9'.repeat(400), '1&page=2'])(
    'answers 404 to page %j',
    async (page) => {
      const { status, body } = await get(`/articles?page=${page}`);
      expect(status).toBe(404);
      expect(body).toContain('Page Not Found');
    },
  );

  it('does not mind what else a query holds', async () => {
    const plain = await get('/articles');
    for (const query of [
      '?utm_source=mail',
      '?page=1',
      '?page=1&utm_source=x',
      '?%',
      '?page[]=2',
      '?a'.repeat(500),
    ]) {
      const { status, headers, body } = await get(`/articles${query}`);
      expect(status).toBe(200);
      expect(headers.get('etag')).toBe(plain.headers.get('etag'));
      expect(body).toBe(plain.body);
    }
  });

  it('shows a new article, its change and its deletion at once', async () => {
    const { _id } = await create({ title: 'New' });
    expect(titlesIn((await get('/articles')).body)).toContain('New');
    await patch(_id, { title: 'Newer' });
    expect(titlesIn((await get('/articles')).body)).toContain('Newer');
    await remove(_id);
    expect(titlesIn((await get('/articles')).body)).not.toContain('Newer');
  });
});

describe('GET /articles/:slug', () => {
  it('shows the whole article', async () => {
    const text = `# The rule\n\nA **flat** fee.\n\n${'word '.repeat(600)}`;
    const article = await create({ title: 'To read', text, url: 'https://www.dre.ca.gov/a?b=1&c=2' });
    const { status, headers, body } = await get('/articles/to-read');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(body).toContain('>To read</h1>');
    expect(body).toContain('<h2>The rule</h2>\n<p>A <strong>flat</strong> fee.</p>');
    expect(body).toContain('3 min read');
    expect(body).toContain(`dateTime="${article.date}"`);
    expect(body).toContain(
      '<a href="https://www.dre.ca.gov/a?b=1&amp;c=2" rel="noopener nofollow ugc">Source</a>',
    );
    expect(body).toMatch(/<a [^>]*href="\/articles">Go Back<\/a>/);
    expect(body).not.toContain('style=');
  });

  it('describes itself to search engines', async () => {
    const article = await create({ title: 'For "engines" & <co>', snippet: 'Plain words.' });
    await patch(article._id, { text: 'Changed.' });
    const { body } = await get(`/articles/${article.slug}`);
    expect(body).toMatch(
      /<title>For &quot;engines&quot; &amp; &lt;co&gt; · |<title>For "engines" &amp; &lt;co&gt; · /,
    );
    expect(body).toContain('<meta name="description" content="Plain words."/>');
    expect(body).toContain('<meta property="og:type" content="article"/>');
    const address = `https://flat.example/articles/${article.slug}`;
    expect(body).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(structuredData(body, 'Article')).toMatchObject({
      headline: 'For "engines" & <co>',
      datePublished: article.date,
      mainEntityOfPage: address,
      publisher: { '@type': 'RealEstateAgent' },
    });
    expect(structuredData(body, 'Article').dateModified > article.date).toBe(true);
    const { itemListElement } = structuredData(body, 'BreadcrumbList');
    expect(itemListElement.map(({ name }: { name: string }) => name)).toEqual([
      'Home',
      'Articles',
      'For "engines" & <co>',
    ]);
  });

  it('lets no text of an article end the structured data', async () => {
    const title = '</script><script>alert(1)</script><!--<script>';
    const { slug } = await create({ title, snippet: title });
    const { body } = await get(`/articles/${slug}`);
    expect(structuredData(body, 'Article').headline).toBe(title);
    expect(body).not.toContain('<script>alert(1)');
  });

  it('shows hostile texts without harm', async () => {
    const { slug } = await create({ title: 'Hostile', text: hostileMarkdown.join('\n\n') });
    const { status, body } = await get(`/articles/${slug}`);
    expect(status).toBe(200);
    const tags: string[] = body.match(/<[^>]*>/g) ?? [];
    expect(tags.filter((tag) => /\son\w+\s*=|javascript:/i.test(tag.replace(/"[^"]*"/g, '""')))).toEqual([]);
    expect(tags.filter((tag) => /="(javascript|vbscript|data):/i.test(tag))).toEqual([]);
  });

  it('shows a change at once', async () => {
    const { _id } = await create({ title: 'Changing' });
    await get('/articles/changing');
    await patch(_id, { text: 'Quite different.' });
    expect((await get('/articles/changing')).body).toContain('<p>Quite different.</p>');
  });

  it('redirects from every former address to the present one, for good but not forever', async () => {
    const { _id } = await create({ title: 'Old address' });
    await get('/articles/old-address');
    await patch(_id, { slug: 'middle-address' });
    await patch(_id, { slug: 'new-address' });
    for (const slug of ['old-address', 'middle-address']) {
      const { status, headers } = await get(`/articles/${slug}?utm_source=mail`);
      expect(status).toBe(301);
      expect(headers.get('location')).toBe('/articles/new-address');
      expect(headers.get('cache-control')).toBe('no-cache');
    }
    expect((await get('/articles/new-address')).status).toBe(200);
  });

  it.each([
    'nowhere',
    'Old-Address',
    '%00',
    'a--b',
    '%F0%9F%8F%A0',
    '..%2f..%2fetc%2fpasswd',
    'a'.repeat(200),
  ])('answers 404 with a page to %j', async (slug) => {
    const { status, headers, body } = await get(`/articles/${slug}`);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(body).toContain('<h1>Page Not Found</h1>');
    expect(body).toContain('<meta name="robots" content="noindex"/>');
  });

  it('answers 304 to a client with the current page, and HEAD with the headers alone', async () => {
    await create({ title: 'Read before' });
    const { headers } = await get('/articles/read-before');
    const again = await get('/articles/read-before', { 'if-none-match': headers.get('etag') ?? '' });
    expect(again).toMatchObject({ status: 304, body: '' });
    expect(await server.call('HEAD /articles/read-before')).toMatchObject({ status: 200, body: '' });
    expect(await server.call('HEAD /articles/nowhere')).toMatchObject({ status: 404, body: '' });
  });

  it.each(['br', 'gzip'])('is compressed with %s', async (coding) => {
    await create({ title: `Compressed ${coding}` });
    const { headers, body } = await get(`/articles/compressed-${coding}`, { 'accept-encoding': coding });
    expect(headers.get('content-encoding')).toBe(coding);
    expect(headers.get('vary')).toBe('accept-encoding');
    expect(body).toContain(`Compressed ${coding}</h1>`);
  });
});
