import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { closingBody, made } from '../../../../test/closings.ts';
import { broker, joinedLead } from '../../../../test/joining.ts';
import { type Person, person, profileBody } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { OfficeResults } from '../../../shared/search/people.contract.ts';
import { newId } from '../../platform/db/ids.ts';

/** docs/product.md P8.23, P8.24: what only the office finds, and one page of a person. */

let server: TestServer;
let admin: Person;
let officer: Person;
let coordinator: Person;
let recruiter: Person;
let plain: Person;
let agent: Person;
let closing: string;

beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'off' });
  admin = await broker(server);
  officer = await person(server, { compliance: true });
  coordinator = await person(server, { coordinator: true });
  recruiter = await person(server, { recruiting: true });
  plain = await person(server, { content: true });
  agent = await person(server, { name: 'Zelda Quint' });
  await joinedLead(server, admin.token, { email: agent.email }, { ...completeAnswers, license: '01912345' });
  await made(server, agent, 'POST /api/profile', { ...profileBody, phone: '(619) 555-0187' });
  const body = closingBody({ property: '77 Kestrel Ridge Rd, Irvine', fileNumber: 'ESC-90817' });
  closing = (await made(server, agent, 'POST /api/my-closings', body))._id;
});
afterAll(() => server.stop());

const find = (q: string, who: Person = admin): Promise<OfficeResults> =>
  made(server, who, `GET /api/search/office?q=${encodeURIComponent(q)}`);
const peopleBy = async (q: string, who?: Person) => (await find(q, who)).people.map(({ _id }) => _id);
const closingsBy = async (q: string, who?: Person) => (await find(q, who)).closings.map(({ _id }) => _id);
const page = (who: Person, id = agent.id) => server.call(`GET /api/people/${id}`, { token: who.token });

describe('the search of the office', () => {
  it.each([
    '01912345',
    '0191',
    'DRE #01912345',
    'CalDRE 0191',
    '(619) 555-0187',
    '619 555 0187',
    '5550187',
    '0187',
  ])('finds a person by %s', async (q) => expect(await peopleBy(q)).toContain(agent.id));

  it('finds a person by parts of the name, with license and phone', async () => {
    expect((await find('quint zel')).people).toMatchObject([
      { _id: agent.id, license: '01912345', phone: '(619) 555-0187' },
    ]);
  });

  it.each(['kestrel', 'Ridge 77', 'ESC-90817', '90817', 'Zelda'])('finds a closing by %s', async (q) =>
    expect(await closingsBy(q)).toEqual([closing]),
  );

  it.each(['00000000', 'Nowhere Lane', '%', '__', "'"])('finds nothing by %s', async (q) =>
    expect(await find(q)).toEqual({ people: [], closings: [] }),
  );

  it('finds 5 at most, the newest closings first', async () => {
    const many = await person(server, { name: 'Mandy Manyclosings' });
    const ids: string[] = [];
    for (let number = 0; number < 7; number++)
      ids.unshift(
        (await made(server, many, 'POST /api/my-closings', closingBody({ property: `${number} Plover Ct` })))
          ._id,
      );
    expect(await closingsBy('plover')).toEqual(ids.slice(0, 5));
    expect(await closingsBy('manyclosings')).toEqual(ids.slice(0, 5));
  });

  it('shows each only to those with the right', async () => {
    expect(await peopleBy('0191', officer)).toEqual([agent.id]);
    expect(await closingsBy('kestrel', officer)).toEqual([]);
    expect(await closingsBy('kestrel', coordinator)).toEqual([closing]);
    for (const who of [recruiter, plain, agent])
      expect(await find('0191', who)).toEqual({ people: [], closings: [] });
  });

  it('needs a search and a session', async () => {
    expect((await server.call('GET /api/search/office?q=', { token: admin.token })).status).toBe(400);
    expect((await server.call('GET /api/search/office?q=a')).status).toBe(401);
  });
});

describe('the page of a person', () => {
  it('has all for an admin', async () => {
    const { status, body } = await page(admin);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      _id: agent.id,
      name: 'Zelda Quint',
      state: 'active',
      email: agent.email,
      phone: '(619) 555-0187',
      dial: 'tel:+16195550187',
      license: '01912345',
      agreement: { inForce: { version: 1 }, askedUntil: null },
      closings: { open: 1, paid: 0, newest: [{ _id: closing, state: 'reported' }] },
      dues: { count: expect.any(Number) },
    });
    expect(body.stops.length).toBeGreaterThan(0);
    expect(body.events.map(({ what }: { what: string }) => what)).toContain('Agreement countersigned');
  });

  it('has what each right opens', async () => {
    const parts = async (who: Person) => {
      const { body } = await page(who);
      return ['stops', 'findings', 'agreement', 'steps', 'closings', 'dues', 'events'].filter(
        (part) => body[part] !== null,
      );
    };
    expect(await parts(officer)).toEqual(['stops', 'findings', 'steps']);
    expect(await parts(coordinator)).toEqual(['stops', 'closings', 'dues']);
    expect(await parts(recruiter)).toEqual(['agreement']);
    // As the profile shows them: the license, and nothing else.
    expect((await page(recruiter)).body).toMatchObject({
      email: '',
      phone: '',
      dial: '',
      license: '01912345',
    });
    expect((await page(coordinator)).body).toMatchObject({ email: agent.email, phone: '(619) 555-0187' });
  });

  it('is for the office only, and of someone who is there', async () => {
    for (const who of [plain, agent]) expect((await page(who)).status).toBe(403);
    expect((await server.call(`GET /api/people/${agent.id}`)).status).toBe(401);
    expect(await page(admin, newId())).toMatchObject({ status: 404, body: { msg: 'Member not found' } });
    expect((await page(admin, 'x')).status).toBe(404);
  });
});
