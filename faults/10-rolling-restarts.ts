import { expectThat, type Fault } from './lib/fault.ts';
import { writing } from './lib/ledger.ts';
import { expectServed, readFeed } from './lib/load.ts';
import { Postgres } from './lib/postgres.ts';
import { haproxyBefore, untilAllServe } from './lib/proxies.ts';
import { inSeconds, pause } from './lib/stage.ts';

const restarts = 10;
const protection = 'the drain time';

export default {
  number: '10',
  title: `SIGTERM under load behind haproxy, ${restarts} rolling restarts`,
  limit: 180,
  protections: { [protection]: [] },
  async run(stage) {
    const database = await Postgres.start(stage);
    const settings = {
      DATABASE_URL: database.url,
      TRUST_PROXY: '127.0.0.1',
      DRAIN_SECONDS: stage.isOff(protection) ? '0' : '1',
    };
    const servers = [await stage.started(settings), await stage.started(settings)];
    const proxy = await haproxyBefore(stage, servers);
    const { ledger, load } = await writing(proxy);
    load.repeat(4, readFeed);
    let slowest = 0;
    let forced = 0;
    for (let restart = 0; restart < (stage.isControl ? 4 : restarts); restart++) {
      await pause(500);
      const server = servers[restart % 2];
      if (!server) throw new Error('No server to restart');
      const begun = performance.now();
      server.child.kill('SIGTERM');
      const { code } = await server.ended;
      slowest = Math.max(slowest, performance.now() - begun);
      if (code !== 0) forced++;
      servers[restart % 2] = await stage.started(settings, [], Number(new URL(server.url).port));
      await untilAllServe(proxy);
    }
    await load.stop();
    expectServed(load.outcomes);
    expectThat(forced === 0, `${forced} processes did not end by themselves`);
    expectThat(slowest <= 15_000, `a process took ${inSeconds(slowest)} to exit`);
    const compared = await ledger.compare({ databaseUrl: database.url, dataDir: '' });
    return `0 of ${load.outcomes.length} requests failed without a retry, exit within ${inSeconds(slowest)}, ${compared}`;
  },
} satisfies Fault;
