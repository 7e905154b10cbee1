import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { engine } from '../../../../test/database.ts';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { patience } from '../../../../test/patience.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { type TcpProxy, tcpProxy } from '../../../../test/tcp-proxy.ts';
import { isDatabaseAway } from './database-away.ts';

const withCode = (code: string) => Object.assign(new Error('refused'), { code });

describe('the database is away', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    '57P01',
    '08006',
    '53300',
    '40P01',
    'SQLITE_FULL',
    'SQLITE_IOERR_WRITE',
  ])('with %s', (code) => expect(isDatabaseAway(withCode(code))).toBe(true));

  it.each(['23505', '40001', '42601', 'SQLITE_CONSTRAINT_UNIQUE', 'ERR_INVALID_ARG_TYPE'])(
    'not with %s',
    (code) => expect(isDatabaseAway(withCode(code))).toBe(false),
  );
});

if (engine === 'postgres')
  describe('while PostgreSQL is away', () => {
    let direct: TestServer;
    let proxy: TcpProxy;
    let server: TestServer;
    let token: string;

    beforeAll(async () => {
      direct = await testServer();
      const url = new URL(direct.config.databaseUrl ?? '');
      proxy = await tcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
      url.host = `127.0.0.1:${proxy.port}`;
      server = await secondServer(direct, { databaseUrl: url.href }, {});
      token = await makeToken(direct.db);
      for (const path of ['/', '/articles', '/login']) await server.call(`GET ${path}`);
    });
    afterEach(() => proxy.restore());
    afterAll(async () => {
      await server.stop();
      await proxy.close();
      await direct.stop();
    });

    const untilServing = () =>
      vi.waitUntil(async () => (await server.call('GET /readyz')).status === 200, patience);

    async function expectUnavailable(key: string, options = {}): Promise<void> {
      const begun = performance.now();
      const { status, headers, body } = await server.call(key, { token, ...options });
      expect(status, key).toBe(503);
      // After 2.5 s; a machine may be busy. Drivers would wait for half a minute, or for ever.
      expect(performance.now() - begun, key).toBeLessThan(25_000);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3);
      const msg = 'The service is briefly unavailable, please try again';
      expect(body).toEqual({ errors: [{ msg }], msg });
    }

    describe.each([
      ['cut off', () => proxy.cut()],
      ['silent', async () => proxy.stall()],
    ])('%s', (_how, fail) => {
      it('calls are 503, cached pages are served, and the process lives and serves again', async () => {
        await untilServing();
        await fail();
        const calls = ['GET /api/auth', 'GET /api/posts', 'DELETE /api/auth'].map((key) =>
          expectUnavailable(key),
        );
        const write = expectUnavailable('POST /api/articles', { body: articleBody() });
        expect((await server.call('GET /livez')).status).toBe(200);
        for (const path of ['/', '/articles', '/login']) {
          expect(await server.call(`GET ${path}`)).toMatchObject({ status: 200 });
        }
        await Promise.all([...calls, write]);
        // For proxies: public pages go on.
        expect((await server.call('GET /readyz?exclude=database')).status).toBe(200);
        const ready = await server.call('GET /readyz');
        expect(ready.status).toBe(503);
        expect(ready.headers.get('retry-after')).not.toBeNull();

        await proxy.restore();
        await untilServing();
        expect((await server.call('GET /api/auth', { token })).status).toBe(200);
      });

      it('writes that it interrupts are 200 and stored, or 503', async () => {
        await untilServing();
        const statuses: number[] = [];
        const acknowledged: string[] = [];
        const write = async () => {
          while (!statuses.includes(503)) {
            const { status, body } = await server.call('POST /api/articles', { token, body: articleBody() });
            statuses.push(status);
            if (status === 200) acknowledged.push(body._id);
          }
        };
        const writing = Promise.all([write(), write(), write(), write()]);
        await vi.waitUntil(() => acknowledged.length >= 8, patience);
        await fail();
        await writing;
        expect(new Set(statuses)).toEqual(new Set([200, 503]));

        await proxy.restore();
        await untilServing();
        const ids = direct.db.selectFrom('articles').select('id').where('id', 'in', acknowledged);
        expect(await ids.execute()).toHaveLength(acknowledged.length);
      });
    });
  });
