import { call } from '../test/server.ts';
import { tcpProxy } from '../test/tcp-proxy.ts';
import { expectOk, expectThat, expectWithin, type Fault, inTime } from './lib/fault.ts';
import { signIn } from './lib/load.ts';
import { patch } from './lib/patch.ts';
import { Postgres } from './lib/postgres.ts';
import { inSeconds, pause } from './lib/stage.ts';

const pool = 'platform/db/postgres.ts';
const withoutLimits = [
  patch(pool, 'connectionTimeoutMillis: patience', 'connectionTimeoutMillis: 0'),
  patch(pool, 'watchPulse(pool)', '() => {}'),
];

export default {
  number: '3',
  title: 'the database away for 30 s, silent and cut off',
  limit: 120,
  protections: { 'limits on waiting for the database': withoutLimits },
  async run(stage) {
    const database = await Postgres.start(stage);
    const proxy = await tcpProxy({ host: '127.0.0.1', port: database.port });
    const server = await stage.started({ DATABASE_URL: database.through(proxy.port) }, stage.patches);
    const token = await signIn(server.url);
    const get = (path: string) => call(server.url, `GET ${path}`, { token });
    for (const path of ['/', '/articles']) expectOk(await get(path), `${path} at first`);

    let slowest = 0;
    let calls = 0;
    const whileAway = async (seconds: number) => {
      const ends = performance.now() + seconds * 1000;
      while (performance.now() < ends) {
        const begun = performance.now();
        const asked = Promise.all(['/api/posts', '/api/auth', '/readyz'].map((path) => get(path)));
        for (const { status, headers } of await inTime(asked, 10_000, 'a call has no answer after 10 s')) {
          expectThat(status === 503, `a call answers ${status}`);
          expectThat(
            Number(headers.get('retry-after') ?? 99) <= 3,
            'a 503 has no Retry-After of 3 s or less',
          );
        }
        calls += 2;
        slowest = Math.max(slowest, performance.now() - begun);
        for (const path of ['/livez', '/', '/articles'])
          expectOk(await get(path), `${path} while the database is away`);
        await pause(100);
      }
    };
    proxy.stall();
    await whileAway(15);
    await proxy.cut();
    await whileAway(15);
    await proxy.restore();
    const back = await expectWithin(
      5000,
      async () => (await get('/readyz')).status === 200 && (await get('/api/posts')).status === 200,
      'not serving 5 s after the database is back',
    );
    // Three calls at once, on a machine that may be busy.
    expectThat(slowest <= 3500, `a call took ${inSeconds(slowest)}`);
    return `${calls} calls 503 in ${inSeconds(slowest)} at most, pages 200, serving again after ${inSeconds(back)}`;
  },
} satisfies Fault;
