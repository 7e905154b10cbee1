import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { type Answer, type TestServer, testServer } from '../../../../test/server.ts';
import { minute } from '../../../shared/time.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { addHits, limits } from '../../platform/http/rate-limits.ts';
import { deleteExpiredSignIns } from '../auth/delete-expired.ts';
import { openTimeTrap } from './time-trap.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', OFFICE_PHONE: '(555) 010-0142' });
});
afterAll(() => server.stop());

let people = 0;
const person = (given: Record<string, string> = {}) => {
  people++;
  return {
    firstName: 'Ana',
    lastName: 'Ortiz',
    phone: '5550100',
    email: `page${people}@example.com`,
    ...given,
  };
};

const post = (fields: Record<string, string> | string, address = `198.51.100.${++people}`) =>
  server.call('POST /contact', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
  });
/** Follows a refused post to the form with its errors. */
const shownAfter = async ({ status, headers }: Answer) => {
  expect(status).toBe(303);
  expect(headers.get('location')).toMatch(/^\/contact\?again=[\w-]{43}$/);
  return server.call(`GET ${headers.get('location')}`);
};
const stored = (email: string) =>
  server.db.selectFrom('contact_requests').selectAll().where('email', '=', email).execute();

describe('GET /contact', () => {
  it('shows an empty form that works without script, and the office', async () => {
    const { status, headers, body } = await server.call('GET /contact');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
    expect(body).toMatch(
      /<form[^>]* method="post"[^>]* action="\/contact"|action="\/contact"[^>]* method="post"/,
    );
    expect(body).toContain('(555) 010-0142');
    expect(body).not.toContain('Email Sent!');
  });

  it('has a time of its own in it, which this site trusts after two seconds', async () => {
    const began = Date.now();
    const pages = await Promise.all([server.call('GET /contact'), server.call('GET /contact')]);
    const trap = await openTimeTrap(server.db);
    for (const { body } of pages) {
      const started = /name="started" value="([^"]+)"/.exec(body)?.[1];
      expect(trap.trusts(started, began + 1999)).toBe(false);
      expect(trap.trusts(started, Date.now() + 2000)).toBe(true);
    }
  });

  it('says that a request was sent', async () => {
    const { body } = await server.call('GET /contact?sent=1');
    expect(body).toMatch(/role="status"[^>]*>Email Sent!</);
    for (const query of ['sent=2', 'sent=1&sent=1', 'sent=%00', 'sent[]=1']) {
      const other = await server.call(`GET /contact?${query}`);
      expect(other.status).toBe(200);
      expect(other.body).not.toContain('Email Sent!');
    }
  });
});

describe('what happens next', () => {
  const lines = (html: string) => /<section[^>]* data-sent=[^>]*>(.*?)<\/section>/s.exec(html)?.[1];

  it('is said once a request was sent: who answers, how, and when the office is reminded', async () => {
    expect(lines((await server.call('GET /contact')).body)).toBeUndefined();
    const token = await makeToken(server.db, { admin: true });
    const shown = async () => lines((await server.call('GET /contact?sent=1')).body);
    expect(await shown()).toContain('What happens next');
    expect(await shown()).toContain(
      'Homequest will answer you at the phone number or email address you gave.',
    );
    expect(await shown()).toContain(
      'If you have not heard from us after 4 office hours (Monday to Friday except public holidays, 9 AM to 5 PM Pacific time), we get a reminder.',
    );
    const settings = { replies: false, alertHours: 1, opensAt: 12, closesAt: 24 };
    await server.made('PUT /api/leads/settings', { token, body: settings });
    expect(await shown()).toContain(
      'after 1 office hour (Monday to Friday except public holidays, 12 noon to 12 midnight Pacific time)',
    );
    await server.made('PUT /api/leads/settings', { token, body: { ...settings, alertHours: 0 } });
    expect(await shown()).not.toContain('office hour');
  });
});

