import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, pathOf } from '../../test/calls.ts';
import { engine } from '../../test/database.ts';
import { articleBody, testPassword } from '../../test/factories.ts';
import { goodRequests, isAboutOthers } from '../../test/good-requests.ts';
import { type Person, person, Scene } from '../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../test/server.ts';
import { type TcpProxy, tcpProxy } from '../../test/tcp-proxy.ts';
import type { ApiContract } from '../shared/api.contract.ts';
import { isRecorded } from './features/security-log/record-security-events.ts';

/** A committed change is answered with success, even if the database fails in that moment (docs/product.md P4.17). */

/**
 * Users exist, so there is no set-up link. A reset is answered before anything is written. Images and documents are not in
 * the list: their first commit is of an unfinished one, which a failure removes. An erasure commits batch by batch, and an hourly job
 * finishes it.
 */
const others = [
  'POST /api/auth/setup',
  'POST /api/auth/reset-password',
  'POST /api/personal-data/erasure',
  'POST /api/agreements/mine/review',
  'POST /api/agreements/:id/countersign',
  'POST /api/joining/applications/:id/countersign',
];
const changes = calls.filter(
  (key) => !key.startsWith('GET ') && !/\/(image|files?)$/.test(key) && !others.includes(key),
);

if (engine === 'postgres')
  describe('the database goes away with the commit', () => {
    let direct: TestServer;
    let proxied: { databaseUrl: string; databasePool: number };
    let proxy: TcpProxy;
    let shared: TestServer;

    beforeAll(async () => {
      direct = await testServer();
      const url = new URL(direct.config.databaseUrl ?? '');
      proxy = await tcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
      url.host = `127.0.0.1:${proxy.port}`;
      proxied = { databaseUrl: url.href, databasePool: 2 };
      shared = await secondServer(direct, proxied);
    });
    afterAll(async () => {
      await shared.stop();
      await proxy.close();
      await direct.stop();
    });

    /** Sends `key` with the database away from its first COMMIT on. */
    async function makeWhileGoing(key: keyof ApiContract, owner: Person) {
      const caller = isAboutOthers(key) ? await person(direct, { admin: true }) : owner;
      const { params, body } = await goodRequests[key](new Scene(direct, owner, caller));
      const path = pathOf(key, params);
      // The security log writes after the answer, and the cut for the next call must not hit its COMMIT.
      const server = isRecorded(key) ? await secondServer(direct, proxied) : shared;
      try {
        proxy.cutAfter('COMMIT');
        return await server.call(path, { token: caller.token, body });
      } finally {
        await proxy.restore();
        if (server === shared) await untilServed(shared, caller.token);
        else await server.stop();
      }
    }

    /** The pool needs a few calls to notice which connections have ended. */
    async function untilServed(server: TestServer, token: string): Promise<void> {
      for (let good = 0; good < 3; ) {
        // 401 once the change has ended the session.
        const { status } = await server.call('GET /api/auth', { token });
        good = status === 200 || status === 401 ? good + 1 : 0;
      }
    }

    it.each(changes)('%s', async (key) => {
      const { status, body } = await makeWhileGoing(key, await person(direct, { admin: true }));
      expect(status, body.msg).toBe(200);
    });

    it('signing in, with the rate limits on', async () => {
      const limited = await secondServer(direct, { ...proxied, rateLimits: true });
      try {
        const { email } = await person(direct);
        proxy.cutAfter('COMMIT');
        const body = { email, password: testPassword };
        expect((await limited.call('POST /api/auth', { body })).status).toBe(200);
      } finally {
        await proxy.restore();
        await limited.stop();
      }
    });

    it('what was shown before a change is not shown after it', async () => {
      const server = await secondServer(direct, proxied);
      try {
        const { token } = await person(direct, { admin: true });
        expect((await server.call('GET /articles')).status).toBe(200);
        proxy.cutAfter('COMMIT');
        const { body } = await server.call('POST /api/articles', { token, body: articleBody() });
        await proxy.restore();
        await untilServed(server, token);
        expect((await server.call('GET /articles')).body).toContain(body.slug);
      } finally {
        await proxy.restore();
        await server.stop();
      }
    });
  });

it('shows no page from before a change whose version could not be read', async () => {
  const server = await testServer();
  try {
    const { token } = await person(server, { admin: true });
    await server.call('POST /api/articles', { token, body: articleBody() });
    const shown = async () => (await server.call('GET /articles')).body;
    expect(await shown()).toContain(articleBody().title);
    await sql`alter table content_version rename to content_version_away`.execute(server.db);
    await server.parts.content.changed({ warn: () => {} });
    await sql`alter table content_version_away rename to content_version`.execute(server.db);
    await sql`update articles set title = 'A title of later'`.execute(server.db);
    await sql`update content_version set version = version + 1`.execute(server.db);
    expect(await shown()).toContain('A title of later');
    expect(server.parts.content.outdated).toBe(false);
  } finally {
    await server.stop();
  }
});
