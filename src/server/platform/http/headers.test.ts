import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawAnswer } from '../../../../test/raw-http.ts';
import { type Answer, type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://www.example.com' });
});
afterAll(() => server.stop());

const kinds = [
  ['a page', 'GET /', 200],
  ['a page that is not there', 'GET /nowhere', 404],
  ['a page whose address is no text', 'GET /%E0%A4%A', 404],
  ['the office', 'GET /dashboard', 200],
  ['a list', 'GET /api/articles', 200],
  ['a refused call', 'POST /api/auth', 400],
  ['a call without a token', 'GET /api/auth', 401],
  ['a call that is not there', 'GET /api/nothing', 404],
  ['a health check', 'GET /livez', 200],
  ['a feed', 'GET /rss.xml', 200],
] as const;

function expectSecurityHeaders({ headers }: Answer): void {
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toContain('unsafe');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(headers.get('x-request-id')).toMatch(/^[\w.:-]+$/);
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin']) {
    expect(headers.get(name), name).toBeNull();
  }
}

describe.each(kinds)('%s', (_kind, key, status) => {
  it('carries the security headers', async () => {
    const answer = await server.call(key);
    expect(answer.status).toBe(status);
    expectSecurityHeaders(answer);
    if (key.includes(' /api/')) expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

/** Sent raw: an HTTP client would normalize them. */
describe.each([
  ['/%61pi/auth', 401],
  ['/ap%69/profile/me', 401],
  ['http://x/api/auth', 401],
  ['HTTP://x/%61pi/auth', 401],
  ['/%61pi/articles', 200],
  ['/%61pi/nothing', 404],
  ['/%61%70%69', 404],
  ['/api%2Fnothing', 404],
  ['/%61pi/%E0%A4%A', 404],
  ['http://x/api', 404],
  ['http://x/api/nothing?a', 404],
])('%s', (address, status) => {
  it.each(['GET', 'HEAD'])('is of the API, too: JSON that no cache keeps (%s)', async (method) => {
    const answer = await rawAnswer(
      server.url,
      `${method} ${address} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('\r\ncache-control: no-store\r\n');
    expect(answer).toMatch(/\r\ncontent-type: application\/json[;\r]/);
  });
});

it('covers subdomains with HSTS when the setting says so', async () => {
  const settings = { BASE_URL: 'https://www.example.com', HSTS_SUBDOMAINS: 'on' };
  const whole = await testServer(settings);
  try {
    const { headers } = await whole.call('GET /livez');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  } finally {
    await whole.stop();
  }
});

it('sends no-store with a 304, too', async () => {
  const etag = (await server.call('GET /api/articles')).headers.get('etag') ?? '';
  const answer = await server.call('GET /%61pi/articles', { headers: { 'if-none-match': etag } });
  expect(answer.status).toBe(304);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

describe.each(kinds.filter(([, key]) => key.startsWith('GET')))('%s', (_kind, key, status) => {
  it('answers HEAD with the same headers and no body', async () => {
    const get = await server.call(key);
    const head = await server.call(key.replace('GET', 'HEAD'));
    expect(head.status).toBe(status);
    expect(head.body).toBe('');
    for (const name of ['content-type', 'etag', 'cache-control', 'content-security-policy']) {
      expect(head.headers.get(name), name).toBe(get.headers.get(name));
    }
    expectSecurityHeaders(head);
  });
});

describe.each(['GET /', 'GET /api/articles', 'GET /api/testimonials'])('%s', (key) => {
  const request = (tag: string) => server.call(key, { headers: { 'if-none-match': tag } });

  it('is 304 without a body for who has it already', async () => {
    const etag = (await server.call(key)).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await request(known);
      expect(answer).toMatchObject({ status: 304, body: '' });
      expectSecurityHeaders(answer);
    }
    expect((await request('"other"')).status).toBe(200);
  });
});

it.each([
  ['br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
  ['BR;Q=0, GZIP', 'gzip'],
  ['xbr, x-gzip', null],
  ['gzip;Q=0.0', null],
  ['identity', null],
  ['br;q=0.0, gzip;q=0', null],
])('sends a page to who accepts %s as %s', async (accepted, sent) => {
  const answer = await server.call('GET /', { headers: { 'accept-encoding': accepted } });
  expect(answer.headers.get('content-encoding')).toBe(sent);
  expect(answer.headers.get('vary')).toBe('accept-encoding');
  expect(answer.body).toContain('<!doctype html>');
});
