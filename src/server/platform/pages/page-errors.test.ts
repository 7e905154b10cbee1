import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawAnswer } from '../../../../test/raw-http.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const get = (path: string) => server.call(`GET ${path}`);

describe('an address with a slash at its end', () => {
  it.each([
    ['/articles/', '/articles'],
    ['/contact/?from=mail&page=2', '/contact?from=mail&page=2'],
    ['/privacy-and-gdpr-policy/', '/privacy-and-gdpr-policy'],
    ['/api/docs/', '/api/docs'],
    ['/articles/no-such-one/', '/articles/no-such-one'],
    ['/articles/%E2%9C%93/', '/articles/%E2%9C%93'],
  ])('%s leads to the one without', async (path, to) => {
    const { status, headers } = await get(path);
    expect(status).toBe(301);
    expect(headers.get('location')).toBe(to);
    expect((await server.call(`HEAD ${path}`)).status).toBe(301);
  });

  it.each(['//evil.com/', '/\\evil.com/', '///evil.com/x/', '/.//evil.com/', '/articles//', '/api/nothing/'])(
    '%s leads nowhere',
    async (path) => {
      // fetch() would normalize the address.
      const answer = await rawAnswer(
        server.url,
        `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer.toLowerCase()).not.toContain('\nlocation:');
    },
  );

  it('is not there for anything but reading', async () => {
    expect((await server.call('POST /contact/', { body: {} })).status).toBe(404);
  });
});
