import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { broker, signedLead } from '../../../../test/joining.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { unzip } from '../../../../test/unzip.ts';
import { operator } from '../../platform/audit/operator.ts';
import { textOfMail } from '../../platform/mail/sealed-letter.ts';
import { mailResetLink } from '../auth/passwords/password-links.service.ts';
import { makeExports } from '../personal-data/exports.service.ts';
import { printPasswordLink } from '../users/printed-links.service.ts';
import { separateLeadsOfOthers } from './separate-leads.ts';

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
const merge = (id: string, other: string) => call(`POST /api/leads/${id}/merge`, admin, { other });
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

  it('stays with the address it came from when the office merges two leads', async () => {
    const mallory = await member();
    await send({ firstName: 'Mallory', lastName: 'Member', phone: phone(), email: mallory.email });
    const email = `winifred${people++}@example.net`;
    await send(stranger({ phone: phone(), email }));
    const own = await find(mallory.email);
    const theirs = await find(email);
    const step = { text: 'Ask Winifred for the Jabberwock', on: '2031-01-01' };
    await call(`PATCH /api/leads/${theirs._id}`, admin, { nextStep: step });
    await merge(own._id, theirs._id);
    expect(await get(own._id)).toMatchObject({
      license: null,
      brokerage: null,
      dealsPerYear: null,
      requests: 1,
    });
    await note(own._id, 'Both of them, Winifred too: Jabberwock');
    await call(`POST /api/leads/${own._id}/contacts`, admin, { kind: 'call', text: 'Winifred answered' });
    await call(`PATCH /api/leads/${own._id}`, admin, {
      nextStep: { text: 'Call Winifred', on: '2031-02-01' },
    });
    await send(stranger({ phone: phone(), email, lastName: 'Zyskowski-Again' }));
    expect(leaked(await exported(mallory.token))).toEqual([]);
    // For the office the history is one.
    expect(await notes(own._id)).toEqual(['Both of them, Winifred too: Jabberwock']);
    const events = await call(`GET /api/leads/${own._id}/events`, admin);
    expect(events.find(({ kind }: { kind: string }) => kind === 'merged').text).toContain(email);
    const held = (await call('POST /api/personal-data/preview', admin, { email: mallory.email })).held;
    expect(held).toContainEqual(
      expect.objectContaining({
        table: 'lead_notes',
        rows: 1,
        goes: false,
        why: expect.stringContaining('review'),
      }),
    );
    await call(`POST /api/leads/${own._id}/separate`, admin, { other: theirs._id });
    expect(leaked(await exported(mallory.token))).toEqual([]);
    expect(await get(theirs._id)).toMatchObject({ license: '07654321', dealsPerYear: 77, nextStep: step });
  });
});

describe('erasing one of two people whose leads were merged', () => {
  it('leaves the other with their inquiry and what was written about both', async () => {
    const first = {
      firstName: 'Ulla',
      lastName: 'Erased',
      phone: phone(),
      email: `ulla${people++}@example.org`,
    };
    await send(first);
    const email = `winifred${people++}@example.net`;
    await send(stranger({ phone: phone(), email }));
    const ulla = await find(first.email);
    const theirs = await find(email);
    await note(ulla._id, 'Of Ulla alone');
    await merge(ulla._id, theirs._id);
    await note(ulla._id, 'About both');
    await erase(first.email);
    expect((await server.call(`GET /api/leads/${ulla._id}`, { token: admin })).status).toBe(404);
    expect(await get(theirs._id)).toMatchObject({ mergedInto: null, license: '07654321' });
    expect(await notes(theirs._id)).toEqual(['About both']);
    const all = await server.db.selectFrom('lead_events').select('text').execute();
    expect(all.filter(({ text }) => text.includes('Ulla'))).toEqual([]);
  });
});

