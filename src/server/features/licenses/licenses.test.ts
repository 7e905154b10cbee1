import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { type Person, person, profileBody } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { formatDay, officeDay } from '../../../shared/dates.ts';
import { day } from '../../../shared/time.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { remindOfLicenses } from './remind-of-licenses.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flatfee.example' });
  token = await makeToken(server.db, { admin: true, name: 'Ada Admin' });
});
afterAll(() => server.stop());

/** A day in Los Angeles, `days` from today. */
const inDays = (days: number) =>
  officeDay(new Date(Date.parse(officeDay(now())) + days * day + day / 2).toISOString());
const own = async (who: Person) => (await server.call('GET /api/licenses/me', { token: who.token })).body;
const saveOwn = (who: Person, body: object) =>
  server.call('PUT /api/licenses/me', { token: who.token, body });
const save = (who: { id: string }, body: object) =>
  server.call(`PUT /api/licenses/${who.id}`, { token, body });
const saveProfile = (who: Person, given: object) =>
  server.call('POST /api/profile', { token: who.token, body: { ...profileBody, ...given } });
const profileOf = async (who: Person) =>
  (await server.call(`GET /api/profile/user/${who.id}`, { token })).body;
const mailsTo = (email: string) =>
  server.db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute();

describe('a license', () => {
  it('is entered by its member, and verified by an admin, whose name and time are kept', async () => {
    const member = await person(server, { name: 'Mia Member' });
    expect(await own(member)).toEqual({
      user: { _id: member.id, name: 'Mia Member' },
      number: '',
      expires: null,
      daysLeft: null,
      verified: null,
    });
    const given = { number: '01234567', expires: inDays(400) };
    expect((await saveOwn(member, given)).body).toMatchObject({ ...given, daysLeft: 400, verified: null });
    const { body } = await save(member, { ...given, verified: true });
    expect(body.verified).toEqual({ date: expect.any(String), by: 'Ada Admin' });
    expect(await own(member)).toEqual(body);
    expect((await saveOwn(member, given)).body).toEqual(body);
    const events = server.db.selectFrom('audit_log').selectAll().where('object_id', '=', member.id);
    expect(await events.execute()).toMatchObject([
      {
        action: 'license.updated',
        actor_name: 'Ada Admin',
        object_name: 'Mia Member',
        details: `01234567, ${given.expires}, not verified → 01234567, ${given.expires}, verified`,
      },
    ]);
    const changed = await saveOwn(member, { ...given, expires: inDays(800) });
    expect(changed.body).toMatchObject({ daysLeft: 800, verified: null });
  });

  it('is verified by a person, not by an API token', async () => {
    const member = await person(server);
    const made = { name: 'CRM', scopes: ['members:write'], days: 90 };
    const { body } = await server.call('POST /api/api-tokens', { token, body: made });
    const put = (license: object) =>
      server.call(`PUT /api/licenses/${member.id}`, { token: body.token, body: license });
    const license = { number: '01234567', expires: null };
    expect(await put({ ...license, verified: true })).toMatchObject({
      status: 403,
      body: { msg: 'A person verifies a license, no API token' },
    });
    expect((await put({ ...license, verified: false })).status).toBe(200);
  });

  it('is the same one in the profile, whose other number is not verified', async () => {
    const member = await person(server);
    await saveProfile(member, { license: '01234567' });
    expect(await own(member)).toMatchObject({ number: '01234567', verified: null });
    await save(member, { number: '07654321', expires: null, verified: true });
    expect(await profileOf(member)).toMatchObject({
      license: '07654321',
      licenseVerified: { by: 'Ada Admin' },
    });
    await saveProfile(member, { company: 'Us' });
    expect((await profileOf(member)).licenseVerified).toMatchObject({ by: 'Ada Admin' });
    await saveProfile(member, { license: '01111111' });
    expect(await profileOf(member)).toMatchObject({ license: '01111111', licenseVerified: null });
    const me = await server.call('GET /api/profile/me', { token: member.token });
    expect(me.body).toMatchObject({ license: '01111111', licenseVerified: null });
  });

  it('is shown in the directory, unless its member hides it', async () => {
    const member = await person(server, { name: 'Dora Directory' });
    await saveProfile(member, { license: '01234567' });
    const entry = async () => (await server.call('GET /api/profile?search=dora', { token })).body[0];
    expect((await entry()).license).toBe('01234567');
    await saveProfile(member, { visible: { license: false } });
    expect((await entry()).license).toBe('');
    expect(await profileOf(member)).toMatchObject({ license: '', licenseVerified: null });
  });

  it('that was entered before there were dates is found, too', async () => {
    const member = await person(server);
    await saveProfile(member, {});
    await server.db
      .updateTable('profiles')
      .set({ license: '00000001' })
      .where('user_id', '=', member.id)
      .execute();
    expect((await own(member)).number).toBe('00000001');
    expect((await profileOf(member)).license).toBe('00000001');
  });

  it('of an editor of a profile who started before is not overwritten unseen', async () => {
    const member = await person(server);
    const etag = (await saveProfile(member, {})).headers.get('etag') ?? '';
    await save(member, { number: '01234567', expires: null, verified: true });
    const late = await server.call('POST /api/profile', {
      token: member.token,
      body: { ...profileBody, license: '' },
      headers: { 'if-match': etag },
    });
    expect(late.status).toBe(412);
  });

  it('of a member who has changed it since is not overwritten by an older form of the office', async () => {
    const member = await person(server);
    const first = { number: '01234567', expires: inDays(400) };
    await saveOwn(member, first);
    const newer = { number: '07654321', expires: inDays(800) };
    await saveOwn(member, newer);
    const older = await save(member, { ...first, verified: true, seen: first });
    const msg = `The license has changed since you opened it. It is now 07654321, ${newer.expires}, not verified`;
    expect([older.status, older.body.msg]).toEqual([409, msg]);
    expect(await own(member)).toMatchObject({ ...newer, verified: null });
    const seen = { ...newer, verified: false };
    expect((await save(member, { ...newer, verified: true, seen })).status).toBe(200);
    // Another admin's form from before that would take the verification back.
    expect((await save(member, { ...newer, expires: null, verified: false, seen })).status).toBe(409);
    // An older caller names nothing that it saw.
    expect((await save(member, { ...first, verified: true })).status).toBe(200);
  });

  it('loses the name of who verified it when they leave', async () => {
    const member = await person(server);
    const leaver = await person(server, { admin: true });
    const body = { number: '01234567', expires: null, verified: true };
    await server.call(`PUT /api/licenses/${member.id}`, { token: leaver.token, body });
    await server.call(`DELETE /api/users/${leaver.id}`, { token });
    expect((await own(member)).verified).toEqual({ date: expect.any(String), by: 'Former member' });
  });

  it.each([
    [{ number: '1234567', expires: null }, 'License must be 8 digits'],
    [{ number: '0123456a', expires: null }, 'License must be 8 digits'],
    [{ number: '01234567', expires: '2027-02-30' }, 'Expires must be a date'],
    [{ number: '01234567' }, 'Expires must be a date'],
    [{ number: 1234567, expires: null }, 'License must be text'],
  ])('like %j is rejected', async (body, msg) => {
    const member = await person(server);
    expect(await saveOwn(member, body)).toMatchObject({ status: 400, body: { msg } });
    expect(await save(member, { ...body, verified: false })).toMatchObject({ status: 400, body: { msg } });
  });

  it('without a number cannot be verified, and that of nobody is not there', async () => {
    const member = await person(server);
    const body = { number: '', expires: null, verified: true };
    expect(await save(member, body)).toMatchObject({
      status: 400,
      body: { msg: 'There is no number to verify' },
    });
    expect(await save({ id: newId() }, { ...body, verified: false })).toMatchObject({
      status: 404,
      body: { msg: 'User not found' },
    });
  });
});

