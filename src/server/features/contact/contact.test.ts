import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { licenseExamples, noLicenses } from '../../../../test/license-examples.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { phoneConsentText } from '../../../shared/contact/phone-consent.ts';
import { day, hour } from '../../../shared/time.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/ids.ts';
import { openTimeTrap } from './time-trap.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ OFFICE_EMAIL: 'office@brokerage.example' });
});
afterAll(() => server.stop());

let people = 0;
const person = (given: object = {}) => {
  people++;
  return {
    firstName: 'Ana',
    lastName: 'Ortiz',
    phone: '555-0100',
    email: `ana${people}@example.com`,
    ...given,
  };
};

const send = (body: unknown) => server.call('POST /api/contact', { body });
const stored = (email: string) =>
  server.db.selectFrom('contact_requests').selectAll().where('email', '=', email).execute();
const mailsFor = (email: string) =>
  server.db.selectFrom('mails').selectAll().where('reply_to', '=', email).execute();
const countAll = async () => {
  const rows = await server.db.selectFrom('contact_requests').select('id').execute();
  const mails = await server.db.selectFrom('mails').select('id').execute();
  return [rows.length, mails.length];
};

describe('POST /api/contact', () => {
  it('takes the number of a license as cards write it, and refuses what is none by name', async () => {
    for (const [index, license] of licenseExamples.entries()) {
      const email = `licensed${index}@example.com`;
      expect([license, (await send(person({ email, license }))).status]).toEqual([license, 200]);
      expect(await stored(email)).toMatchObject([{ license: '01234567' }]);
    }
    for (const license of noLicenses.filter(Boolean))
      expect(await send(person({ license }))).toMatchObject({
        status: 400,
        body: { msg: 'License must be the 8 digits of a DRE license' },
      });
  });

  it('stores the request and queues the mail to the office', async () => {
    const body = person({ firstName: '  Zoë ', email: ' Zoe@Example.COM ' });
    expect(await send(body)).toMatchObject({ status: 200, body: { msg: 'Email Sent!' } });
    const [mail] = await mailsFor('zoe@example.com');
    expect(mail).toMatchObject({
      recipient: 'office@brokerage.example',
      subject: 'New inquiry from Zoë Ortiz',
      state: 'waiting',
      attempts: 0,
    });
    for (const line of ['First name: Zoë', 'Last name: Ortiz', 'Phone: 555-0100', 'Email: zoe@example.com'])
      expect(mail?.text.split('\n')).toContain(line);
    expect(await stored('zoe@example.com')).toMatchObject([
      {
        first_name: 'Zoë',
        last_name: 'Ortiz',
        phone: '555-0100',
        status: 'new',
        spam: false,
        mail_id: mail?.id,
      },
    ]);
  });

  it('names every field that is missing, once each, and stores nothing', async () => {
    const before = await countAll();
    const { status, body } = await send({ firstName: '   ' });
    expect(status).toBe(400);
    expect(body).toEqual({
      errors: [
        { msg: 'First name is required', field: 'firstName' },
        { msg: 'Last name is required', field: 'lastName' },
        { msg: 'Phone is required', field: 'phone' },
        { msg: 'Please include a valid email', field: 'email' },
      ],
      msg: 'First name is required',
    });
    expect(await countAll()).toEqual(before);
  });

  it('rejects a letter with thousands of accents, which would take seconds to normalize', async () => {
    const { status, body } = await send(person({ firstName: `A${'\u0300\u0316'.repeat(10_000)}` }));
    expect(status).toBe(400);
    expect(body.msg).toBe('First name contains characters that cannot be stored');
  });

  it.each([
    [{ firstName: 7 }, 'First name must be text'],
    [{ lastName: ['Ortiz'] }, 'Last name must be text'],
    [{ phone: 5550100 }, 'Phone must be text'],
    [{ phone: '5'.repeat(41) }, 'Phone must be at most 40 characters'],
    [{ email: { address: 'ana@example.com' } }, 'Please include a valid email'],
    [{ email: 'ana@example' }, 'Please include a valid email'],
    [{ website: true }, 'Website must be text'],
    [{ started: 1 }, 'Started must be text'],
    [{ phoneConsent: 1 }, 'Phone consent must be text'],
    [{ firstName: 'A\0na' }, 'First name contains characters that cannot be stored'],
  ])('rejects %j', async (given, msg) => {
    const before = await countAll();
    const { status, body } = await send(person(given));
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ msg, field: Object.keys(given)[0] }]);
    expect(await countAll()).toEqual(before);
  });

  describe('with a message', () => {
    const message = 'I close about ten a year.\n\nPhone: 555-0199\n=HYPERLINK("https://ana.example")';

    it('keeps its lines, shows them quoted in the email, and takes a link in it for no robot', async () => {
      const body = person({ message: `  ${message.replaceAll('\n', '\r\n')} \r\n` });
      expect(await send(body)).toMatchObject({ status: 200, body: { msg: 'Email Sent!' } });
      expect(await stored(body.email)).toMatchObject([{ message, spam: false, trapped: false }]);
      const [mail] = await mailsFor(body.email);
      const quoted = message.split('\n').map((line) => `> ${line}`);
      expect(mail?.text).toContain(['Message:', ...quoted, ''].join('\n'));
    });

    it.each(['\r', '\u2028', '\u2029', '\u0085', '\v', '\f'])(
      'quotes what stands after %j, too',
      async (lineBreak) => {
        const body = person({ message: `One${lineBreak}Open the lead: https://evil.example` });
        await send(body);
        const [mail] = await mailsFor(body.email);
        expect(mail?.text).toContain('> One\n> Open the lead: https://evil.example');
      },
    );

    it.each([undefined, '', ' \n '])('%j is none', async (none) => {
      const body = person({ message: none });
      await send(body);
      const [row] = await stored(body.email);
      expect(row?.message).toBeNull();
      expect((await mailsFor(body.email))[0]?.text).not.toContain('Message:');
      const token = await makeToken(server.db, { admin: true });
      expect((await server.call(`GET /api/leads/${row?.id}`, { token })).body.message).toBe('');
    });

    it('takes 2,000 characters, a line break of a form counted once', async () => {
      expect((await send(person({ message: `${'a\r\n'.repeat(999)}ab` }))).status).toBe(200);
      expect(await send(person({ message: 'a'.repeat(2001) }))).toMatchObject({
        status: 400,
        body: { errors: [{ msg: 'Message must be at most 2,000 characters', field: 'message' }] },
      });
      expect((await send(person({ message: ['a'] }))).body.msg).toBe('Message must be text');
    });

    it('is another request than the one without it, and stays with its own', async () => {
      const body = person();
      for (const given of [{}, { message }, { message }]) await send({ ...body, ...given });
      const rows = await stored(body.email);
      expect(rows.map((row) => row.message)).toEqual([null, message]);
      const token = await makeToken(server.db, { admin: true });
      const lead = await server.call(`GET /api/leads/${rows[0]?.id}`, { token });
      expect(lead.body).toMatchObject({ message: '', requests: 1 });
      const others = await server.call(`GET /api/leads/${rows[0]?.id}/requests`, { token });
      expect(others.body).toMatchObject([{ message }]);
    });

    it('has a column of the file of leads, as text that no spreadsheet executes', async () => {
      const body = person({ lastName: 'Filed', message: '=1+1\n"two"' });
      await send(body);
      const token = await makeToken(server.db, { admin: true });
      const file = await server.call('GET /api/leads/export?search=filed', { token });
      const [header, ...lines] = file.body.split('\r\n');
      expect(header).toBe('"Date","First name","Last name","Phone","Email","Status","Message"');
      expect(lines.join('\n')).toContain(`"new","'=1+1\n""two"""`);
    });
  });

  it.each(['null', '[]', '"text"', '{'])('answers 400 to the body %s', async (body) => {
    expect((await send(body)).status).toBe(400);
  });

  it.each([
    { firstName: 'Ana\r\nBcc: everybody@example.com' },
    { lastName: 'Ortiz\nSubject: hello' },
    { phone: '555\r0100' },
    { phone: '555\u20280100' },
    { email: 'ana@example.com\r\nBcc: everybody@example.com' },
    { email: 'ana@example.com, everybody@example.com' },
    { email: 'Ana <ana@example.com>\r\nBcc: everybody@example.com' },
    { email: '"ana\r\n"@example.com' },
  ])('rejects what would forge a mail: %j', async (given) => {
    const before = await countAll();
    const { status, body } = await send(person(given));
    expect(status).toBe(400);
    expect(body.errors).toHaveLength(1);
    expect(await countAll()).toEqual(before);
  });

  it.each([
    ['1', { version: 1, text: phoneConsentText(1) }],
    ['0', null],
    ['2000', null],
    ['1.5', null],
    ['yes', null],
    [undefined, null],
  ])('keeps which consent stood beside the phone number: %s', async (phoneConsent, shown) => {
    const body = person({ phoneConsent });
    expect((await send(body)).status).toBe(200);
    const [row] = await stored(body.email);
    const token = await makeToken(server.db, { admin: true });
    const lead = await server.call(`GET /api/leads/${row?.id}`, { token });
    expect(lead.body.phoneConsent).toEqual(shown);
  });

  it('stores hostile text as text', async () => {
    const name = `<script>alert(1)</script>'; drop table mails; --`;
    const body = person({ firstName: name, lastName: '\u202Eztirߘ' });
    expect((await send(body)).status).toBe(200);
    expect(await stored(body.email)).toMatchObject([{ first_name: name, last_name: 'ztirߘ' }]);
  });
});

