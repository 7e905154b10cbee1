import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { minute, second } from '../../../shared/time.ts';
import { publishDueArticles } from './publish-due-articles.ts';

/** The database's clock decides; that of a process may be wrong. */

let server: TestServer;
let other: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  other = await secondServer(server);
  token = await makeToken(server.db);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await other.stop();
  await server.stop();
});

/** The clock of this process, while the database's stays as it is. */
function turnClock(by: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by });
}

const inFuture = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const create = (given: object) =>
  server.call('POST /api/articles', { token, body: articleBody({ title: crypto.randomUUID(), ...given }) });
const listOf = async (of: TestServer) => (await of.call('GET /articles')).body;

describe.each([200, 10 * minute])('a process whose clock is %i ms', (wrong) => {
  it('behind shows at once what another has published', async () => {
    turnClock(-wrong);
    await listOf(other);
    vi.useRealTimers();
    const { body } = await create({});
    turnClock(-wrong);
    await other.parts.content.refresh();
    expect(await listOf(other)).toContain(body.slug);
  });

  it('behind publishes what is due', async () => {
    const { body } = await create({ state: 'scheduled', date: inFuture(minute) });
    const due = inFuture(-1);
    await server.db
      .updateTable('articles')
      .set({ published_at: due, due_at: due })
      .where('id', '=', body._id)
      .execute();
    turnClock(-wrong);
    await publishDueArticles(server.parts);
    expect(await listOf(server)).toContain(body.slug);
  });

  it('ahead publishes nothing too early', async () => {
    const { body } = await create({ state: 'scheduled', date: inFuture(wrong - 50 + minute) });
    turnClock(wrong + minute);
    await publishDueArticles(server.parts);
    expect(await listOf(server)).not.toContain(body.slug);
  });
});

describe('a process whose clock is ten minutes', () => {
  it('ahead takes an article for the next five, and dates another right', async () => {
    const date = inFuture(5 * minute);
    turnClock(10 * minute);
    expect((await create({ state: 'scheduled', date })).status).toBe(200);
    const { body } = await create({});
    expect(Date.parse(body.date)).toBeLessThan(Date.now() - 9 * minute);
  });

  it('behind takes none for the past', async () => {
    const date = inFuture(-5 * second);
    turnClock(-10 * minute);
    expect((await create({ state: 'scheduled', date })).body.msg).toBe('Date must be in the future');
  });
});
