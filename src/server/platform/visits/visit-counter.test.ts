import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { isRobot } from './is-robot.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({
    BASE_URL: 'https://flat.example',
    RATE_LIMITS: 'on',
    TRUST_PROXY: '127.0.0.1',
  });
  const token = await makeToken(server.db, { admin: true });
  await server.call('POST /api/articles', { token, body: articleBody({ title: 'Read me' }) });
});
afterAll(() => server.stop());
afterEach(async () => {
  vi.useRealTimers();
  await server.parts.visits.flush();
  await server.db.deleteFrom('visit_sums').execute();
  await server.db.deleteFrom('rate_limits').execute();
});

let visitors = 0;
/** An address in a network of its own: each test has visitors who have not been here. */
const newAddress = () => `10.${visitors >> 8}.${visitors++ & 255}.1`;

const get = (path: string, headers: Record<string, string> = {}) =>
  server.call(`GET ${path}`, {
    headers: { 'user-agent': firefox, 'x-forwarded-for': newAddress(), ...headers },
  });
const report = (event: string, headers: Record<string, string> = {}) =>
  server.call(`POST /api/visits/${event}`, {
    headers: {
      'user-agent': firefox,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': newAddress(),
      ...headers,
    },
  });

async function sums(): Promise<string[]> {
  await server.parts.visits.flush();
  const rows = await server.db.selectFrom('visit_sums').selectAll().execute();
  return rows.map(({ event, path, source, hits }) => `${event} ${path} ${source}: ${hits}`).sort();
}

