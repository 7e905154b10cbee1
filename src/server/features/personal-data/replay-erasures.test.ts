import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { approver, closingBody, letWork, made, nameApprover } from '../../../../test/closings.ts';
import { engine } from '../../../../test/database.ts';
import { emptyPlace, sharedKey } from '../../../../test/empty-place.ts';
import { ignoreBlocks } from '../../../../test/loop-watch.ts';
import { type Person, person, webhookFields } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { makerLeftReason } from '../../../shared/webhooks/webhook-events.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { silent } from '../backup/report.ts';
import { restoreArchive } from '../backup/restore.ts';
import { writeArchive } from '../backup/write-archive.ts';
import { replayOwnErasures } from './replay-erasures.ts';

const passphrase = 'a passphrase for tests';
let server: TestServer;
let folder: string;
let backup: string;

let office: Person;
/** An approver with a license number that a deleted agent had. */
let twin: Person;
/** An approver who has had an address that another agent had before; it is erased. */
let former: Person;
let closings: { ofDeleted: string; ofFormer: string };
let webhookId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerage-replay-'));
  backup = join(folder, 'older.tar.zst');
  server = await testServer({ SECRETS_KEY: sharedKey, ERASED_FILE: join(folder, 'erased.ndjson') });
  office = await approver(server);
  twin = await approver(server);
  const agent = await person(server);
  await letWork(server, agent.id);
  const { number } = await made(server, agent, 'GET /api/licenses/me');
  await made(server, twin, 'PUT /api/licenses/me', { number, expires: '2099-01-31' });

  const email = 'shared@example.com';
  const rename = ({ id, name, admin }: Person, to: string) =>
    made(server, office, `PUT /api/users/${id}`, { name, email: to, admin });
  const other = await person(server, { email });
  former = await person(server, { admin: true });
  await rename(other, 'other@example.com');
  await rename(former, email);
  await rename(former, 'former@example.com');
  await nameApprover(server, former.id);
  await letWork(server, other.id);

  const report = async (who: Person) => (await made(server, who, 'POST /api/my-closings', closingBody()))._id;
  closings = { ofDeleted: await report(agent), ofFormer: await report(other) };
  const [maker, leaver] = [await person(server, { admin: true }), await person(server, { admin: true })];
  const { webhook } = await made(server, maker, 'POST /api/webhooks', webhookFields);
  webhookId = webhook._id;

  await writeArchive(server.config, backup, { report: silent, passphrase });
  for (const { id } of [agent, maker, leaver]) await made(server, office, `DELETE /api/users/${id}`);
  await made(server, office, 'POST /api/personal-data/erasure', { email });
  await server.parts.erasedFiles.update();
  ignoreBlocks();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The answers to those who would decide on a closing of their own. */
async function refusals(at: TestServer) {
  const decide = async ({ token }: Person, id: string) => {
    const body = { reason: 'The buyer left', charges: [] };
    return (await at.call(`POST /api/closings/${id}/fell-through`, { token, body })).status;
  };
  return [await decide(twin, closings.ofDeleted), await decide(former, closings.ofFormer)];
}

const linksOf = async ({ db }: TestServer) => [
  await db.selectFrom('same_people').selectAll().orderBy('user_id').orderBy('link_id').execute(),
  await db.selectFrom('gone_identities').selectAll().orderBy('link_id').orderBy('value').execute(),
];

async function webhookOf(at: TestServer) {
  const all = await made(at, office, 'GET /api/webhooks');
  return all.find(({ _id }: { _id: string }) => _id === webhookId);
}

async function restored(how: 'a restore' | 'a start'): Promise<TestServer> {
  const files = [server.config.erasedFile];
  const place = await emptyPlace(engine, { ERASED_FILE: server.config.erasedFile });
  onTestFinished(() => place.remove());
  const { sealing } = server.parts;
  const erasures = how === 'a restore' ? { files, sealing } : undefined;
  await restoreArchive(place.config, backup, { report: silent, passphrase, erasures });
  if (how === 'a start') {
    const db = openDatabase(place.config);
    expect(await replayOwnErasures(db, place.config, sealing)).toMatchObject({ erased: 3 });
    await db.destroy();
  }
  const again = await secondServer(place);
  onTestFinished(() => again.stop());
  ignoreBlocks();
  return again;
}

it.each(['a restore', 'a start'] as const)(
  'an older backup forgets neither who is one person nor that the webhooks of who left are off, by %s',
  async (how) => {
    expect(await refusals(server)).toEqual([403, 403]);
    const again = await restored(how);
    expect(await refusals(again)).toEqual([403, 403]);
    expect(await linksOf(again)).toEqual(await linksOf(server));
    const off = { enabled: false, disabledReason: makerLeftReason };
    expect([await webhookOf(server), await webhookOf(again)]).toMatchObject([off, off]);
  },
);

it('tells those who are still admins of the webhook, and no one of what they were told before', async () => {
  const again = await restored('a restore');
  const mails = await again.db.selectFrom('mails').select(['recipient', 'subject']).execute();
  const before = mails.filter(({ subject }) => !subject.startsWith('A webhook was turned off'));
  const admins = await again.db.selectFrom('users').select('email').where('admin', '=', true).execute();
  expect(mails.length - before.length).toBe(admins.length);
  for (const { email } of admins)
    expect(mails).toContainEqual({
      recipient: email,
      subject: expect.stringContaining('A webhook was turned off'),
    });
  expect(before.map(({ subject }) => subject).filter((subject) => /delet/i.test(subject))).toEqual([]);
});