describe('erasing the other of two people', () => {
  it('takes them out of the record of the merge, too', async () => {
    const first = {
      firstName: 'Ulla',
      lastName: 'Stays',
      phone: phone(),
      email: `ulla${people++}@example.org`,
    };
    await send(first);
    const email = `winifred${people++}@example.net`;
    await send(stranger({ phone: phone(), email }));
    const [ulla, theirs] = [await find(first.email), await find(email)];
    await merge(ulla._id, theirs._id);
    const recorded = async () => {
      const events: { object: { _id: string }; details: string }[] = await call(
        'GET /api/audit?action=lead.merged',
        admin,
      );
      return events.find(({ object }) => object._id === ulla._id)?.details;
    };
    expect(await recorded()).toBe(theirs._id);
    await erase(email);
    expect(await recorded()).toBe('');
    expect(await get(ulla._id)).toMatchObject({ requests: 0 });
  });
});

describe('leads that an earlier version joined by phone', () => {
  it('are taken apart, and what they took goes back', async () => {
    const mallory = await member();
    const email = `winifred${people++}@example.net`;
    await send({ firstName: 'Mallory', lastName: 'Member', phone: phone(), email: mallory.email });
    await send(stranger({ phone: phone(), email }));
    const own = await find(mallory.email);
    const theirs = await find(email);
    await note(own._id, 'Winifred is looking for the Jabberwock');
    await server.db
      .updateTable('contact_requests')
      .set({ license: '07654321', brokerage: 'Quillbrook Realty', deals_a_year: 77 })
      .where('id', '=', own._id)
      .execute();
    await server.db
      .updateTable('contact_requests')
      .set({ joined_to: own._id })
      .where('id', '=', theirs._id)
      .execute();
    expect(leaked(await exported(mallory.token))).not.toEqual([]);
    await separateLeadsOfOthers(server.db);
    await separateLeadsOfOthers(server.db);
    expect(await get(own._id)).toMatchObject({
      requests: 0,
      license: null,
      brokerage: null,
      dealsPerYear: null,
    });
    expect(await get(theirs._id)).toMatchObject({ mergedInto: null, license: '07654321' });
    expect(leaked(await exported(mallory.token))).toEqual([]);
  });
});