describe('the page that answers', () => {
  const visit = (calculation: string) => JSON.stringify({ landing: '/', calculation });

  it('is one of its own, with the closing statement of the figures that were sent', async () => {
    const calculation = 'price=900000&rate=2&transactions=1';
    const posted = await post(person({ visit: visit(calculation), firstName: 'Zoe' }));
    const address = posted.headers.get('location') ?? '';
    expect([posted.status, address]).toEqual([303, `/contact?sent=1&${calculation}`]);
    const { body } = await server.call(`GET ${address}`);
    expect(body).toContain('<title>What happens next · Homequest</title>');
    expect(body.match(/<h1[^>]*>[^<]*/g)).toEqual([expect.stringContaining('>What happens next')]);
    expect(body).toContain(
      'Your figures were sent with it: for 1 sale of $900,000 at 2% you would keep $17,300 in the first year.',
    );
    expect(body).toMatch(
      /Your closing statement.*One transaction.*class="statement".*\$18,000.*A year of 1/s,
    );
    for (const other of ['Contact us</h1>', 'The office', 'rel="canonical"', 'Zoe'])
      expect(body).not.toContain(other);
    expect(body).toContain('name="robots" content="noindex');
  });

  it('shows no statement without figures, and says so when the fees have changed since', async () => {
    expect((await server.call('GET /contact?sent=1')).body).not.toContain('Your closing statement');
    expect((await server.call('GET /contact?sent=1&utm_source=mail')).body).not.toContain(
      'Your closing statement',
    );
    expect((await server.call('GET /contact?price=900000')).body).toContain('Contact us</h1>');
    expect((await server.call('GET /contact?sent=1&price=900000')).body).not.toContain('fees have changed');
    expect((await server.call('GET /contact?sent=1&price=900000&fees=7')).body).toContain(
      'The fees have changed since',
    );
  });

  it.each([
    ['markup', 'price=<script>alert(1)</script>&rate=2'],
    ['a line break', 'price=1\r\nSet-Cookie: a=b&rate=2'],
    ['what the calculator does not know', 'rate=2&next=https://evil.example&email=ana@example.com'],
  ])('takes only what the calculator reads from figures with %s', async (_what, calculation) => {
    const { status, headers } = await post(person({ visit: visit(calculation) }));
    expect([status, headers.get('location')]).toEqual([303, '/contact?sent=1&rate=2']);
    expect(headers.get('set-cookie')).toBeNull();
    const query = new URLSearchParams(calculation).toString();
    const { body } = await server.call(`GET /contact?sent=1&${query}`);
    expect(body).toContain('Your closing statement');
    for (const part of ['<script>alert', 'evil.example', 'ana@example.com']) expect(body).not.toContain(part);
  });
});

