import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { broker, signedLead } from '../../../../test/joining.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { unzip } from '../../../../test/unzip.ts';
import { operator } from '../../platform/audit/operator.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { textOfMail } from '../../platform/mail/sealed-letter.ts';
import { mailResetLink } from '../auth/passwords/password-links.service.ts';
import { makeExports } from '../personal-data/exports.service.ts';
import { printPasswordLink } from '../users/printed-links.service.ts';
import { linkMerged } from './link-merged.ts';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await testServer();
  admin = await makeToken(server.db, { admin: true });
});
afterAll(() => server.stop());

let people = 0;
const phone = () => `(310) 555-0${String(200 + people++).padStart(3, '0')}`;
const call = async (key: string, token: string | undefined, body?: unknown) => {
  const answer = await server.call(key, { token, body });
  expect([key, answer.status, answer.body]).toEqual([key, 200, answer.body]);
  return answer.body;
};
const send = (body: object) => call('POST /api/contact', undefined, body);
const find = async (email: string) =>
  (await call(`GET /api/leads?search=${encodeURIComponent(email)}`, admin))[0];
const get = (id: string) => call(`GET /api/leads/${id}`, admin);
const link = (id: string, other: string) => call(`POST /api/leads/${id}/link`, admin, { other });
const note = (id: string, text: string) => call(`POST /api/leads/${id}/notes`, admin, { text });
const notes = async (id: string) =>
  (await call(`GET /api/leads/${id}/notes`, admin)).map(({ text }: { text: string }) => text);

const erase = (email: string) => call('POST /api/personal-data/erasure', admin, { email });

/** Everything here is only this person's. */
const stranger = (of: object) => ({
  firstName: 'Winifred',
  lastName: 'Zyskowski',
  license: '07654321',
  brokerage: 'Quillbrook Realty',
  dealsPerYear: '77',
  ...of,
});
const secrets = ['Winifred', 'Zyskowski', 'winifred', '07654321', 'Quillbrook', 'Jabberwock'];
const visitOf = (campaign: string) => new URLSearchParams({ utm_campaign: campaign }).toString();

const member = (): Promise<Person> =>
  person(server, { email: `mallory${people++}@example.com`, name: 'Mallory Member' });

/** Every byte of the unpacked export, as its owner downloads it. */
async function exported(token: string, path = '', body?: unknown): Promise<string> {
  const { _id } = await call(`POST /api/exports${path}`, token, body);
  await makeExports(server.parts);
  const response = await fetch(`${server.url}/api/exports/${_id}/file`, {
    // The answer ends after its last byte: a server that stops would find a connection in reuse busy.
    headers: { 'x-auth-token': token, connection: 'close' },
  });
  expect(response.status).toBe(200);
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  return [...files].map(([name, content]) => `${name}\n${content.toString('latin1')}`).join('\n');
}

const leaked = (text: string) => secrets.filter((secret) => text.includes(secret));

describe('what a stranger wrote', () => {
  it('never reaches a member who typed the phone number of the stranger before', async () => {
    const mallory = await member();
    const typed = phone();
    await send({ firstName: 'Mallory', lastName: 'Member', phone: typed, email: mallory.email });
    const email = `winifred${people++}@example.net`;
    await send(stranger({ phone: typed, email, visit: visitOf('Jabberwock') }));
    const own = await find(mallory.email);
    const theirs = await find(email);
    expect(theirs._id).not.toBe(own._id);
    await note(theirs._id, 'Winifred asked in confidence: Jabberwock');
    const text = await exported(mallory.token);
    expect(text).toContain(mallory.email);
    expect(leaked(text)).toEqual([]);
  });

  it('never reaches a member who typed first their own phone number, then it with the address of the stranger', async () => {
    const mallory = await member();
    const typed = phone();
    await send({ firstName: 'Mallory', lastName: 'Member', phone: typed, email: mallory.email });
    const email = `winifred${people++}@example.net`;
    await send({ firstName: 'Mal', lastName: 'Typed', phone: typed, email });
    await send(stranger({ phone: phone(), email }));
    const theirs = await find(email);
    await note(theirs._id, 'Winifred: Jabberwock');
    expect(leaked(await exported(mallory.token))).toEqual([]);
    expect(leaked(await exported(admin, '/person', { email: mallory.email }))).toEqual([]);
    expect(leaked(await exported(admin, '/person', { email }))).toEqual([
      'Winifred',
      'Zyskowski',
      'winifred',
      '07654321',
      'Quillbrook',
      'Jabberwock',
    ]);
  });

  it('stays with the address it came from when the office links two leads, also when one is erased', async () => {
    const mallory = await member();
    await send({ firstName: 'Mallory', lastName: 'Member', phone: phone(), email: mallory.email });
    const email = `winifred${people++}@example.net`;
    await send(stranger({ phone: phone(), email }));
    const [own, theirs] = [await find(mallory.email), await find(email)];
    await link(own._id, theirs._id);
    await note(theirs._id, 'Winifred: Jabberwock');
    await note(own._id, 'Mallory likes the new office');
    const text = await exported(mallory.token);
    expect(leaked(text)).toEqual([]);
    expect(text).toContain('Mallory likes the new office');
    const audited = async () =>
      (await call('GET /api/audit?action=lead.linked', admin)).map(
        ({ details }: { details: string }) => details,
      );
    expect(await audited()).toEqual(expect.arrayContaining([own._id, theirs._id]));
    await erase(mallory.email);
    expect(await get(theirs._id)).toMatchObject({ linked: 0, license: '07654321' });
    expect(await notes(theirs._id)).toEqual(['Winifred: Jabberwock']);
    expect(await audited()).not.toContain(own._id);
    const events = await call(`GET /api/leads/${theirs._id}/events`, admin);
    expect(events.find(({ kind }: { kind: string }) => kind === 'linked').text).toBe('');
  });
});