describe('the hidden field', () => {
  const trapped = { leaveEmpty: 'https://kim.example' };
  let started: string;
  beforeAll(async () => {
    started = (await openTimeTrap(server.db)).sealed(Date.now() - 5000);
  });

  it.each([trapped, { website: 'kim.example' }])(
    'filled in alone marks: %j goes to the inbox',
    async (given) => {
      const body = person({ ...given, started });
      expect(await send(body)).toMatchObject({ status: 200, body: { msg: 'Email Sent!' } });
      expect(await stored(body.email)).toMatchObject([{ spam: false, trapped: true }]);
      const [mail] = await mailsFor(body.email);
      expect(mail?.text).toContain('may be a robot');
      // No immediate reply.
      const mails = await server.db
        .selectFrom('mails')
        .select('id')
        .where('recipient', '=', body.email)
        .execute();
      expect(mails).toEqual([]);
    },
  );

  it('marks a form that was left open for more than a day', async () => {
    const open = (await openTimeTrap(server.db)).sealed(Date.now() - 2 * day);
    const body = person({ ...trapped, started: open });
    await send(body);
    expect(await stored(body.email)).toMatchObject([{ spam: false, trapped: true }]);
  });

  it.each([
    ['the form has no time', { started: '' }],
    ['its time is of this moment', {}],
    ['a name is a web address', { firstName: 'https://spam.example' }],
  ])('is a robot’s when %s', async (what, given) => {
    const at = what.includes('moment') ? (await openTimeTrap(server.db)).sealed() : started;
    const body = person({ ...trapped, started: at, ...given });
    await send(body);
    expect(await stored(body.email)).toMatchObject([{ spam: true, overflow: false, mail_id: null }]);
  });

  it('is counted for the office', async () => {
    const token = await makeToken(server.db, { admin: true });
    const counts = async () => (await server.call('GET /api/leads/overflow', { token })).body;
    const before = await counts();
    const body = person({ ...trapped, started });
    await send(body);
    await send(person(trapped));
    expect(await counts()).toMatchObject({ marked: before.marked + 1, robots: before.robots + 1 });
    const [row] = await stored(body.email);
    const lead = await server.made(`GET /api/leads/${row?.id}`, { token });
    expect(lead.trapped).toBe(true);
  });

  it('answers like a success, stores the request as spam and sends no mail', async () => {
    const body = person({ website: 'https://spam.example' });
    expect(await send(body)).toMatchObject({ status: 200, body: { msg: 'Email Sent!' } });
    expect(await stored(body.email)).toMatchObject([{ spam: true, mail_id: null }]);
    expect(await mailsFor(body.email)).toEqual([]);
  });

  it('does not keep a person from sending what a robot has sent in their name', async () => {
    const body = person();
    await send({ ...body, website: 'x' });
    expect((await send({ ...body, website: ' ' })).status).toBe(200);
    expect(await mailsFor(body.email)).toHaveLength(1);
  });
});

