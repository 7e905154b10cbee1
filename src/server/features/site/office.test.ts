import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ BROKERAGE_NAME: 'Flat "&" <Co>' });
});
afterAll(() => server.stop());

it.each([
  '/dashboard',
  '/dashboard/view-articles',
  '/dashboard/nowhere/at/all',
  '/account-settings',
  '/admin',
])('%s is the document of the office, whose router decides the rest', async (path) => {
  const { status, headers, body } = await server.call(`GET ${path}`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(body).toContain('<div id="office"></div>');
  expect(body).toContain('<meta name="robots" content="noindex">');
});

it('holds nothing inline and allows nothing inline', async () => {
  const { headers, body } = await server.call('GET /dashboard');
  expect(headers.get('content-security-policy')).toContain("script-src 'self';");
  expect(headers.get('content-security-policy')).toContain("style-src 'self';");
  expect(body).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
});

it('names its modules, fonts and styles, so that the browser loads all of them at once', async () => {
  const { body } = await server.call('GET /dashboard');
  expect(body).toMatch(/<link rel="stylesheet" href="\/assets\/[^"]+\.css">/);
  expect(body).toMatch(/<script type="module" src="\/assets\/[^"]+\.js">/);
  expect(body.match(/<link rel="preload" [^>]*as="font"/g)).toHaveLength(2);
  expect(body.match(/<link rel="modulepreload"/g).length).toBeGreaterThan(1);
});

it('writes the name of the brokerage as text', async () => {
  const { body } = await server.call('GET /dashboard');
  expect(body).toContain('<title>Flat &quot;&amp;&quot; &lt;Co&gt;</title>');
  expect(body).toContain('content="Flat &quot;&amp;&quot; &lt;Co&gt;"');
});

it('names its build, as every call does, so that an older one can tell', async () => {
  const { body } = await server.call('GET /dashboard');
  const [, build] = /<meta name="build" content="([^"]+)">/.exec(body) ?? [];
  expect(build).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z\/[0-9a-f]{8}$/);
  for (const path of ['/api/articles', '/api/auth'])
    expect((await server.call(`GET ${path}`)).headers.get('x-build')).toBe(build);
});

it('is not sent again to a browser that has it', async () => {
  const first = await server.call('GET /dashboard');
  const etag = first.headers.get('etag') ?? '';
  expect(await server.call('GET /dashboard', { headers: { 'if-none-match': etag } })).toMatchObject({
    status: 304,
    body: '',
  });
});
