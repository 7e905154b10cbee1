import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine } from '../../test/database.ts';
import { goodRequests } from '../../test/good-requests.ts';
import { startProcess } from '../../test/process.ts';
import { type Person, person, Scene } from '../../test/scene.ts';
import { call, secondServer, type TestServer, testServer } from '../../test/server.ts';
import type { ApiContract } from '../shared/api.contract.ts';
import { type Held, noRights } from '../shared/users/rights.ts';

/** Makes what the calls are about. */
let scenery: TestServer;
let admin: Person;
/** Two processes of one PostgreSQL. SQLite has one process: there they are two servers in it. */
let first: { url: string };
let second: { url: string };
const SECRETS_KEY = randomBytes(32).toString('base64');
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  scenery = await testServer({ SECRETS_KEY });
  admin = await person(scenery, { admin: true });
  first = engine === 'postgres' ? await processOn('first') : scenery;
  second = engine === 'postgres' ? await processOn('second') : await otherServer();
});
afterAll(async () => {
  for (const end of ends) await end();
  await scenery.stop();
});

async function processOn(folder: string): Promise<{ url: string }> {
  const { dataDir, databaseUrl } = scenery.config;
  const { child, ended, ready, url } = startProcess({
    DATA_DIR: join(dataDir, folder),
    DATABASE_URL: databaseUrl,
    RATE_LIMITS: 'off',
    SECRETS_KEY,
  });
  ends.push(() => {
    child.kill('SIGKILL');
    return ended;
  });
  await ready;
  return { url };
}

async function otherServer(): Promise<TestServer> {
  const server = await secondServer(scenery);
  ends.push(() => server.stop());
  return server;
}

const acts: [key: keyof ApiContract, look: string, held: Partial<Held>][] = [
  ['PATCH /api/leads/:id', 'GET /api/leads', { recruiting: true }],
  ['POST /api/closings/:id/ask', 'GET /api/closings/work', { coordinator: true }],
  ['PUT /api/licenses/:id', 'GET /api/licenses', { compliance: true }],
  ['POST /api/submissions/:id/send-back', 'GET /api/submissions', { content: true }],
  ['POST /api/users', 'GET /api/users', { admin: true }],
];

const actsOf = async ({ id }: Person): Promise<number> =>
  (await scenery.db.selectFrom('audit_log').select('id').where('actor_id', '=', id).execute()).length;

const take = ({ id, name, email }: Person) =>
  call(second.url, `PUT /api/users/${id}`, {
    token: admin.token,
    body: { name, email, ...noRights },
  });

it.each(acts)('a right that another process takes is gone: %s', async (key, look, held) => {
  for (const order of ['look, take, act', 'act as it is taken', 'taken as they act']) {
    const who = await person(scenery, held);
    const { params, body } = await goodRequests[key](new Scene(scenery, await person(scenery), who));
    const path = key.replace(/:id/, String(new Map(Object.entries(params ?? {})).get('id')));
    const act = () => call(first.url, path, { token: who.token, body });
    expect((await call(first.url, look, { token: who.token })).status).toBe(200);
    const before = await actsOf(who);
    const [taken, acted] =
      order === 'look, take, act'
        ? [await take(who), await act()]
        : order === 'act as it is taken'
          ? await Promise.all([take(who), act()])
          : await Promise.all([act(), take(who)]).then(([acted, taken]) => [taken, acted] as const);
    expect(taken.status).toBe(200);
    // An admin's sessions end with the right.
    const refused = held.admin ? 401 : 403;
    expect(order === 'look, take, act' ? [refused] : [200, 401, 403]).toContain(acted.status);
    expect((await actsOf(who)) - before).toBe(acted.status === 200 ? 1 : 0);
    expect((await act()).status).toBe(refused);
  }
});