describe('duplicates', () => {
  it('are answered like the first and stored once, also 20 at the same time', async () => {
    const body = person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await stored(body.email)).toHaveLength(1);
    expect(await mailsFor(body.email)).toHaveLength(1);
  });

  it('count as new with other data, and after ten minutes', async () => {
    const body = person();
    await send(body);
    await send({ ...body, phone: '555-0199' });
    expect(await stored(body.email)).toHaveLength(2);
    await send(body);
    expect(await stored(body.email)).toHaveLength(2);
    await server.db
      .updateTable('rate_limits')
      .set({ resets_at: new Date().toISOString() })
      .where('key', 'like', 'contact:same:%')
      .execute();
    await send(body);
    expect(await stored(body.email)).toHaveLength(3);
  });
});

describe('the limits', () => {
  let limited: TestServer;
  let started: string;
  beforeAll(async () => {
    limited = await testServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
    started = (await openTimeTrap(limited.db)).sealed(Date.now() - 5000);
  });
  afterAll(() => limited.stop());

  const sendFrom = (address: string, body: unknown) =>
    limited.call('POST /api/contact', { body, headers: { 'x-forwarded-for': address } });
  let addresses = 0;
  const newAddress = () => `192.0.2.${++addresses}`;
  const folders = async (address: string, count: number, given: object) => {
    const found: string[] = [];
    for (let i = 0; i < count; i++) {
      const body = person(given);
      const { status } = await sendFrom(address, body);
      found.push(status === 200 ? await folderOf(body.email) : String(status));
    }
    return found;
  };
  const folderOf = async (email: string) => {
    const row = await limited.db
      .selectFrom('contact_requests')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst();
    if (!row) return 'nowhere';
    if (!row.spam) return row.mail_id ? 'inbox' : 'inbox, nobody mailed';
    return row.overflow && row.mail_id === null ? 'overflow' : 'spam';
  };
  const times = (count: number, folder: string) => Array<string>(count).fill(folder);

  it('let 5 an hour from one address into the inbox, the next into the spam folder, and no 31st', async () => {
    const address = newAddress();
    expect(await folders(address, 31, { started })).toEqual([
      ...times(5, 'inbox'),
      ...times(25, 'overflow'),
      '429',
    ]);
    const { headers, body } = await sendFrom(address, person({ started }));
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3400);
    expect(body.errors).toHaveLength(1);
    expect(await folders(newAddress(), 1, { started })).toEqual(['inbox']);
  });

  it('let no robot’s request appear as one too many', async () => {
    expect(await folders(newAddress(), 2, { website: 'x' })).toEqual(times(2, 'spam'));
  });

  it('answer the same to what goes to the spam folder', async () => {
    const address = newAddress();
    await folders(address, 5, { started });
    const { status, body, headers } = await sendFrom(address, person({ started }));
    expect({ status, body }).toEqual({ status: 200, body: { msg: 'Email Sent!' } });
    expect(headers.get('retry-after')).toBeNull();
  });

  it('show admins how many went there, until they have dealt with them', async () => {
    const token = await makeToken(limited.db, { admin: true });
    const overflow = async () => (await limited.call('GET /api/leads/overflow', { token })).body;
    const before = await overflow();
    const address = newAddress();
    await folders(address, 5, { started });
    const earliest = new Date().toISOString();
    const bodies = [person({ started }), person({ started })];
    for (const body of bodies) await sendFrom(address, body);
    const { count, since } = await overflow();
    expect(count).toBe(before.count + 2);
    expect(since <= (before.since ?? new Date().toISOString())).toBe(true);
    if (before.since === null) expect(since >= earliest).toBe(true);
    const [row] = await limited.db
      .selectFrom('contact_requests')
      .select('id')
      .where('email', '=', bodies[0]?.email ?? '')
      .execute();
    await limited.call(`PATCH /api/leads/${row?.id}`, { token, body: { spam: false } });
    expect((await overflow()).count).toBe(before.count + 1);
  });

  it.each([
    ['absent', () => undefined],
    ['empty', () => ''],
    ['without a signature', () => started.split('.')[0]],
    ['with a forged signature', () => `${started.split('.')[0]}.${'A'.repeat(43)}`],
    ['with another time', () => `1${started}`],
    ['of this very moment', async () => (await openTimeTrap(limited.db)).sealed()],
    ['of tomorrow', async () => (await openTimeTrap(limited.db)).sealed(Date.now() + day)],
    ['25 hours old', async () => (await openTimeTrap(limited.db)).sealed(Date.now() - 25 * hour)],
    ['very long', () => 'a'.repeat(50_000)],
    ['binary', () => '\0\uD800.\r\n'],
  ])('let 3 an hour into the inbox when `started` is %s', async (_, make) => {
    expect(await folders(newAddress(), 4, { started: await make() })).toEqual([
      ...times(3, 'inbox'),
      'overflow',
    ]);
  });

  it('count neither what is rejected nor what is a duplicate', async () => {
    const address = newAddress();
    const body = person({ started });
    for (let i = 0; i < 7; i++) expect((await sendFrom(address, { ...body, phone: '' })).status).toBe(400);
    for (let i = 0; i < 7; i++) expect((await sendFrom(address, body)).status).toBe(200);
    expect(await folders(address, 5, { started })).toEqual([...times(4, 'inbox'), 'overflow']);
  });

  it('forget a rejected request, so that it does not count as a duplicate later', async () => {
    const address = newAddress();
    await folders(address, 30, { started });
    const body = person({ started });
    expect((await sendFrom(address, body)).status).toBe(429);
    expect((await sendFrom(address, body)).status).toBe(429);
    expect((await sendFrom(newAddress(), body)).status).toBe(200);
    const requests = limited.db.selectFrom('contact_requests').select('id').where('email', '=', body.email);
    expect(await requests.execute()).toHaveLength(1);
  });
});

