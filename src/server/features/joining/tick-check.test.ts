import { afterAll, beforeAll, expect, it } from 'vitest';
import { letWork, made, noteCheck } from '../../../../test/closings.ts';
import { engine } from '../../../../test/database.ts';
import { untilWaiting } from '../../../../test/lock-waits.ts';
import { type Person, person, seenBody } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { addDays, formatDay, officeDay } from '../../../shared/dates.ts';
import { now } from '../../platform/db/ids.ts';
import { settleDue } from '../member-files/settle.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
});
afterAll(() => server.stop());

it('a tick is of the license on the screen, also when another process saves one at once', async () => {
  const other = await secondServer(server);
  try {
    const member = await person(server);
    const expires = addDays(officeDay(now()), 800);
    const license = { number: '01111111', expires, verified: false };
    await made(server, admin, `PUT /api/licenses/${member.id}`, license);
    const path = `/api/joining/members/${member.id}/checks`;
    const { current } = await made(server, admin, `GET ${path}`);
    const body = { kind: 'may-work', ticked: true, day: officeDay(now()), current: current['may-work'] };
    const [ticking] = await other.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('users').set({ id: member.id }).where('id', '=', member.id).execute();
      await transaction
        .updateTable('licenses')
        .set({ number: '02222222' })
        .where('user_id', '=', member.id)
        .execute();
      const ticking = server.call(`POST ${path}`, { token: admin.token, body });
      if (engine === 'postgres') await untilWaiting(server, 1);
      return [ticking];
    });
    expect((await ticking)?.status).toBe(409);
    expect((await made(server, admin, `GET ${path}`))['may-work']).toBeNull();
    const again = await made(server, admin, `GET ${path}`);
    await made(server, admin, `POST ${path}`, { ...body, current: again.current['may-work'] });
  } finally {
    await other.stop();
  }
});

it('a tick is of no day before 1900, as that of an annual fee is a payment', async () => {
  const member = await person(server);
  const body = { kind: 'annual-fee', ticked: true, day: '1899-12-31', note: '' };
  const path = `POST /api/joining/members/${member.id}/checks`;
  const refused = await server.call(path, { token: admin.token, body });
  expect(refused).toMatchObject({ status: 400, body: { msg: 'Day must be a day such as 2026-01-31' } });
  await made(server, admin, path, { ...body, day: '1900-01-01' });
});

it('a tick is of the license that the server’s settings give the brokerage', async () => {
  const member = await person(server, { name: 'Tia Ticked' });
  const license = { number: '01333333', expires: addDays(officeDay(now()), 800), verified: false };
  await made(server, admin, `PUT /api/licenses/${member.id}`, license);
  const path = `/api/joining/members/${member.id}/checks`;
  const tick = { kind: 'may-work', ticked: true, day: officeDay(now()) };
  await made(server, admin, `POST ${path}`, tick);
  const again = async () => (await made(server, admin, `GET ${path}`)).again;
  expect(await again()).toEqual([]);
  const { brokerage } = server.config;
  const startWith = async (number: string) =>
    (await secondServer(server, { brokerage: { ...brokerage, license: number } })).stop();
  await startWith('02000000');
  const words = `01333333, expires ${formatDay(license.expires)}, under `;
  const opened = { kind: 'may-work', was: `${words}${brokerage.license}`, is: `${words}02000000` };
  expect(await again()).toEqual([expect.objectContaining(opened)]);
  await settleDue(server.db);
  const { findings } = await made(server, admin, `GET /api/compliance/members/${member.id}`);
  expect(findings).toContainEqual(
    expect.objectContaining({ kind: 'may-work', detail: `${opened.was} → ${opened.is}` }),
  );
  // A tick of an earlier version says nothing of that license.
  const made_for = JSON.stringify({ license: license.number, expires: license.expires, broker: null });
  await server.db.updateTable('member_checks').set({ made_for }).where('user_id', '=', member.id).execute();
  expect(await again()).toEqual([]);
  await startWith(brokerage.license);
});

