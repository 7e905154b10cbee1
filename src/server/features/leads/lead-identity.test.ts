import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { unzip } from '../../../../test/unzip.ts';
import { makeExports } from '../personal-data/exports.service.ts';
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

/** All of it is this person's alone. */
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
    // The answer ends after its last byte: a kept connection would be found busy by a server that stops.
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
      ...['Winifred', 'Zyskowski', 'winifred', '07654321', 'Quillbrook', 'Jabberwock'],
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
