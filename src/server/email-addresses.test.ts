import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailExamples, refusedEmails } from '../../test/email-examples.ts';
import { makeToken, makeUser, siteBody, testPassword } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/server.ts';
import { mailResetLink } from './features/auth/passwords/password-links.service.ts';
import { readConfig } from './platform/config.ts';

/** One rule for every place that takes an email address. */

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { admin: true });
});
afterAll(() => server.stop());

const storedEmails = [...new Set(emailExamples.map(([, stored]) => stored))];

describe('an email address as people bring it', () => {
  beforeAll(async () => {
    for (const email of storedEmails) await makeUser(server.db, { email });
  });

  it.each(emailExamples)('%j signs in as %s', async (typed, stored) => {
    const { status, body } = await server.call('POST /api/auth', {
      body: { email: typed, password: testPassword },
    });
    expect(status).toBe(200);
    const me = await server.made('GET /api/auth', { token: body.token });
    expect(me.email).toBe(stored);
  });

  it('is asked about alike: a reset, an export, what is held, a hold', async () => {
    for (const [typed, stored] of emailExamples.filter((_, index) => index % 5 === 0)) {
      expect((await server.call('POST /api/auth/reset-password', { body: { email: typed } })).status).toBe(
        200,
      );
      const held = await server.made('POST /api/personal-data/preview', { token, body: { email: typed } });
      expect(held.email).toBe(stored);
      expect(held.user).not.toBeNull();
    }
    const hold = { email: 'Kim Ito <kim@Bücher.example>', reason: 'A claim', reviewOn: '2099-01-31' };
    expect((await server.made('POST /api/legal-holds', { token, body: hold })).email).toBe(
      'kim@xn--bcher-kva.example',
    );
  });

  it('is stored alike by the contact form, the privacy form, an account, a list and the site', async () => {
    for (const [index, [typed, stored]] of emailExamples.entries()) {
      const body = { firstName: 'Kim', lastName: `Ito ${index}`, phone: '5550100', email: typed };
      expect(await server.call('POST /api/contact', { body })).toMatchObject({ status: 200 });
      const leads = await server.db
        .selectFrom('contact_requests')
        .select('email')
        .where('last_name', '=', `Ito ${index}`)
        .execute();
      expect(leads).toEqual([{ email: stored }]);
    }
    const form = new URLSearchParams({
      kind: 'know',
      name: 'Kim Ito',
      email: 'Kim Ito <Kim@Bücher.example>',
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await server.call('POST /privacy-request', { body: form.toString(), headers })).status).toBe(303);
    const requests = await server.db.selectFrom('privacy_requests').select('email').execute();
    expect(requests).toEqual([{ email: 'kim@xn--bcher-kva.example' }]);

    const list = { csv: `Name,Email\nKim,"Kim Ito <lee@example.com>"\nLee,mailto:LEE@example.com.` };
    const preview = await server.made('POST /api/users/bulk/preview', { token, body: list });
    expect(preview.rows).toMatchObject([
      { kind: 'new', email: 'lee@example.com' },
      { kind: 'twice', email: 'lee@example.com' },
    ]);
    const made = await server.made('POST /api/users', {
      token,
      body: { name: 'Kim', email: '<new@Bücher.example>' },
    });
    expect(made.email).toBe('new@xn--bcher-kva.example');
    const changed = { name: 'Kim', email: 'ｎｅｗ２@example.com.', admin: false };
    expect((await server.made(`PUT /api/users/${made._id}`, { token, body: changed })).email).toBe(
      'new2@example.com',
    );
    const site = siteBody();
    const brokerage = { ...site.brokerage, email: 'Office <office@bücher.example>' };
    const saved = await server.made('PUT /api/site/settings', { token, body: { ...site, brokerage } });
    expect(JSON.stringify(saved)).toContain('"office@xn--bcher-kva.example"');
  });

  it('is taken by the settings', () => {
    const settings = { DATA_DIR: server.config.dataDir, OFFICE_EMAIL: 'Homequest <Office@Bücher.example>' };
    const config = readConfig(settings);
    expect(config.brokerage.email).toBe('office@xn--bcher-kva.example');
  });

  it.each(refusedEmails)('%j is refused', async (email) => {
    const body = { firstName: 'Kim', lastName: 'Ito', phone: '5550100', email };
    expect(await server.call('POST /api/contact', { body })).toMatchObject({
      status: 400,
      body: { msg: 'Please include a valid email' },
    });
    expect((await server.call('POST /api/auth/reset-password', { body: { email } })).status).toBe(400);
  });

  it('that only looks like that of an account is not its', async () => {
    const before = await server.db.selectFrom('mails').select('id').where('link', '=', 'reset').execute();
    await mailResetLink(server.parts, 'kım@example.com');
    expect(
      await server.db.selectFrom('mails').select('id').where('link', '=', 'reset').execute(),
    ).toHaveLength(before.length);
    const body = { email: 'kım@example.com' };
    expect((await server.call('POST /api/auth/reset-password', { body })).status).toBe(400);
  });
});
