import { Agent, get, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { patience } from '../../../../test/patience.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { buildApp } from '../../app.ts';
import { closeGently, Departure } from '../http/close-gently.ts';

let server: TestServer;
const addresses: Record<string, string> = {
  'landing page': '/',
  'list of articles': '/articles',
  'page without a count of its readers': '/login',
};

beforeAll(async () => {
  server = await testServer({ METRICS_PORT: '0' });
  const token = await makeToken(server.db, { admin: true });
  const article = await server.call('POST /api/articles', { token, body: articleBody() });
  addresses.article = `/articles/${article.body.slug}`;
  const testimonial = await server.call('POST /api/testimonials', {
    token,
    body: { name: 'Ann', testimonial: 'I keep what I earn.' },
  });
  addresses.testimonial = `/testimonials/${testimonial.body._id}`;
});
afterAll(() => server.stop());

interface Received {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Whether it was sent before it was routed. */
  early: boolean;
}

async function received(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Received> {
  const look = vi.spyOn(server.parts.pages, 'atAddress');
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(server.url + path, { headers, method, agent: false }, resolve).on('error', reject),
  );
  const body = Buffer.concat(await response.toArray());
  const early = look.mock.results.some(({ value }) => value !== undefined);
  look.mockRestore();
  return { status: response.statusCode, headers: response.headers, body, early };
}

/** A query that no page has: it is routed, and sends the same page. */
const routed = (path: string, headers?: Record<string, string>) => received(`${path}?of=test`, headers);

/** Drops the headers that differ in each response, and the length, which shrinks once the best compression is made. */
function comparable({
  status,
  headers: { date, 'x-request-id': id, 'content-length': length, ...headers },
}: Received) {
  expect([date, id]).toEqual([expect.any(String), expect.stringMatching(/^[\w.:-]{1,64}$/)]);
  return { status, headers, hasLength: length !== undefined };
}

const decoded = ({ headers, body }: Received) =>
  headers['content-encoding'] === 'br'
    ? brotliDecompressSync(body)
    : headers['content-encoding'] === 'gzip'
      ? gunzipSync(body)
      : body;

describe.each([
  'landing page',
  'list of articles',
  'page without a count of its readers',
  'article',
  'testimonial',
])('a %s', (name) => {
  const path = () => addresses[name] ?? '';

  it.each(['br', 'gzip', 'br;q=0, gzip', 'zstd', ''])(
    'is the same as when it is routed, in %j',
    async (coding) => {
      await received(path());
      const headers = { 'accept-encoding': coding };
      const [early, late] = [await received(path(), headers), await routed(path(), headers)];
      expect([early.early, late.early]).toEqual([true, false]);
      expect(comparable(early)).toEqual(comparable(late));
      expect(decoded(early).equals(decoded(late))).toBe(true);
      expect(Number(early.headers['content-length'])).toBe(early.body.length);
    },
  );

  it.each(['', 'W/'])('is not sent again to one who has it: %j', async (weak) => {
    const { headers } = await received(path());
    const known = { 'if-none-match': `"other", ${weak}${headers.etag}` };
    const [early, late] = [await received(path(), known), await routed(path(), known)];
    expect([early.early, early.status, early.body.length]).toEqual([true, 304, 0]);
    expect(comparable(early)).toEqual(comparable(late));
  });
});

describe('what is routed', () => {
  it.each(['HEAD', 'POST', 'OPTIONS'])('%s of a cached page', async (method) => {
    await received('/articles');
    expect((await received('/articles', {}, method)).early).toBe(false);
  });

  it('the page of an unknown address, also at the key of its cache', async () => {
    for (const path of ['/no-such-page', '/404', '/404']) {
      const { status, early } = await received(path);
      expect({ status, early }).toEqual({ status: 404, early: false });
    }
  });

  it('the first response after a change', async () => {
    const token = await makeToken(server.db, { admin: true });
    await received('/articles');
    const { body } = await server.call('POST /api/articles', {
      token,
      body: articleBody({ title: 'Brand new' }),
    });
    const [first, second] = [await received('/articles'), await received('/articles')];
    expect([first.early, second.early]).toEqual([false, true]);
    for (const each of [first, second]) expect(each.body.toString()).toContain('Brand new');
    const path = `/articles/${body.slug}`;
    expect([(await received(path)).status, (await received(path)).early]).toEqual([200, true]);
    await server.call(`DELETE /api/articles/${body._id}`, { token });
    expect((await received(path)).status).toBe(404);
  });

  it('all, where the log has a line for each page', async () => {
    const lines: string[] = [];
    const verbose = await testServer(
      { LOG_LEVEL: 'debug' },
      { logStream: { write: (line) => lines.push(line) } },
    );
    try {
      for (let time = 0; time < 3; time++)
        await fetch(`${verbose.url}/login`).then((answer) => answer.text());
      await vi.waitFor(
        () => expect(lines.filter((line) => line.includes('"/login"'))).toHaveLength(3),
        patience,
      );
    } finally {
      await verbose.stop();
    }
  });
});

it('a server that is leaving closes the connection of a cached page', async () => {
  const { parts, stop } = await testServer();
  const app = buildApp(parts);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const look = vi.spyOn(parts.pages, 'atAddress');
  const login = () => new Promise<IncomingMessage>((resolve) => get(`${url}/login`, { agent }, resolve));
  await (await login()).toArray();
  const closed = closeGently(app, new Departure(1500));
  const response = await login();
  await response.toArray();
  expect([response.statusCode, response.headers.connection]).toEqual([200, 'close']);
  expect(look.mock.results.at(-1)?.value).toBeDefined();
  await closed;
  agent.destroy();
  await stop();
});

it('a request id is the proxy’s', async () => {
  await received('/login');
  const { headers, early } = await received('/login', { 'x-request-id': 'from-proxy' });
  expect([headers['x-request-id'], early]).toEqual(['from-proxy', true]);
});

it('readers are counted either way, and responses measured by their route', async () => {
  const count = vi.spyOn(server.parts.visits, 'count');
  const path = addresses.article ?? '';
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  const readers = [await routed(path, browser), await received(path, browser)];
  expect(readers.map(({ early }) => early)).toEqual([false, true]);
  await received(path, { ...browser, 'sec-purpose': 'prefetch' });
  await received('/login', browser);
  await received('/login', browser);
  expect(count.mock.calls.map(([, event, counted]) => [event, counted])).toEqual([
    ['read', path],
    ['read', path],
  ]);
  count.mockRestore();
  const before = await observed();
  expect((await received(path)).early).toBe(true);
  expect(await observed()).toBe(before + 1);
});

async function observed(): Promise<number> {
  const samples = await server.parts.metrics.read('http_server_request_duration_seconds');
  const ofRoute = samples.find(
    ({ suffix, labels }) =>
      suffix === '_count' &&
      labels?.http_route === '/articles/:slug' &&
      labels.http_response_status_code === '200',
  );
  return ofRoute?.value ?? 0;
}