it('leads of several addresses that an earlier version merged are linked, and words about several exported with none', async () => {
  const { id: owner } = await makeUser(server.db, { admin: true });
  const [a, b] = [`ulla${people++}@example.org`, `winifred${people++}@example.net`];
  const writeBy = async (email: string): Promise<string> => {
    await send({ firstName: 'Ulla', lastName: 'Merged', phone: phone(), email });
    return (await find(email))._id;
  };
  const [lead, first, second] = [await writeBy(a), await writeBy(b), await writeBy(`again${b}`)];
  await note(lead, 'About the first');
  const requests = server.db.updateTable('contact_requests');
  await requests.set({ joined_to: lead, email: b.toUpperCase() }).where('id', '=', first).execute();
  await requests.set({ joined_to: lead, email: b }).where('id', '=', second).execute();
  const step = { next_step: 'Meet both', next_on: '2031-01-01', shared: true };
  await requests
    .set({ ...step, status: 'appointment', owner_id: owner })
    .where('id', '=', lead)
    .execute();
  const by = { lead_id: lead, author_id: owner, author_name: 'Ada', created_at: now() };
  const both = { ...by, id: newId(), text: 'About both', shared: true };
  await server.db.insertInto('lead_notes').values(both).execute();
  const undo = JSON.stringify({ other: first });
  const event = { ...by, id: newId(), kind: 'merged', text: '', undo, batch_id: null } as const;
  await server.db.insertInto('lead_events').values(event).execute();
  await linkMerged(server.db);
  await linkMerged(server.db);
  const work = { status: 'appointment', owner: { _id: owner }, linked: 1 };
  expect(await get(lead)).toMatchObject({ ...work, requests: 0, nextStep: { text: 'See the notes' } });
  expect(await get(first)).toMatchObject({ ...work, requests: 1, waitingSince: null });
  expect(await get(second)).toMatchObject({ mergedInto: first });
  expect((await notes(lead)).sort()).toEqual(['About both', 'About the first', 'Meet both']);
  expect((await notes(first)).sort()).toEqual(['About both', 'Meet both']);
  const [merge] = await call(`GET /api/leads/${lead}/events`, admin);
  expect(merge).toMatchObject({ kind: 'merged', text: '' });
  const texts = [
    await exported(admin, '/person', { email: a }),
    await exported(admin, '/person', { email: b }),
  ];
  expect(texts.map((text) => text.includes('About the first'))).toEqual([true, false]);
  expect(texts.join('')).not.toMatch(/About both|Meet both/);
});

it('an inquiry of a person whose lead is in the spam folder is a new lead, also after a second inquiry', async () => {
  const email = `sam${people++}@example.org`;
  const write = (message: string) =>
    send({ firstName: 'Sam', lastName: 'Spam', phone: '310 555 0600', email, message });
  await write('Hello');
  await write('Hello again');
  const marked = await find(email);
  await call(`PATCH /api/leads/${marked._id}`, admin, { spam: true });
  await write('Is anyone there?');
  const lead = await find(email);
  expect(lead._id).not.toBe(marked._id);
  expect(await get(lead._id)).toMatchObject({ spam: false, requests: 0 });
});

