import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeUser } from '../../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../../test/server.ts';
import { currentPolicy } from '../../../../shared/privacy/policy-versions.ts';
import { firstAccess } from './first-admin.ts';

let server: TestServer;

beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.stop());

const firstAdmin = { email: 'boss@example.com', password: 'long enough to pass' };
const users = () => server.db.selectFrom('users').select(['email', 'admin']).execute();
const signIn = (body: object) => server.call('POST /api/auth', { body });

describe('firstAccess', () => {
  it('makes the admin of the settings, who can sign in', async () => {
    const access = await firstAccess(server.db, { ...server.config, firstAdmin });
    expect(access).toEqual({ kind: 'admin', email: 'boss@example.com' });
    expect(await users()).toEqual([{ email: 'boss@example.com', admin: true }]);
    const { token } = (await signIn(firstAdmin)).body;
    expect((await server.call('GET /api/auth', { token })).body).toMatchObject({ emailProven: false });
  });

  it('keeps the version of the policy that the first admin accepts by their settings', async () => {
    await firstAccess(server.db, { ...server.config, firstAdmin });
    const accepted = server.db.selectFrom('users').select('policy_accepted');
    expect(await accepted.execute()).toEqual([{ policy_accepted: currentPolicy }]);
  });

  it('makes one admin when several processes start at once', async () => {
    const config = { ...server.config, firstAdmin };
    await Promise.all(Array.from({ length: 5 }, () => firstAccess(server.db, config)));
    expect(await users()).toHaveLength(1);
  });

  it('leaves a site that has users as it is', async () => {
    const { email } = await makeUser(server.db);
    expect(await firstAccess(server.db, { ...server.config, firstAdmin })).toBeUndefined();
    expect(await firstAccess(server.db, server.config)).toBeUndefined();
    expect(await users()).toEqual([{ email, admin: false }]);
  });

  it('rejects a common password for the first admin', async () => {
    const config = { ...server.config, firstAdmin: { ...firstAdmin, password: 'Passw0rd' } };
    await expect(firstAccess(server.db, config)).rejects.toThrow('ADMIN_PASSWORD: is too common');
    const named = { ...server.config, firstAdmin: { ...firstAdmin, password: firstAdmin.email } };
    await expect(firstAccess(server.db, named)).rejects.toThrow('ADMIN_PASSWORD: must not be ADMIN_EMAIL');
    expect(await users()).toEqual([]);
  });

  it('makes a sample admin, whose password only the operator can read, and shows it again at every start', async () => {
    const config = { ...server.config, sampleContent: true };
    const access = await firstAccess(server.db, config);
    if (access?.kind !== 'sample-admin') throw new Error(`No sample admin: ${access?.kind}`);
    const { email, password } = access;
    expect((await signIn({ email, password })).status).toBe(200);
    const { mode } = await stat(join(config.dataDir, 'sample-admin.txt'));
    expect(mode & 0o777).toBe(0o600);
    expect(await firstAccess(server.db, config)).toEqual(access);
    expect(await users()).toHaveLength(1);
  });

  it('offers a link where nothing says who the admin is', async () => {
    const access = await firstAccess(server.db, server.config);
    if (access?.kind !== 'setup-link') throw new Error(`No link: ${access?.kind}`);
    const { origin, pathname, hash } = new URL(access.url);
    expect(`${origin}${pathname}`).toBe(`${server.config.brokerage.baseUrl}/setup`);
    expect(hash.slice(1)).toMatch(/^[\w-]{43}$/);
  });
});