describe('the list of licenses', () => {
  it('has the next to expire first, those without a date last, and nobody who is suspended', async () => {
    const [late, soon, none] = [
      await makeUser(server.db),
      await makeUser(server.db),
      await makeUser(server.db),
    ];
    const gone = await makeUser(server.db, { suspended_at: now() });
    const number = '01234567';
    await save(late, { number, expires: inDays(300), verified: false });
    await save(soon, { number, expires: inDays(-3), verified: false });
    await save(gone, { number, expires: inDays(1), verified: false });
    const { body } = await server.call('GET /api/licenses', { token });
    const ids = body.map(({ user }: { user: { _id: string } }) => user._id);
    const places = [soon, late, none].map(({ id }) => ids.indexOf(id));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(ids).not.toContain(gone.id);
    expect(body[ids.indexOf(soon.id)].daysLeft).toBe(-3);
  });

  it('is for admins', async () => {
    const member = await person(server);
    expect((await server.call('GET /api/licenses')).status).toBe(401);
    expect((await server.call('GET /api/licenses', { token: member.token })).status).toBe(403);
    const body = { number: '', expires: null, verified: false };
    const mine = `PUT /api/licenses/${member.id}`;
    expect((await server.call(mine, { body })).status).toBe(401);
    expect((await server.call(mine, { token: member.token, body })).status).toBe(403);
    expect((await server.call('GET /api/licenses/me')).status).toBe(401);
  });
});