describe('the same phone number', () => {
  const samePhone = async (id: string) =>
    (await call(`GET /api/leads/${id}/same-phone`, admin)).map(({ email }: { email: string }) => email);
  const writeBy = async (number: string, given: object = {}) => {
    const email = `ulla${people++}@example.org`;
    await send({ firstName: 'Ulla', lastName: 'Other', phone: number, email, ...given });
    return find(email);
  };

  it('is a suggestion however it is written, without spam and those that are linked, and joins nothing', async () => {
    const lead = await writeBy('(310) 555-0777');
    const other = await writeBy('+1 310.555.0777');
    await writeBy('310-555-0778');
    const spam = await writeBy('3105550777');
    await call(`PATCH /api/leads/${spam._id}`, admin, { spam: true });
    expect(await samePhone(lead._id)).toEqual([other.email]);
    expect(await get(lead._id)).toMatchObject({ requests: 0, mergedInto: null });
    await writeBy('310 555 0779', { email: lead.email });
    const third = await writeBy('1-310-555-0779');
    expect(await samePhone(lead._id)).toEqual([third.email, other.email]);
    expect(await samePhone(third._id)).toEqual([lead.email]);
    await link(other._id, lead._id);
    expect(await samePhone(lead._id)).toEqual([third.email]);
    expect(await samePhone(other._id)).toEqual([]);
  });

  it('suggests five at most, and nothing for a number that is none', async () => {
    const lead = await writeBy('(310) 555-0888');
    for (let made = 0; made < 6; made++) await writeBy('310 555 0888');
    expect(await samePhone(lead._id)).toHaveLength(5);
    const none = await writeBy('call me');
    await writeBy('call me');
    expect(await samePhone(none._id)).toEqual([]);
    const missing = '/api/leads/00000000-0000-4000-8000-000000000000/same-phone';
    expect((await server.call(`GET ${missing}`, { token: admin })).status).toBe(404);
  });
});

describe('an account whose address was only typed', () => {
  const unproven = () =>
    person(server, {
      email: `winifred${people++}@example.net`,
      email_proven_at: null,
      name: 'Mallory Typist',
    });
  const resetBy = async (email: string, link: string | undefined) => {
    const body = { token: link?.split('#')[1] ?? '', password: 'an entirely new one', adult: true };
    await call('POST /api/auth/set-password', undefined, body);
    return (await call('POST /api/auth', undefined, { email, password: body.password })).token as string;
  };
  const mailedLink = async (email: string) => {
    await mailResetLink(server.parts, email);
    const [mail] = await server.db
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', email)
      .where('link', 'is not', null)
      .orderBy('created_at', 'desc')
      .execute();
    if (!mail) throw new Error('No mail');
    return textOfMail(mail, server.parts.sealing, server.config.brokerage).match(/\S+#\S+/)?.[0];
  };
  /** Makes an inquiry by the owner of the address, and a note of the office about it. */
  const written = async (email: string) => {
    await send(stranger({ phone: phone(), email }));
    await note((await find(email))._id, 'In confidence: Jabberwock');
  };

  it('exports nothing that only the address leads to, and says so, until a mailed link is used', async () => {
    const mallory = await unproven();
    await written(mallory.email);
    await signedLead(server, (await broker(server)).token, { email: mallory.email });
    expect(await call('GET /api/auth', mallory.token)).toMatchObject({ emailProven: false });
    const before = await exported(mallory.token);
    expect(before).not.toContain('%PDF-');
    expect(before).toContain('Mallory Typist');
    expect(leaked(before.replaceAll(mallory.email, ''))).toEqual([]);
    expect(before).toContain('Reset your password');
    const token = await resetBy(mallory.email, await mailedLink(mallory.email));
    expect(await call('GET /api/auth', token)).toMatchObject({ emailProven: true });
    const after = await exported(token);
    expect(leaked(after)).toEqual(secrets);
    expect(after).toContain('%PDF-');
    expect(after).not.toContain('Reset your password');
  });

  it('is not proven by a link that the operator printed, nor after an admin changed the address', async () => {
    const mallory = await unproven();
    await written(mallory.email);
    const link = await printPasswordLink(server.db, server.config.brokerage, operator, mallory.id);
    const token = await resetBy(mallory.email, link);
    expect(leaked((await exported(token)).replaceAll(mallory.email, ''))).toEqual([]);

    const moved = await member();
    const email = `winifred${people++}@example.net`;
    await written(email);
    await call(`PUT /api/users/${moved.id}`, admin, { name: moved.name, email });
    expect(await call('GET /api/auth', moved.token)).toMatchObject({ email, emailProven: false });
    expect(leaked((await exported(moved.token)).replaceAll(email, ''))).toEqual([]);
  });

  it('is not proven by an invitation that an admin read in the outbox', async () => {
    const email = `winifred${people++}@example.net`;
    await written(email);
    await call('POST /api/users', admin, { name: 'Mallory Typist', email });
    const [mail] = await server.db
      .selectFrom('mails')
      .selectAll()
      .where('link', '=', 'invitation')
      .where('recipient', '=', email)
      .execute();
    const { text } = await call(`GET /api/outbox/${mail?.id}/invitation`, admin);
    const token = await resetBy(email, text.match(/\S+#\S+/)?.[0]);
    expect(leaked((await exported(token)).replaceAll(email, ''))).toEqual([]);
  });

  it('asks by a mailed link before a privacy request counts as verified', async () => {
    const mallory = await unproven();
    const requests = () =>
      server.db
        .selectFrom('privacy_requests')
        .select(['verified_at', 'token_hash'])
        .where('email', '=', mallory.email)
        .execute();
    await call('POST /api/privacy-requests', mallory.token, { kind: 'know' });
    expect(await requests()).toEqual([{ verified_at: null, token_hash: expect.any(String) }]);
  });
});