it('every tick is open again once its member has left and joined again, until it is made again', async () => {
  const member = await person(server, { name: 'Rae Returning' });
  await letWork(server, member.id);
  const kinds = ['w9', 'payout', 'annual-fee'] as const;
  for (const kind of kinds) await noteCheck(server, member.id, kind);
  const file = `/api/compliance/members/${member.id}`;
  const enter = (entry: object) => made(server, admin, `POST ${file}/entries`, entry);
  const today = officeDay(now());
  await enter({ kind: 'joined', on: addDays(today, -90) });
  const checks = () => made(server, admin, `GET /api/joining/members/${member.id}/checks`);
  expect((await checks()).again).toEqual([]);
  await enter({ kind: 'left', on: addDays(today, -1), forCause: false });
  await enter({ kind: 'joined', on: today });
  const open = await checks();
  expect(kinds.map((kind) => open[kind])).toEqual([null, null, null]);
  const is = `left on ${formatDay(addDays(today, -1))}`;
  const again = (kind: string, was: string) => expect.objectContaining({ kind, was, is });
  expect(open.again).toEqual([
    expect.objectContaining({ kind: 'may-work', is }),
    again('w9', 'Rae Returning'),
    again('payout', 'Rae Returning'),
    again('annual-fee', 'the annual fee'),
  ]);
  const { findings } = await made(server, admin, `GET ${file}`);
  expect(findings.map(({ kind }: { kind: string }) => kind)).toEqual(expect.arrayContaining([...kinds]));
  for (const kind of kinds) await noteCheck(server, member.id, kind);
  expect((await checks()).again).toEqual([expect.objectContaining({ kind: 'may-work' })]);
});

it('neither a tick nor a look is for a brokerage’s license that its screen did not show', async () => {
  const member = await person(server);
  const file = `/api/compliance/members/${member.id}`;
  const checks = `/api/joining/members/${member.id}/checks`;
  const license = { number: '01444444', expires: addDays(officeDay(now()), 800), verified: false };
  await made(server, admin, `PUT /api/licenses/${member.id}`, license);
  const { entries } = await made(server, admin, `POST ${file}/check`, seenBody());
  const { current } = await made(server, admin, `GET ${checks}`);
  const shown = (await made(server, admin, `GET ${file}`)).license;
  const { settings } = await made(server, admin, 'GET /api/site/settings');
  const put = (brokerage: object) =>
    made(server, admin, 'PUT /api/site/settings', {
      ...settings,
      brokerage: { ...settings.brokerage, ...brokerage },
    });
  await put({ license: '02000001' });
  const day = officeDay(now());
  const tick = { kind: 'may-work', ticked: true, day, current: current['may-work'] };
  const look = { asExpected: true, license: shown, entry: entries[0]._id };
  const token = admin.token;
  const ticked = await server.call(`POST ${checks}`, { token, body: tick });
  expect(ticked).toMatchObject({ status: 409, body: { msg: expect.stringContaining('under 02000001') } });
  const looked = await server.call(`POST ${file}/check`, { token, body: look });
  expect(looked).toMatchObject({ status: 409, body: { msg: expect.stringContaining('under 02000001') } });
  expect((await made(server, admin, `GET ${checks}`))['may-work']).toBeNull();
  const again = (await made(server, admin, `GET ${file}`)).license;
  await made(server, admin, `POST ${file}/check`, { ...look, license: again });
  await put({ license: settings.brokerage.license });
});

if (engine === 'postgres')
  it('a look is of the brokerage’s license on the screen, also when another one is saved at once', async () => {
    const other = await secondServer(server);
    try {
      const member = await person(server);
      const checks = `/api/joining/members/${member.id}/checks`;
      // Ticked for a license that the brokerage had, by a member whose file is not opened yet.
      await letWork(server, member.id);
      const { settings } = await made(server, admin, 'GET /api/site/settings');
      const put = (license: string) =>
        made(server, admin, 'PUT /api/site/settings', {
          ...settings,
          brokerage: { ...settings.brokerage, license },
        });
      await put('02000002');
      const { license } = await made(server, admin, `GET /api/compliance/members/${member.id}`);
      const [looking] = await other.db.transaction().execute(async (transaction) => {
        await transaction.updateTable('users').set({ id: member.id }).where('id', '=', member.id).execute();
        const look = { ...seenBody(), license };
        const looking = server.call(`POST /api/compliance/members/${member.id}/check`, {
          token: admin.token,
          body: look,
        });
        await untilWaiting(server, 1);
        await put('02000003');
        return [looking];
      });
      expect((await looking)?.status).toBe(409);
      expect((await made(server, admin, `GET ${checks}`))['may-work']).toBeNull();
      await put(settings.brokerage.license);
    } finally {
      await other.stop();
    }
  });