it('200 a day go to the inbox in all; then a visitor is still answered, and robots use none of them up', async () => {
  const limited = await testServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
  const sendFrom = async (host: number, given: object) => {
    const headers = { 'x-forwarded-for': `198.51.${Math.floor(host / 250)}.${host % 250}` };
    return (await limited.call('POST /api/contact', { body: person(given), headers })).status;
  };
  try {
    const spam = await Promise.all(Array.from({ length: 30 }, (_, i) => sendFrom(i, { website: 'x' })));
    expect(spam).toEqual(Array(30).fill(200));
    // At once, but no more than a busy machine writes before some would have to try again.
    for (let sent = 0; sent < 210; sent += 70) {
      const some = await Promise.all(Array.from({ length: 70 }, (_, i) => sendFrom(1000 + sent + i, {})));
      expect(some).toEqual(Array(70).fill(200));
    }
    const rows = await limited.db.selectFrom('contact_requests').selectAll().execute();
    expect(rows.filter(({ spam, mail_id }) => !spam && mail_id)).toHaveLength(200);
    expect(rows.filter(({ spam, overflow, mail_id }) => spam && overflow && !mail_id)).toHaveLength(10);
    expect(await limited.db.selectFrom('mails').select('id').execute()).toHaveLength(200);
  } finally {
    await limited.stop();
  }
});

