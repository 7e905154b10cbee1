import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { feeBody, makeToken, makeUser } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { now } from '../../platform/db/ids.ts';
import { toReferralCode } from './referral-code.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { admin: true });
});
afterAll(() => server.stop());

let people = 0;
const send = async (given: object) => {
  const email = `source${++people}@example.com`;
  const body = { firstName: 'Ana', lastName: 'Ortiz', phone: '555-0100', email, ...given };
  return { email, answer: await server.call('POST /api/contact', { body }) };
};
const lead = async (given: object) => {
  const { email, answer } = await send(given);
  expect(answer.status).toBe(200);
  return (await server.call(`GET /api/leads?search=${email}`, { token })).body[0];
};

describe('a contact request', () => {
  it('says where the visitor came from and what they computed', async () => {
    const visit = {
      landing: '/articles',
      referrer: 'https://www.example.com',
      source: 'news',
      medium: 'mail',
      campaign: 'spring',
      calculation: 'price=900000&nonsense=1',
    };
    const made = await lead({ visit: JSON.stringify(visit) });
    expect(made.source).toEqual({
      landing: '/articles',
      referrer: 'https://www.example.com',
      source: 'news',
      medium: 'mail',
      campaign: 'spring',
    });
    expect(made.calculation).toEqual({
      query: 'price=900000',
      text: '12 sales of $900,000 at 2.5%: keeps $262,700',
    });
    const example = await lead({ visit: JSON.stringify({ calculation: 'type=residential' }) });
    expect(example).toMatchObject({
      source: null,
      calculation: { query: '', text: '12 sales of $850,000 at 2.5%: keeps $247,700' },
    });
  });

  it('keeps the fees of the unchanged example, so that only those of before are called changed', async () => {
    const visit = JSON.stringify({ calculation: 'type=residential' });
    const former = await lead({ visit });
    const { current } = await server.made('POST /api/fees/versions', { token, body: feeBody() });
    const next = JSON.stringify({ calculation: `type=residential&fees=${current}` });
    const { calculation } = await lead({ visit: next });
    expect(calculation.query).toBe(`fees=${current}`);
    expect(calculation.text).not.toContain('The fees have changed since');
    const { body } = await server.call(`GET /api/leads?search=${former.email}`, { token });
    expect(body[0].calculation.text).toContain('The fees have changed since');
  });

  it.each([undefined, '', 'nonsense', '{}', '{"landing":7}'])('is one without it, too: %j', async (visit) => {
    expect(await lead({ visit })).toMatchObject({ source: null, calculation: null, referredBy: null });
  });

  it('may hold license, current brokerage and deals per year', async () => {
    const given = { license: ' 01234567 ', brokerage: 'Other Homes', dealsPerYear: '14' };
    expect(await lead(given)).toMatchObject({
      license: '01234567',
      brokerage: 'Other Homes',
      dealsPerYear: 14,
    });
    const empty = { license: '', brokerage: ' ', dealsPerYear: '' };
    expect(await lead(empty)).toMatchObject({ license: null, brokerage: null, dealsPerYear: null });
  });

  it.each([
    [{ license: '1234' }, 'License must be the 8 digits of a DRE license'],
    [{ dealsPerYear: 'many' }, 'Deals per year must be a whole number'],
    [{ brokerage: 'x'.repeat(101) }, 'Current brokerage must be at most 100 characters'],
    [{ visit: 7 }, 'Visit must be text'],
  ])('is refused with %j', async (given, msg) => {
    const { answer } = await send(given);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ msg, field: Object.keys(given)[0] }] } });
  });

  it('is sent without script with the optional fields, and keeps them when refused', async () => {
    const fields = { firstName: 'Ana', lastName: 'Ortiz', phone: '1', email: 'x', license: '01234567' };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await server.call('POST /contact', {
      body: new URLSearchParams(fields).toString(),
      headers,
    });
    expect(answer.status).toBe(303);
    const again = await server.call(`GET ${answer.headers.get('location')}`);
    expect(again.body).toContain('01234567');
  });
});

describe('a member’s link', () => {
  it('refers who writes after following it; the member sees dates only', async () => {
    const member = await makeUser(server.db, { name: 'Rita Referrer' });
    const own = await makeToken(server.db);
    const visit = JSON.stringify({ by: toReferralCode(member.id) });
    const made = await lead({ visit });
    expect(made.referredBy).toEqual({ _id: member.id, name: 'Rita Referrer' });
    const { body } = await server.call('GET /api/referrals', { token: own });
    expect(body.referrals).toEqual([]);
    expect(new URL(body.link).searchParams.get('by')).toMatch(/^[\w-]{22}$/);
    const me = (await server.call('GET /api/auth', { token: own })).body._id;
    const mine = await lead({ visit: JSON.stringify({ by: toReferralCode(me) }) });
    await server.call(`PATCH /api/leads/${mine._id}`, { token, body: { status: 'joined' } });
    expect((await server.call('GET /api/referrals', { token: own })).body.referrals).toEqual([
      { date: mine.date, joined: true },
    ]);
  });

  it('refers a person once, however often they write', async () => {
    const own = await makeToken(server.db);
    const me = (await server.call('GET /api/auth', { token: own })).body._id;
    const visit = JSON.stringify({ by: toReferralCode(me) });
    const first = await lead({ visit });
    const again = await send({ visit, email: first.email, lastName: 'Again' });
    expect(again.answer.status).toBe(200);
    expect((await server.call('GET /api/referrals', { token: own })).body.referrals).toEqual([
      { date: first.date, joined: false },
    ]);
  });

  it('of a suspended or unknown member refers nobody', async () => {
    const { id } = await makeUser(server.db, { suspended_at: now() });
    for (const by of [toReferralCode(id), toReferralCode('0190a0b0-0000-7000-8000-000000000000'), 'x'])
      expect(await lead({ visit: JSON.stringify({ by }) })).toMatchObject({ referredBy: null });
  });
});
