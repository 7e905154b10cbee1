import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { engine } from '../../../../test/database.ts';
import { makeToken } from '../../../../test/factories.ts';
import { patience } from '../../../../test/patience.ts';
import { type Answer, secondServer, type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;

// With a trusted proxy, a test can use many addresses.
beforeEach(async () => {
  server = await testServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
});
afterEach(() => server.stop());

const limit = 600;

const asMember = (token: string, on = server) => on.call('GET /api/auth', { token });
const asVisitor = (address: string, key = 'GET /api/testimonials', token?: string) =>
  server.call(key, { token, headers: { 'x-forwarded-for': address } });

/** Counts the statuses of `calls` calls, a few dozen at a time. */
async function tally(calls: number, call: (number: number) => Promise<Answer>) {
  const statuses: Record<number, number> = {};
  for (let done = 0; done < calls; done += 50) {
    const many = Array.from({ length: Math.min(50, calls - done) }, (_, number) => call(done + number));
    for (const { status } of await Promise.all(many)) statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

const sharedHits = async () =>
  (
    await server.db.selectFrom('rate_limits').select(['key', 'hits']).where('key', 'like', 'api:%').execute()
  ).map(({ hits }) => hits);

describe('the limit on calls of the API', () => {
  it('lets a session make 600 calls in five minutes, and says how long to wait', async () => {
    const token = await makeToken(server.db);
    expect(await tally(limit + 50, () => asMember(token))).toEqual({ 200: limit, 429: 50 });
    const rejected = await asMember(token);
    expect(rejected.status).toBe(429);
    const wait = Number(rejected.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(60);
    expect(wait).toBeLessThanOrEqual(300);
    expect(rejected.body.errors).toEqual([
      { msg: expect.stringMatching(/^Too many requests, please try again in \d minutes$/) },
    ]);
    expect((await asMember(await makeToken(server.db))).status).toBe(200);
    expect((await server.call('GET /api/testimonials')).status).toBe(200);
  });

  it('is over after five minutes', async () => {
    const token = await makeToken(server.db);
    expect(await tally(limit + 1, () => asMember(token))).toEqual({ 200: limit, 429: 1 });
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.now() + 290_000);
    expect((await asMember(token)).status).toBe(429);
    vi.setSystemTime(Date.now() + 10_001);
    expect(await tally(limit + 1, () => asMember(token))).toEqual({ 200: limit, 429: 1 });
  });

  it('counts visitors and invalid tokens by address', async () => {
    const half = limit / 2;
    expect(await tally(half, () => asVisitor('203.0.113.1'))).toEqual({ 200: half });
    const guess = (number: number) => asVisitor('203.0.113.1', 'GET /api/auth', `guess ${number}`);
    expect(await tally(half, guess)).toEqual({ 401: half });
    const others = ['GET /api/testimonials', 'GET /api/users', 'POST /api/contact', 'POST /api/auth'];
    for (const key of others) expect((await asVisitor('203.0.113.1', key)).status).toBe(429);
    expect((await asVisitor('203.0.113.2')).status).toBe(200);
    const token = await makeToken(server.db);
    expect((await asVisitor('203.0.113.1', 'GET /api/auth', token)).status).toBe(200);
  });

  it('counts all addresses of an IPv6 customer as one', async () => {
    const call = (number: number) => asVisitor(`2001:db8:1:2::${number.toString(16)}`);
    expect(await tally(limit + 10, call)).toEqual({ 200: limit, 429: 10 });
    expect((await asVisitor('2001:db8:1:3::1')).status).toBe(200);
  });

  it('rejects before the body is read', async () => {
    expect(await tally(limit, () => asVisitor('203.0.113.9'))).toEqual({ 200: limit });
    const tooLarge = 'x'.repeat(200_000);
    const answer = await server.call('POST /api/contact', {
      body: tooLarge,
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
    expect(answer.status).toBe(429);
  });

  it('writes nothing for clients with few calls, and a sum now and then for the others', async () => {
    const [few, many] = [await makeToken(server.db), await makeToken(server.db)];
    expect(await tally(19, () => asMember(few))).toEqual({ 200: 19 });
    expect(await tally(300, () => asMember(many))).toEqual({ 200: 300 });
    // A few hits are not shared yet.
    await expect.poll(async () => (await sharedHits())[0], patience).toBeGreaterThan(300 - 20);
    expect(await sharedHits()).toHaveLength(1);
  });

  it('does not exist without RATE_LIMITS', async () => {
    const open = await testServer();
    onTestFinished(() => open.stop());
    const token = await makeToken(open.db);
    expect(await tally(limit + 50, () => asMember(token, open))).toEqual({ 200: limit + 50 });
  });
});

if (engine === 'postgres')
  describe('two servers on one database', () => {
    it('count jointly', async () => {
      const other = await secondServer(server);
      onTestFinished(() => other.stop());
      const token = await makeToken(server.db);
      expect(await tally(400, () => asMember(token))).toEqual({ 200: 400 });
      await expect.poll(async () => (await sharedHits())[0], patience).toBeGreaterThan(400 - 20);
      let accepted = 400;
      const atOther = async () => {
        const answer = await asMember(token, other);
        if (answer.status === 200) accepted++;
        return answer;
      };
      await tally(190, atOther);
      await expect.poll(async () => (await atOther()).status, patience).toBe(429);
      expect(accepted).toBeLessThanOrEqual(limit + 2 * 20);
      await expect.poll(async () => (await asMember(token)).status, patience).toBe(429);
    });
  });
