import { afterAll, beforeAll, expect, it } from 'vitest';
import { closingIn, closingSettingsBody, made } from '../../../../test/closings.ts';
import { broker, joinedLead } from '../../../../test/joining.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type Person, person, Scene } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { day } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { eraseAgreements } from '../agreements/erase-agreements.ts';
import { eraseOldClosings } from '../closings/erase-old-closings.ts';

/** docs/security.md S18.7: fewer years of keeping are told, and erase nothing for 7 days. */

let server: TestServer;
let admin: Person;
let other: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true, name: 'Ada Admin' });
  other = await person(server, { admin: true });
});
afterAll(() => server.stop());

const records = {
  closings: {
    path: '/api/closings/settings',
    body: (keepYears: number) => closingSettingsBody({ keepYears }),
    words: 'records of closings and dues',
  },
  agreements: {
    path: '/api/agreements/settings',
    body: (keepYears: number) => ({ remindFirst: 3, remindSecond: 10, keepYears, signers: [] }),
    words: 'signed agreements',
  },
};
type Records = keyof typeof records;
const save = (of: Records, years: number) =>
  made(server, admin, `PUT ${records[of].path}`, records[of].body(years));
const logged = async () => {
  const events = await server.db
    .selectFrom('security_log')
    .select(['detail', 'user_id'])
    .where('event', '=', 'keeping.changed')
    .orderBy('id')
    .execute();
  return events.map(({ detail, user_id }) => [detail, user_id]);
};
/** As if the last change was so long ago. */
async function waitDays(days: number): Promise<void> {
  const { former_years } = await server.db
    .selectFrom('closing_settings')
    .select('former_years')
    .executeTakeFirstOrThrow();
  const all: { until: string }[] = JSON.parse(former_years ?? '[]');
  const moved = all.map((each) => ({
    ...each,
    until: new Date(Date.parse(each.until) - days * day).toISOString(),
  }));
  await server.db
    .updateTable('closing_settings')
    .set({ former_years: JSON.stringify(moved) })
    .execute();
}

it.each(['closings', 'agreements'] as const)(
  'all admins and the log learn of other years: %s',
  async (of) => {
    await save(of, 3);
    const [events, mails] = [(await logged()).length, (await textsTo(server, other.email)).length];
    for (const years of [10, 10, 4]) await save(of, years);
    expect((await logged()).slice(events)).toEqual([
      [`${of}: 3 years → 10 years`, admin.id],
      [`${of}: 10 years → 4 years`, admin.id],
    ]);
    const texts = (await textsTo(server, other.email)).slice(mails);
    expect(texts).toHaveLength(2);
    const { words } = records[of];
    expect(texts[0]).toContain(
      `Ada Admin changed for how many years ${words} stay: from 3 years to 10 years.`,
    );
    expect(texts[0]).not.toContain('nothing is erased by the shorter time');
    expect(texts[1]).toContain('from 10 years to 4 years.');
    expect(texts[1]).toContain('nothing is erased by the shorter time');
    expect((await made(server, admin, `GET ${records[of].path}`)).keepYears).toBe(4);
  },
);

it('the audit log has the old and new years of agreements', async () => {
  await save('agreements', 10);
  await save('agreements', 3);
  const [event] = await made(server, admin, 'GET /api/audit?action=agreement.settings');
  expect(event.details).toContain('kept 10 years → 3 years');
});

it('fewer years erase nothing for 7 days, whatever is saved in between', async () => {
  await save('closings', 10);
  const id = await closingIn(new Scene(server, await person(server), undefined), 'paid');
  await server.db
    .updateTable('closings')
    .set({ keep_from: fromNow(-5 * 366 * day).slice(0, 10) })
    .where('id', '=', id)
    .execute();
  const there = async () => {
    await eraseOldClosings(server.parts);
    return (await server.db.selectFrom('closings').select('id').where('id', '=', id).execute()).length === 1;
  };
  const settings = await made(server, admin, 'GET /api/closings/settings');
  const approvers = settings.approvers.map((each: { user: { _id: string }; capacity: string }) => ({
    user: each.user._id,
    capacity: each.capacity,
  }));
  for (const keepYears of [4, 3])
    await made(server, admin, 'PUT /api/closings/settings', { ...settings, approvers, keepYears });
  expect(await there()).toBe(true);
  await waitDays(6);
  expect(await there()).toBe(true);
  await waitDays(2);
  expect(await there()).toBe(false);
});

it('fewer years of agreements erase none for 7 days', async () => {
  const signer = await broker(server);
  const { member } = await joinedLead(server, signer.token);
  await save('agreements', 10);
  await server.db
    .updateTable('agreements')
    .set({ state: 'ended', ended_on: fromNow(-5 * 366 * day).slice(0, 10) })
    .where('user_id', '=', member)
    .execute();
  await save('agreements', 3);
  expect(await eraseAgreements(server.parts)).toBe(0);
  await waitDays(8);
  expect(await eraseAgreements(server.parts)).toBe(1);
});
