import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { engine } from '../../../../test/database.ts';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { type TcpProxy, tcpProxy } from '../../../../test/tcp-proxy.ts';
import { currentPolicy, policyDate } from '../../../shared/privacy/policy-versions.ts';
import { policyRows } from '../../tables/data-map.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({
    BASE_URL: 'https://flat.example/',
    BROKERAGE_NAME: 'Flat & <Co>',
    BROKERAGE_LEGAL_NAME: 'Flat </script> Realty, Inc.',
    BROKERAGE_LICENSE: '02000000',
    OFFICE_ADDRESS: '1 Main Street, Fresno, CA 93701',
    OFFICE_EMAIL: 'hello@flat.example',
    SOCIAL_LINKEDIN: 'https://www.linkedin.com/company/flat',
    SOCIAL_FACEBOOK: 'https://www.facebook.com/',
  });
});
afterAll(() => server.stop());

const get = (path: string) => server.call(`GET ${path}`);

const indexed = ['/', '/articles', '/contact', '/privacy-and-gdpr-policy', '/accessibility', '/policies'];
const unlisted = ['/login', '/reset-password', '/setup'];

const structuredData = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) =>
    JSON.parse(json),
  );

describe('public pages', () => {
  it.each([...indexed, ...unlisted])(
    '%s is a whole page with one h1, a title and a description',
    async (path) => {
      const { status, headers, body } = await get(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(body).toMatch(/^<!doctype html><html lang="en"/);
      expect(body.match(/<h1[ >]/g)).toHaveLength(1);
      expect(body).toMatch(/<title>[^<]*Flat &amp; &lt;Co&gt;[^<]*<\/title>/);
      expect(body).toMatch(/<meta name="description" content="[^"]{20,}"\/>/);
      expect(body).toContain('<meta name="twitter:card" content="summary_large_image"/>');
      expect(body).toContain('<meta property="og:image" content="https://flat.example/og.png"/>');
      expect(body.match(/ style="/g)).toBeNull();
    },
  );

  it('have titles of their own', async () => {
    const titles = await Promise.all(
      [...indexed, ...unlisted, '/nowhere'].map(
        async (path) => /<title>(.*?)<\/title>/.exec((await get(path)).body)?.[1],
      ),
    );
    expect(new Set(titles).size).toBe(titles.length);
  });

  it.each(indexed)('%s names its one address, whatever the query', async (path) => {
    const { body } = await get(`${path}?utm_source=mail`);
    expect(body).toContain(`<link rel="canonical" href="https://flat.example${path}"/>`);
    expect(body).toContain(`<meta property="og:url" content="https://flat.example${path}"/>`);
    expect(body).not.toContain('noindex');
  });

  it.each([...unlisted, '/nowhere'])('%s stays out of search indexes', async (path) => {
    const { body } = await get(path);
    expect(body).toContain('<meta name="robots" content="noindex"/>');
    expect(body).not.toContain('rel="canonical"');
  });

  it('say on the landing page who the brokerage is, with its license and address', async () => {
    const [business, site] = structuredData((await get('/')).body);
    expect(business).toMatchObject({
      '@type': 'RealEstateAgent',
      name: 'Flat & <Co>',
      legalName: 'Flat </script> Realty, Inc.',
      url: 'https://flat.example/',
      address: '1 Main Street, Fresno, CA 93701',
      email: 'hello@flat.example',
      identifier: { value: '02000000' },
      sameAs: ['https://www.linkedin.com/company/flat'],
    });
    expect(site).toMatchObject({ '@type': 'WebSite', name: 'Flat & <Co>', url: 'https://flat.example/' });
  });

  it('let browsers prefetch by rules that leave out what is not for visitors', async () => {
    const header = (await get('/')).headers.get('speculation-rules') ?? '';
    const { status, headers, body } = await get(JSON.parse(header));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/speculationrules+json');
    const [rule] = JSON.parse(body).prefetch;
    expect(rule.eagerness).toBe('moderate');
    expect(rule.where.and[1].not.href_matches).toEqual(
      expect.arrayContaining(['/api/*', '/dashboard/*', '/login']),
    );
  });

  it('state the facts of the privacy policy', async () => {
    const { body } = await get('/privacy-and-gdpr-policy');
    for (const fact of [
      'Last updated 04-02-2020',
      'less than 2 years',
      'erased 22 months after it was sent',
      '18 or older',
      'within 30 days',
      'twice in any 12 months',
      'GDPR',
      'CCPA',
      'no cookies',
      'local storage',
      '1 Main Street, Fresno, CA 93701',
      'mailto:hello@flat.example',
    ]) {
      expect(body).toContain(fact);
    }
  });
});

describe('the privacy policy', () => {
  it('lists all that the data map declares, and leads to its earlier version', async () => {
    const { body } = await get('/privacy-and-gdpr-policy');
    const text = body.replaceAll('<!-- -->', '').replaceAll('&amp;', '&');
    for (const { title, what, why, kept } of policyRows())
      for (const part of [title, why, `Kept: ${kept}.`, what.slice(1).join(', ')])
        expect(text).toContain(part);
    expect(text).toContain(`This version, with the list of what we collect: ${policyDate(currentPolicy)}`);
    expect(text).toContain('href="/privacy-and-gdpr-policy/2020-04-02"');
    expect(text).toContain('href="/privacy-and-gdpr-policy/2026-11-22"');
  });

  it('shows an earlier version, which no search engine lists', async () => {
    const { status, body } = await get('/privacy-and-gdpr-policy/2020-04-02');
    expect(status).toBe(200);
    expect(body).toContain('This is an earlier version');
    expect(body).toContain('Last updated 04-02-2020');
    expect(body).not.toContain('This version');
    expect(body).toContain('noindex');
    expect((await get('/privacy-and-gdpr-policy/2020-04-03')).status).toBe(404);
  });

  it('says since its newest version what a broker must keep longer', async () => {
    const { body } = await get('/privacy-and-gdpr-policy');
    expect(body).toContain('and longer only what the law makes a broker keep');
    expect(body).toContain('<h3>Agreements</h3>');
    const earlier = await get('/privacy-and-gdpr-policy/2026-11-23');
    expect(earlier.body).toContain('twice in any 12 months');
    expect(earlier.body).toContain('<h3>Security log</h3>');
    for (const title of ['Agreements', 'Applications to join', 'Closings of agents'])
      expect(earlier.body).not.toContain(`<h3>${title}</h3>`);
    expect(earlier.body).not.toContain('makes a broker keep');
  });

  it('keeps in an earlier version what a California resident was promised there', async () => {
    for (const day of ['2020-04-02', '2026-11-22']) {
      const { body } = await get(`/privacy-and-gdpr-policy/${day}`);
      expect(body).toContain('such a request once a year.');
      expect(body).not.toContain('twice in any 12 months');
    }
  });
});

describe('addresses that are not there', () => {
  it.each(['/nowhere', '/%', '/%00', '/..%2f..%2fetc%2fpasswd', '/index.php', `/${'a'.repeat(3000)}`])(
    'answer 404 with a page: %s',
    async (path) => {
      const { status, headers, body } = await get(path);
      expect(status).toBe(404);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(body).toContain('<h1>Page Not Found</h1>');
    },
  );

  it('answer 404 to other methods too', async () => {
    expect((await server.call('POST /articles', { body: {} })).status).toBe(404);
    expect((await server.call('DELETE /nowhere')).status).toBe(404);
  });

  it('are never answered with 304', async () => {
    const { headers } = await get('/nowhere');
    const again = await server.call('GET /nowhere', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(404);
  });

  it('answer JSON below /api', async () => {
    const { status, body } = await get('/api/nowhere');
    expect(status).toBe(404);
    expect(body).toEqual({ errors: [{ msg: 'Not found' }], msg: 'Not found' });
  });
});

if (engine === 'postgres') describe('while the database is away', () => whileAway());

function whileAway(): void {
  let steady: TestServer;
  let server: TestServer;
  let proxy: TcpProxy;
  let token: string;

  beforeAll(async () => {
    steady = await testServer();
    token = await makeToken(steady.db);
    const url = new URL(steady.config.databaseUrl ?? '');
    proxy = await tcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
    url.host = `127.0.0.1:${proxy.port}`;
    server = await secondServer(steady, { databaseUrl: url.href }, {});
    await steady.call('POST /api/articles', { token, body: articleBody({ title: 'Read before' }) });
    await steady.call('POST /api/articles', { token, body: articleBody({ title: 'Never read' }) });
    for (const path of ['/', '/articles', '/articles/read-before']) await server.call(`GET ${path}`);
    await proxy.cut();
  });
  afterAll(async () => {
    await server.stop();
    await proxy.close();
    await steady.stop();
  });

  it.each(['/', '/articles', '/articles/read-before', '/privacy-and-gdpr-policy'])(
    'serves %s on',
    async (path) => {
      expect((await server.call(`GET ${path}`)).status).toBe(200);
    },
  );

  it('answers 503 with a page when none is cached', async () => {
    const { status, headers, body } = await server.call('GET /articles/never-read');
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(body).toContain('<h1>Back in a moment</h1>');
  });

  it('answers the API in its own way', async () => {
    const { status, headers, body } = await server.call('GET /api/articles/slug/never-read');
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
    expect(body.errors).toHaveLength(1);
  });

  it('serves everything again when it is back', async () => {
    await proxy.restore();
    expect((await server.call('GET /articles/never-read')).status).toBe(200);
  });
}

describe('a change of the content', () => {
  it('has only the pages made anew that show what has changed', async () => {
    const token = await makeToken(server.db, { admin: true });
    const save = (key: string, body: unknown) => server.made(key, { token, body });
    const article = await save('POST /api/articles', articleBody({ title: 'An edited article' }));
    const other = await save('POST /api/articles', articleBody({ title: 'Another article' }));
    const testimonial = await save('POST /api/testimonials', { name: 'Dana', testimonial: 'Quick.' });
    const address = `/articles/${article.slug}`;
    const ofTestimonial = `/testimonials/${testimonial._id}`;
    const paths = ['/', '/login', '/articles', address, `/articles/${other.slug}`, ofTestimonial];
    const made = vi.spyOn(server.parts.renderer, 'page');
    const madeAnew = async () => {
      made.mockClear();
      for (const path of paths) expect((await get(path)).status).toBe(200);
      return made.mock.calls.map(([, path]) => path);
    };
    try {
      await madeAnew();
      await save(`PATCH /api/articles/${article._id}`, { text: 'Another text' });
      expect(await madeAnew()).toEqual([address]);
      expect((await get(address)).body).toContain('Another text');
      await save(`PATCH /api/articles/${article._id}`, { title: 'Another title' });
      expect(await madeAnew()).toEqual(['/articles', address]);
      await save(`PATCH /api/testimonials/${testimonial._id}`, { name: 'Dana Diaz' });
      expect(await madeAnew()).toEqual(['/', ofTestimonial]);
      expect(await madeAnew()).toEqual([]);
    } finally {
      made.mockRestore();
    }
  });

  it('leaves the lists of the API that it does not concern as they are', async () => {
    const token = await makeToken(server.db, { admin: true });
    const lists = ['/api/articles', '/api/testimonials', '/api/testimonials?order=carousel'];
    const cached = async () => {
      for (const path of lists) await get(path);
      // The raw text: a second later the rest is replaced by the best compression.
      return ['/api/articles', '/api/testimonials newest', '/api/testimonials carousel'].map(
        (key) => server.parts.pages.fresh(key)?.raw,
      );
    };
    const before = await cached();
    expect(before).not.toContain(undefined);
    await server.call('POST /api/testimonials', { token, body: { name: 'Eve', testimonial: 'Fair.' } });
    const between = await cached();
    expect(between.map((body, index) => body === before[index])).toEqual([true, false, false]);
    await server.call('POST /api/articles', { token, body: articleBody() });
    expect((await cached()).map((body, index) => body === between[index])).toEqual([false, true, true]);
  });
});
