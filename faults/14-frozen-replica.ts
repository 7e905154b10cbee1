import { readFileSync } from 'node:fs';
import { call, made200 } from '../test/server.ts';
import { expectOk, expectThat, type Fault } from './lib/fault.ts';
import { writing } from './lib/ledger.ts';
import { expectServed, percentile, readFeed, signIn } from './lib/load.ts';
import { patch } from './lib/patch.ts';
import { Postgres } from './lib/postgres.ts';
import { inSeconds, pause, waitFor } from './lib/stage.ts';

const pool = 'platform/db/postgres.ts';
const withoutLimits = patch(
  pool,
  'const settings = Object.entries(limits);',
  'const settings = Object.entries(limits).map(([name]) => [name, 0]);',
);
const withoutPermits = patch(pool, 'Math.max(1, Math.floor(connections * 0.7))', '1000');
/** Between the lock of the feed's row and the commit. */
const freezing = patch(
  'features/posts/feed-events.service.ts',
  '  await addEvent(transaction, {',
  "  if (process.env.FREEZE === event.kind) process.kill(process.pid, 'SIGSTOP');\n  await addEvent(transaction, {",
);

export default {
  number: '14',
  title: 'a replica frozen (SIGSTOP) in the middle of a feed write',
  limit: 90,
  protections: {
    'limits on waiting for a lock': [withoutLimits],
    'connections that writers cannot take': [withoutPermits],
  },
  helpers: [freezing],
  async run(stage) {
    const database = await Postgres.start(stage);
    const settings = { DATABASE_URL: database.url };
    const frozen = await stage.started({ ...settings, FREEZE: 'liked' }, [...stage.patches, freezing]);
    const other = await stage.started(settings, stage.patches);
    const token = await signIn(other.url);
    const { _id: post } = made200(
      await call(frozen.url, 'POST /api/posts', { token, body: { text: 'Open house' } }),
      'A post',
    );

    // More writers than a process has connections.
    const { ledger, load } = await writing(other.url, { token, writers: 12 });
    load.repeat(4, readFeed);
    await pause(2000);
    const write = call(frozen.url, `PUT /api/posts/like/${post}`, { token }).catch(() => undefined);
    const stat = `/proc/${frozen.child.pid}/stat`;
    if ((await waitFor(async () => readFileSync(stat, 'utf8').includes(') T '), 5000)) === undefined)
      throw new Error('The process does not freeze');
    const begun = performance.now();
    const resumed = await waitFor(async () => load.hasWrittenSince(begun, '/api/posts'), 10_000);
    const tookAll = performance.now() - begun;
    await pause(4000);
    // Stop first: a read is recorded only when it ends, and one may still be waiting.
    const stop = load.stop();
    const stopped = await Promise.race([stop.then(() => true), pause(5000).then(() => false)]);
    const reads = load.outcomes.filter(({ at, key }) => at > begun && key === 'GET /api/posts');
    const p99 = percentile(reads, 0.99);
    frozen.child.kill('SIGCONT');
    const thawed = await write;
    await stop;
    expectThat(
      resumed !== undefined && tookAll <= 5000,
      `feed writes go on only after ${inSeconds(tookAll)}`,
    );
    expectThat(stopped, 'calls are still waiting at the end');
    expectThat(p99 <= 700, `p99 of ${reads.length} reads is ${Math.round(p99)} ms`);
    expectServed(load.outcomes, { isAway: true });
    expectThat(thawed?.status === 503, `the frozen write answers ${thawed?.status}`);
    expectOk(await call(frozen.url, 'GET /api/posts', { token }), 'the process after it was frozen');
    const compared = await ledger.compare({ databaseUrl: database.url, dataDir: '' });
    return `p99 of ${reads.length} reads ${Math.round(p99)} ms, feed writes go on after ${inSeconds(tookAll)}, ${compared}`;
  },
} satisfies Fault;