describe('reminders', () => {
  const expiring = async (days: number, given: object = {}) => {
    const member = await person(server, given);
    await saveOwn(member, { number: '01234567', expires: inDays(days) });
    return member;
  };
  const subjects = async ({ email }: Person) => (await mailsTo(email)).map(({ subject }) => subject);
  const move = (member: Person, days: number) =>
    server.db
      .updateTable('licenses')
      .set({ expires_on: inDays(days) })
      .where('user_id', '=', member.id)
      .execute();

  it('come 90, 60, 30 and 0 days before, once each, by mail and as notification', async () => {
    const member = await expiring(91);
    const seen: number[] = [];
    for (const days of [91, 90, 89, 61, 60, 31, 30, 1, 0, -1]) {
      await move(member, days);
      await Promise.all([remindOfLicenses(server.parts), remindOfLicenses(server.parts)]);
      seen.push((await mailsTo(member.email)).length);
    }
    expect(seen).toEqual([0, 1, 1, 1, 2, 2, 3, 3, 4, 4]);
    expect(await subjects(member)).toEqual([
      `Your license expires on ${formatDay(inDays(90))}, in 90 days`,
      `Your license expires on ${formatDay(inDays(60))}, in 60 days`,
      `Your license expires on ${formatDay(inDays(30))}, in 30 days`,
      `Your license expires today, ${formatDay(inDays(0))}`,
    ]);
    const { body } = await server.call('GET /api/notifications', { token: member.token });
    expect(body).toHaveLength(4);
    expect(body[0]).toMatchObject({
      kind: 'license',
      actor: null,
      post: null,
      excerpt: `It expires today, ${formatDay(inDays(0))}.`,
    });
  });

  it('that were missed come once, and begin anew with another date', async () => {
    const member = await expiring(-5);
    await remindOfLicenses(server.parts);
    expect(await subjects(member)).toEqual([`Your license expired on ${formatDay(inDays(-5))}`]);
    await saveOwn(member, { number: '01234567', expires: inDays(45) });
    await remindOfLicenses(server.parts);
    await remindOfLicenses(server.parts);
    expect(await subjects(member)).toHaveLength(2);
  });

  it('come by days of the calendar, also before midnight and across the change to summer time', async () => {
    const member = await expiring(200);
    const license = { expires_on: '2027-03-15', reminded: null };
    await server.db.updateTable('licenses').set(license).where('user_id', '=', member.id).execute();
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const sent = [];
      // 11:30 PM on December 14 in Los Angeles, and the next day.
      for (const moment of ['2026-12-15T07:30:00Z', '2026-12-15T20:00:00Z']) {
        vi.setSystemTime(moment);
        await remindOfLicenses(server.parts);
        sent.push((await mailsTo(member.email)).length);
      }
      expect(sent).toEqual([0, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('go to nobody who is suspended or has not come in yet', async () => {
    const suspended = await expiring(10);
    const invited = await expiring(10);
    const set = (id: string, values: object) =>
      server.db.updateTable('users').set(values).where('id', '=', id).execute();
    await set(suspended.id, { suspended_at: fromNow(0) });
    await set(invited.id, { password_hash: null });
    await remindOfLicenses(server.parts);
    expect(await mailsTo(suspended.email)).toEqual([]);
    expect(await mailsTo(invited.email)).toEqual([]);
  });
});
