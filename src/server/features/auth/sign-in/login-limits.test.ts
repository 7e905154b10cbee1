import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { engine } from '../../../../../test/database.ts';
import { makeUser, testPassword } from '../../../../../test/factories.ts';
import { patience } from '../../../../../test/patience.ts';
import { type Answer, secondServer, type TestServer, testServer } from '../../../../../test/server.ts';
import { fromNow } from '../../../platform/db/ids.ts';
import { withPermit } from '../passwords/passwords.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => server.stop());

let people = 0;
const unknownEmail = () => `nobody${++people}@example.com`;

const attempt = (from: string, email = unknownEmail(), password = 'wrong password', on = server) =>
  on.call('POST /api/auth', { body: { email, password }, headers: { 'x-forwarded-for': from } });

const statuses = async (count: number, call: () => Promise<{ status: number }>) => {
  const seen: number[] = [];
  for (let n = 0; n < count; n++) seen.push((await call()).status);
  return seen;
};
const times = (count: number, status: number) => Array<number>(count).fill(status);

const passTime = (key: string) =>
  server.db
    .updateTable('rate_limits')
    .set({ resets_at: fromNow(-1) })
    .where('key', '=', key)
    .execute();

describe('sign-in limits', () => {
  it('let an address try 10 times a minute and 25 times in five', async () => {
    expect(await statuses(10, () => attempt('203.0.113.1'))).toEqual(times(10, 400));
    const eleventh = await attempt('203.0.113.1');
    expect(eleventh.status).toBe(429);
    const wait = Number(eleventh.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect(eleventh.body.msg).toMatch(/^Too many requests, please try again in \d+ seconds$/);
    expect((await attempt('203.0.113.2')).status).toBe(400);

    await passTime('signInBurst:203.0.113.1');
    expect(await statuses(10, () => attempt('203.0.113.1'))).toEqual(times(10, 400));
    await passTime('signInBurst:203.0.113.1');
    // The rejected one of the first minute did not count.
    expect(await statuses(6, () => attempt('203.0.113.1'))).toEqual([...times(5, 400), 429]);
    const rejected = await attempt('203.0.113.1');
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(60);
    expect(rejected.body.msg).toBe('Too many requests, please try again in 5 minutes');
    await passTime('signInBurst:203.0.113.1');
    await passTime('signInAddress:203.0.113.1');
    expect((await attempt('203.0.113.1')).status).toBe(400);
  });

  it('let an email be tried wrongly 10 times in 15 minutes from one address, whether there is such a user or not', async () => {
    const { email } = await makeUser(server.db);
    for (const [target, address] of [
      [email, '198.18.0.1'],
      ['unknown@example.com', '198.18.0.2'],
    ] as const) {
      // Without the delay, which has its own test, and the limit of the address.
      const tryIt = async () => {
        await passTime(`signInDelay:${target}`);
        await passTime(`signInBurst:${address}`);
        return attempt(address, target);
      };
      expect(await statuses(11, tryIt)).toEqual([...times(10, 400), 429]);
    }
    await passTime('signInBurst:198.18.0.1');
    const right = await attempt('198.18.0.1', email.toUpperCase(), testPassword);
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    await passTime(`signInEmail:${email}:198.18.0.1`);
    await passTime('signInBurst:198.18.0.1');
    expect((await attempt('198.18.0.1', email, testPassword)).status).toBe(200);
  });

  it('count jointly when attempts come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt('198.18.1.1')));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  if (engine === 'postgres')
    it('count jointly over the servers on one database', async () => {
      const other = await secondServer(server);
      try {
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            attempt('198.18.2.1', unknownEmail(), 'wrong password', n % 2 ? other : server),
          ),
        );
        expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
      } finally {
        await other.stop();
      }
    });

  it('count all addresses of an IPv6 customer as one', async () => {
    let host = 0;
    const answers = await statuses(11, () => attempt(`2001:db8:1:2::${(++host).toString(16)}`));
    expect(answers).toEqual([...times(10, 400), 429]);
    expect((await attempt('2001:db8:1:3::1')).status).toBe(400);
  });

  it('believe only the address that the trusted proxy itself saw', async () => {
    let host = 0;
    const answers = await statuses(11, () => attempt(`198.51.100.${++host}, 198.18.3.1`));
    expect(answers).toEqual([...times(10, 400), 429]);
  });
});

describe('without a trusted proxy', () => {
  it('an address that the client claims changes nothing', async () => {
    const direct = await testServer({ RATE_LIMITS: 'on' });
    try {
      let host = 0;
      const claim = () => attempt(`203.0.113.${++host}`, unknownEmail(), 'wrong password', direct);
      expect(await statuses(11, claim)).toEqual([...times(10, 400), 429]);
    } finally {
      await direct.stop();
    }
  });

  it('neither does one through a proxy that is not the configured one', async () => {
    const behind = await testServer({ RATE_LIMITS: 'on', TRUST_PROXY: '10.0.0.0/8, 192.0.2.7' });
    try {
      let host = 0;
      const claim = () => attempt(`203.0.113.${++host}`, unknownEmail(), 'wrong password', behind);
      expect(await statuses(11, claim)).toEqual([...times(10, 400), 429]);
    } finally {
      await behind.stop();
    }
  });
});

it('sign-ins beyond the hashing queue are answered with 503, and the next is served', async () => {
  const open = await testServer();
  try {
    const { email } = await makeUser(open.db);
    const signIn = () => open.call('POST /api/auth', { body: { email, password: testPassword } });
    // As if two were being hashed: 52 wait, and those beyond are refused.
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    const hashing = [withPermit(() => held), withPermit(() => held)];
    const rejected: Answer[] = [];
    const answers = Array.from({ length: 70 }, async () => {
      const answer = await signIn();
      if (answer.status === 503) rejected.push(answer);
      return answer.status;
    });
    await vi.waitUntil(() => rejected.length === 18, patience);
    for (const { headers } of rejected) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    goOn();
    await Promise.all(hashing);
    expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(52);
    expect((await signIn()).status).toBe(200);
  } finally {
    await open.stop();
  }
});