describe('a public page', () => {
  it('is counted for each that is sent, with the campaign or the site before it', async () => {
    await get('/');
    for (let n = 0; n < 3; n++) {
      await get('/?utm_source=News-Letter', { referer: 'https://www.example.org/page' });
      await get('/articles/read-me', { referer: 'https://www.Example.org/page?secret=1' });
    }
    const { headers } = await get('/articles/read-me', { referer: 'https://flat.example/articles' });
    const again = await get('/articles/read-me', { 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    await get('/contact');
    await get('/articles?page=1');
    await get('/privacy-and-gdpr-policy');
    expect(await sums()).toEqual([
      'read / : 1',
      'read / news-letter: 1',
      'read / other: 2',
      'read /articles : 1',
      'read /articles/read-me : 2',
      'read /articles/read-me example.org: 1',
      'read /articles/read-me other: 2',
      'read /contact : 1',
      'read /privacy-and-gdpr-policy : 1',
    ]);
  });

  it.each([
    ['asks by GPC not to be', { 'sec-gpc': '1' }],
    ['asks by DNT not to be', { dnt: '1' }],
    [
      'is a robot',
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
    ['is no browser', { 'user-agent': 'curl/8.5.0' }],
    ['fetches it ahead', { 'sec-purpose': 'prefetch' }],
  ])('is not counted for one that %s', async (_, headers) => {
    await get('/', headers);
    await report('form', 'sec-purpose' in headers ? { 'sec-gpc': '1' } : headers);
    expect(await sums()).toEqual([]);
    const limits = await server.db.selectFrom('rate_limits').select('key').execute();
    expect(limits.filter(({ key }) => key.startsWith('visit:'))).toEqual([]);
  });

  it('is not counted when there is none, and not for signing in', async () => {
    for (const path of ['/nowhere', '/articles/nowhere', '/articles?page=9', '/login', '/setup'])
      await get(path);
    await server.call('HEAD /', { headers: { 'user-agent': firefox } });
    expect(await sums()).toEqual([]);
  });
});

describe('POST /api/visits/:event', () => {
  it('counts a use of the calculator, a form begun and a page that had been fetched ahead', async () => {
    await get('/articles/read-me', { 'sec-purpose': 'prefetch' });
    expect((await report('calculator')).status).toBe(200);
    await report('form');
    await report('read', { referer: 'https://flat.example/articles/read-me?x=1' });
    expect(await sums()).toEqual(['calculator / : 1', 'form /contact : 1', 'read /articles/read-me : 1']);
  });

  it('counts nothing from elsewhere, for no page, or of another kind', async () => {
    expect((await report('sent')).status).toBe(404);
    await report('form', { 'sec-fetch-site': 'cross-site' });
    for (const referer of ['https://elsewhere.example/', 'https://flat.example/made-up', 'nonsense'])
      await report('read', { referer });
    await report('read');
    expect(await sums()).toEqual([]);
  });

  it('has a limit for each address', async () => {
    const statuses = [];
    const address = { 'x-forwarded-for': newAddress() };
    for (let n = 0; n < 62; n++) statuses.push((await report('form', address)).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(60);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('the sums', () => {
  it('are added up over processes, and by the day of Los Angeles', async () => {
    const other = await secondServer(server);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-08T07:59:59Z') });
    for (const { call } of [server, other, server])
      await call('GET /', { headers: { 'user-agent': firefox, 'x-forwarded-for': newAddress() } });
    // Midnight; at 2 the clock goes to 3.
    vi.setSystemTime(Date.parse('2026-03-08T08:00:00Z'));
    await get('/');
    vi.setSystemTime(Date.parse('2026-03-09T06:59:59Z'));
    await get('/');
    vi.setSystemTime(Date.parse('2026-03-09T07:00:00Z'));
    await get('/');
    await Promise.all([server.parts.visits.flush(), other.parts.visits.flush()]);
    await other.stop();
    const rows = await server.db.selectFrom('visit_sums').select(['day', 'hits']).orderBy('day').execute();
    expect(rows).toEqual([
      { day: '2026-03-07', hits: 3 },
      { day: '2026-03-08', hits: 2 },
      { day: '2026-03-09', hits: 1 },
    ]);
  });

  it('stay few, whatever sites are made up', async () => {
    const { visits } = server.parts;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-01T12:00:00Z') });
    for (let n = 0; n < 15_000; n++) {
      // Three networks for each site.
      const headers = { 'user-agent': firefox, referer: `https://site${Math.floor(n / 3)}.example/` };
      visits.count({ headers, url: '/', ip: newAddress() }, 'read', '/');
    }
    expect(visits.size).toBe(101);
  });

  it('hold a place for what several networks send, whatever one of them makes up', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-02T12:00:00Z') });
    for (let n = 0; n < 330; n++) {
      // Hosts of one network, each for a source of its own.
      await get(`/?utm_source=made-up-${n}`, { 'x-forwarded-for': `192.0.2.${n % 256}` });
      await get(`/?utm_source=v6-${n}`, { 'x-forwarded-for': `2001:db8:1:${n.toString(16)}::1` });
    }
    for (let n = 0; n < 4; n++) await get('/?utm_source=campaign');
    const counted = await sums();
    expect(counted.filter((sum) => !sum.startsWith('read / other'))).toEqual(['read / campaign: 2']);
  });

  it('count ten sources apart that the same few networks bring', async () => {
    const { visits } = server.parts;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-10T12:00:00Z') });
    for (let n = 0; n < 30; n++) {
      const headers = { 'user-agent': firefox, referer: `https://few${n}.example/` };
      for (const network of ['10.240.1', '10.240.2', '10.240.3'])
        visits.count({ headers, url: '/', ip: `${network}.${n}` }, 'read', '/');
    }
    expect((await sums()).filter((sum) => sum.includes('few'))).toHaveLength(10);
  });

  it('let no few networks open every sum of a page and a source', async () => {
    const { visits } = server.parts;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-03T12:00:00Z') });
    const headers = { 'user-agent': firefox, referer: 'https://news.example/' };
    const read = (ip: string, page: number) =>
      visits.count({ headers, url: '/', ip }, 'read', `/articles/page-${page}`);
    for (const ip of ['10.250.1.1', '10.250.2.1', '10.250.3.1']) read(ip, 0);
    for (let page = 1; page < 3000; page++) read('10.250.3.1', page);
    read('10.250.4.1', 2999);
    const counted = await sums();
    expect(counted.filter((sum) => sum.includes('news.example')).length).toBeLessThan(100);
    expect(counted).toContain('read /articles/page-2999 news.example: 1');
    await server.db.deleteFrom('visit_sums').execute();
  });

  it('count an address once in half an hour for each page, cached or not', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-04T12:00:00Z') });
    const address = { 'x-forwarded-for': '203.0.113.5' };
    for (const path of ['/', '/contact', '/articles/read-me', '/', '/?price=900000', '/', '/contact'])
      await get(path, address);
    for (const referer of ['https://flat.example/', 'https://flat.example/articles/read-me'])
      await report('read', { ...address, referer });
    for (let n = 0; n < 3; n++) await report('calculator', address);
    expect(await sums()).toEqual([
      'calculator / : 1',
      'read / : 1',
      'read /articles/read-me : 1',
      'read /contact : 1',
    ]);
    await get('/', { 'x-forwarded-for': '203.0.113.6' });
    vi.setSystemTime(Date.parse('2026-05-04T12:29:00Z'));
    await get('/', address);
    expect(await sums()).toContain('read / : 2');
    vi.setSystemTime(Date.parse('2026-05-04T12:31:00Z'));
    await get('/', address);
    await get('/', { 'x-forwarded-for': '2001:db8:2::1' });
    // One customer's addresses.
    await get('/', { 'x-forwarded-for': '2001:db8:2::2' });
    expect(await sums()).toContain('read / : 4');
  });

  it('wait in memory while they cannot be written', async () => {
    await get('/');
    await sql`alter table visit_sums rename to away`.execute(server.db);
    await server.parts.visits.flush();
    await get('/');
    await server.parts.visits.flush();
    expect(server.parts.visits.size).toBe(1);
    await sql`alter table away rename to visit_sums`.execute(server.db);
    expect(await sums()).toEqual(['read / : 2']);
    expect(server.parts.visits.size).toBe(0);
  });
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    false,
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; CUBOT X70) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1',
    false,
  ],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', true],
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)', true],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/142.0.0.0 Safari/537.36', true],
  ['facebookexternalhit/1.1', true],
  ['', true],
  [undefined, true],
  [`Mozilla/5.0 ${'a'.repeat(16_000)}`, true],
])('%s is a robot: %s', (name, verdict) => expect(isRobot(name)).toBe(verdict));