describe('what concerns several people', () => {
  const review = (id: string, body: object, token = admin) =>
    server.call(`POST /api/leads/${id}/review`, { token, body });
  const several = async (search: string) =>
    (await call(`GET /api/leads?several=true&search=${encodeURIComponent(search)}`, admin)).length;

  /** Mallory's lead with texts about them only, and later, with the stranger's merged into it, about both. */
  async function mergedLead() {
    const mallory = await member();
    await send({ firstName: 'Mallory', lastName: 'Member', phone: phone(), email: mallory.email });
    const email = `winifred${people++}@example.net`;
    await send(stranger({ phone: phone(), email }));
    const [own, theirs] = [await find(mallory.email), await find(email)];
    await note(own._id, 'Mallory alone before');
    expect(await several(mallory.email)).toBe(0);
    await merge(own._id, theirs._id);
    await note(own._id, 'Mallory likes the new office');
    await call(`POST /api/leads/${own._id}/contacts`, admin, { kind: 'call', text: 'Mallory answered' });
    await call(`PATCH /api/leads/${own._id}`, admin, {
      nextStep: { text: 'Meet Mallory', on: '2031-02-01' },
    });
    return { mallory, own, theirs };
  }
  const entries = async (id: string) => [
    ...(await call(`GET /api/leads/${id}/notes`, admin)),
    ...(await call(`GET /api/leads/${id}/events`, admin)),
  ];

  it('is marked, listed, and exported with one person again once an admin has said so', async () => {
    const { mallory, own } = await mergedLead();
    expect(await get(own._id)).toMatchObject({ aboutSeveral: true, stepAboutSeveral: true });
    expect(await several(mallory.email)).toBe(1);
    const words = ['Mallory likes the new office', 'Mallory answered', 'Meet Mallory'];
    const had = async () => {
      const text = await exported(mallory.token);
      return words.filter((each) => text.includes(each));
    };
    expect(await had()).toEqual([]);
    const marked = (await entries(own._id)).filter(({ aboutSeveral }) => aboutSeveral);
    const merges = marked.filter(({ kind }) => kind === 'merged');
    expect(merges).toHaveLength(1);
    for (const { _id } of marked.filter(({ kind }) => kind !== 'merged'))
      expect((await review(own._id, { entry: _id, aboutSeveral: false })).status).toBe(200);
    expect((await review(own._id, { entry: null, aboutSeveral: false })).body).toMatchObject({
      aboutSeveral: false,
      stepAboutSeveral: false,
    });
    expect(await had()).toEqual(words);
    expect(await several(mallory.email)).toBe(0);
    // A person's decision stays, and the job does not change it.
    await separateLeadsOfOthers(server.db);
    expect(await had()).toEqual(words);
    const events = await call('GET /api/audit?action=lead.reviewed', admin);
    expect(events[0]).toMatchObject({ object: { _id: own._id }, details: 'concerns one person' });
    // And back.
    expect((await review(own._id, { entry: null, aboutSeveral: true })).body.stepAboutSeveral).toBe(true);
  });

  it('stays marked once a change of many is undone', async () => {
    const { own, theirs } = await mergedLead();
    await call(`POST /api/leads/${own._id}/separate`, admin, { other: theirs._id });
    expect((await get(own._id)).stepAboutSeveral).toBe(true);
    const changes = { nextStep: { text: 'Call back', on: '2031-02-02' } };
    const { _id } = await call('POST /api/leads/bulk', admin, { ids: [own._id], changes });
    expect((await get(own._id)).stepAboutSeveral).toBe(false);
    await call(`POST /api/leads/bulk/${_id}/undo`, admin);
    expect(await get(own._id)).toMatchObject({
      nextStep: { text: 'Meet Mallory' },
      stepAboutSeveral: true,
    });
  });

  it('is reviewed by an admin alone, for entries of the lead, and never for a merge itself', async () => {
    const { mallory, own, theirs } = await mergedLead();
    const other = await mergedLead();
    const [foreign] = await entries(other.own._id);
    const foreignCall = (await entries(other.own._id)).find(({ kind }) => kind === 'call');
    const merged = (await entries(own._id)).find(({ kind }) => kind === 'merged');
    const missing = '00000000-0000-4000-8000-000000000000';
    const answers = [
      await review(own._id, { entry: foreign._id, aboutSeveral: false }),
      await review(own._id, { entry: foreignCall._id, aboutSeveral: false }),
      await review(own._id, { entry: missing, aboutSeveral: false }),
      await review(missing, { entry: null, aboutSeveral: false }),
      await review(own._id, { entry: merged._id, aboutSeveral: false }),
      await review(own._id, { entry: 'x' }),
      await review(theirs._id, { entry: null, aboutSeveral: false }, mallory.token),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400, 400, 403]);
  });

  it('is all of a lead that an earlier version merged from several addresses, and of no other', async () => {
    const { mallory, own } = await mergedLead();
    const now = await mergedLead();
    for (const table of ['lead_notes', 'lead_events'] as const)
      await server.db.updateTable(table).set({ shared: false }).where('lead_id', '=', own._id).execute();
    await separateLeadsOfOthers(server.db);
    const alone = ({ aboutSeveral }: { aboutSeveral: boolean }) => !aboutSeveral;
    // The stranger's own inquiry is theirs.
    expect((await entries(own._id)).filter(alone).map(({ kind }) => kind)).toEqual(['created']);
    expect(await exported(mallory.token)).not.toContain('Mallory alone before');
    expect(await exported(now.mallory.token)).toContain('Mallory alone before');
  });
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

  it('is a suggestion however it is written, also of a merged inquiry, without spam, and joins nothing', async () => {
    const lead = await writeBy('(310) 555-0777');
    const other = await writeBy('+1 310.555.0777');
    await writeBy('310-555-0778');
    const spam = await writeBy('3105550777');
    await call(`PATCH /api/leads/${spam._id}`, admin, { spam: true });
    expect(await samePhone(lead._id)).toEqual([other.email]);
    expect(await get(lead._id)).toMatchObject({ requests: 0, mergedInto: null });
    const merged = await writeBy('310 555 0779');
    await merge(lead._id, merged._id);
    const third = await writeBy('1-310-555-0779');
    expect(await samePhone(lead._id)).toEqual([third.email, other.email]);
    expect(await samePhone(third._id)).toEqual([lead.email]);
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