describe('POST /contact', () => {
  it('stores the request, queues the mail and sends the visitor on', async () => {
    const fields = person({ firstName: 'Zoë & Co' });
    const { status, headers } = await post(fields);
    expect(status).toBe(303);
    expect(headers.get('location')).toBe('/contact?sent=1');
    const [request] = await stored(fields.email);
    expect(request).toMatchObject({ first_name: 'Zoë & Co', spam: false });
    expect(request?.mail_id).not.toBeNull();
  });

  it('detects robots by the hidden field and the time that is missing', async () => {
    const fields = person({ website: 'https://spam.example' });
    expect((await post(fields)).status).toBe(303);
    expect(await stored(fields.email)).toMatchObject([{ spam: true, mail_id: null }]);
  });

  it('shows the form once more with what was typed and what was wrong', async () => {
    const posted = await post({
      ...person({ firstName: '"><script>alert(1)</script>', email: 'ana@example' }),
      phone: ' ',
    });
    const { status, headers, body } = await shownAfter(posted);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toContain('Email not sent');
    expect(body).toContain('Phone is required');
    expect(body).toContain('Please include a valid email');
    expect(body).not.toContain('First name is required');
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(body).toContain('value="ana@example"');
    expect(body).not.toContain('<script>alert(1)');
    // Stored for half an hour, readable with the address and in this form only.
    const again = posted.headers.get('location') ?? '';
    expect((await server.call(`GET ${again}`)).body).toContain('value="ana@example"');
    const rows = JSON.stringify(await server.db.selectFrom('typed_forms').selectAll().execute());
    expect(rows).not.toContain('ana@example');
    expect(rows).not.toContain(again.split('=')[1]);
    const elsewhere = await server.call(`GET ${again.replace('/contact', '/privacy-request')}`);
    expect([elsewhere.status, elsewhere.body.includes('ana@example')]).toEqual([200, false]);
    const wrong = await server.call('GET /contact?again=0');
    expect([wrong.status, wrong.body.includes('Email not sent')]).toEqual([200, false]);
    await server.db.updateTable('typed_forms').set({ expires_at: now() }).execute();
    const lapsed = await server.call(`GET ${again}`);
    expect([lapsed.status, lapsed.body.includes('ana@example')]).toEqual([200, false]);
    await deleteExpiredSignIns(server.db);
    expect(await server.db.selectFrom('typed_forms').selectAll().execute()).toEqual([]);
  });

  it('takes a message of several lines, and shows it once more when something else was wrong', async () => {
    const message = 'One & <two>\r\nthree';
    const posted = await post(person({ message, email: 'ana@example' }));
    expect((await shownAfter(posted)).body).toMatch(
      /<textarea[^>]* name="message"[^>]*>One &amp; &lt;two&gt;\r?\nthree</,
    );
    const fields = person({ message });
    await post(fields);
    expect(await stored(fields.email)).toMatchObject([{ message: 'One & <two>\nthree' }]);
    const long = await shownAfter(await post(person({ message: 'a'.repeat(2001) })));
    expect(long.body).toContain('Message must be at most 2,000 characters');
  });

  it('is shown at once, with 400, to an address that has had many errors kept', async () => {
    const address = '203.0.113.9';
    await addHits(server.db, `typedForm:${address}`, limits.typedForm.limit, fromNow(minute));
    const { status, body } = await post(person({ email: 'ana@example' }), address);
    expect(status).toBe(400);
    expect(body).toContain('value="ana@example"');
  });

  it.each([
    ['nothing', ''],
    ['a field twice', 'firstName=Ana&firstName=Bob&lastName=Ortiz&phone=1&email=a%40example.com'],
    ['broken escapes', 'firstName=%&lastName=%ff%fe&phone=%00&email=%0d%0aBcc%3a+a%40example.com'],
    ['names of the language', '__proto__=1&constructor=2&toString=3'],
  ])('shows what is wrong with %s', async (_, body) => {
    const answer = await shownAfter(await post(body));
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('Email not sent');
  });

  it.each([
    [413, 'application/x-www-form-urlencoded', 'firstName='.padEnd(70_000, 'a')],
    [415, 'text/plain', 'firstName=Ana'],
    [415, 'multipart/form-data; boundary=x', '--x--'],
  ])('answers %i with the page to a body that cannot be read (%s)', async (status, type, body) => {
    const answer = await server.call('POST /contact', { body, headers: { 'content-type': type } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('Email not sent');
  });

  it('retains what was typed when there were too many', async () => {
    const address = '203.0.113.7';
    for (let i = 0; i < 30; i++) expect((await post(person(), address)).status).toBe(303);
    const { status, headers, body } = await post(person({ firstName: 'Persistent' }), address);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3400);
    expect(body).toContain('Too many requests');
    expect(body).toContain('value="Persistent"');
  });

  it('lets five an hour into the inbox whose form was rendered here, and redirects the next ones the same', async () => {
    const started = (await openTimeTrap(server.db)).sealed(Date.now() - 3000);
    const spam: (boolean | undefined)[] = [];
    for (let i = 0; i < 6; i++) {
      const fields = person({ started });
      const { status, headers } = await post(fields, '203.0.113.8');
      expect([status, headers.get('location')]).toEqual([303, '/contact?sent=1']);
      spam.push((await stored(fields.email))[0]?.spam);
    }
    expect(spam).toEqual([false, false, false, false, false, true]);
  });
});

it('forms are read nowhere else', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await server.call('POST /api/contact', { body: 'firstName=Ana', headers })).status).toBe(415);
});

it('a fault of ours costs nothing of what was typed, and the form needs no database', async () => {
  const { schema } = server.db;
  await schema.alterTable('contact_requests').renameTo('contact_requests_elsewhere').execute();
  try {
    const { status, body } = await post(person({ firstName: 'Persistent' }));
    expect(status).toBe(500);
    expect(body).toContain('Email not sent');
    expect(body).toContain('value="Persistent"');
    expect((await server.call('GET /contact')).status).toBe(200);
  } finally {
    await schema.alterTable('contact_requests_elsewhere').renameTo('contact_requests').execute();
  }
  await schema.alterTable('lead_settings').renameTo('lead_settings_elsewhere').execute();
  try {
    const { status, body } = await server.call('GET /contact?sent=1');
    expect(status).toBe(200);
    expect(body).toContain('What happens next');
    expect(body).not.toContain('we get a reminder');
  } finally {
    await schema.alterTable('lead_settings_elsewhere').renameTo('lead_settings').execute();
  }
});