it('67 addresses that send 3 each keep no visitor out', async () => {
  const limited = await testServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
  const sendFrom = (address: string, body: object) =>
    limited.call('POST /api/contact', { body, headers: { 'x-forwarded-for': address } });
  try {
    for (let round = 0; round < 3; round++) {
      const flood = Array.from({ length: 67 }, (_, i) => sendFrom(`198.51.100.${i}`, person()));
      expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(Array(67).fill(200));
    }
    const visitor = person({ firstName: 'Honest' });
    expect(await sendFrom('192.0.2.1', visitor)).toMatchObject({
      status: 200,
      body: { msg: 'Email Sent!' },
    });
    const form = new URLSearchParams(person({ firstName: 'Honest' })).toString();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': '192.0.2.2',
    };
    expect((await limited.call('POST /contact', { body: form, headers })).status).toBe(303);
    const token = await makeToken(limited.db, { admin: true });
    const { body: spam } = await limited.call('GET /api/leads?spam=true&search=honest', { token });
    expect(spam).toHaveLength(2);
  } finally {
    await limited.stop();
  }
});

it('the spam folder retains 5,000, however many come at once: robots go first, then the oldest people', async () => {
  const open = await testServer();
  const moment = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
  const old = Array.from({ length: 5000 }, (_, n) => ({
    id: newId(),
    first_name: 'Old',
    last_name: String(n),
    phone: '1',
    email: 'old@example.com',
    status: 'new' as const,
    spam: true,
    // The oldest are people, then come 15 robots.
    overflow: n < 4985,
    mail_id: null,
    created_at: moment(n),
  }));
  try {
    for (let n = 0; n < old.length; n += 500)
      await open.db
        .insertInto('contact_requests')
        .values(old.slice(n, n + 500))
        .execute();
    const token = await makeToken(open.db, { admin: true });
    const noted = old[4985];
    await open.call(`POST /api/leads/${noted?.id}/notes`, { token, body: { text: 'Called' } });
    const moved = person();
    await open.call('POST /api/contact', { body: moved });
    await open.db
      .updateTable('contact_requests')
      .set({ spam: true, created_at: moment(-1) })
      .where('email', '=', moved.email)
      .execute();
    const inbox = person();
    await open.call('POST /api/contact', { body: inbox });
    const robots = Array.from({ length: 10 }, () => person({ website: 'x' }));
    await Promise.all(robots.map((body) => open.call('POST /api/contact', { body })));
    const rows = await open.db
      .selectFrom('contact_requests')
      .select(['email', 'last_name', 'spam'])
      .execute();
    // Inquiries that an admin has moved or noted on come on top of the 5,000.
    expect(rows.filter(({ spam }) => spam)).toHaveLength(5002);
    const emails = new Set(rows.map(({ email }) => email));
    expect([moved, inbox, ...robots].every(({ email }) => emails.has(email))).toBe(true);
    const gone = async () => {
      const left = await open.db.selectFrom('contact_requests').select('id').execute();
      const ids = new Set(left.map(({ id }) => id));
      return old.filter(({ id }) => !ids.has(id)).map(({ last_name }) => Number(last_name));
    };
    const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
    expect(await gone()).toEqual(numbers(4986, 4995));

    // With people only, a robot finds no place, and of people the oldest go.
    await open.db.updateTable('contact_requests').set({ overflow: true }).where('spam', '=', true).execute();
    const late = person({ website: 'x' });
    await open.call('POST /api/contact', { body: late });
    expect(
      await open.db.selectFrom('contact_requests').select('id').where('email', '=', late.email).execute(),
    ).toEqual([]);
    const people = old.slice(0, 3).map((row, n) => ({ ...row, id: newId(), created_at: moment(6000 + n) }));
    await open.db.insertInto('contact_requests').values(people).execute();
    await open.call('POST /api/contact', { body: person({ website: 'x' }) });
    expect(await gone()).toEqual([...numbers(0, 3), ...numbers(4986, 4995)]);
  } finally {
    await open.stop();
  }
});

it('all processes on one database sign with one secret', async () => {
  const other = openDatabase(server.config);
  const [here, there] = await Promise.all([openTimeTrap(server.db), openTimeTrap(other)]);
  await other.destroy();
  const now = Date.now();
  expect(there.trusts(here.sealed(now - 3000), now)).toBe(true);
  expect(there.trusts(here.sealed(now - 1000), now)).toBe(false);
});
