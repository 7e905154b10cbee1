import type { Fault } from './lib/fault.ts';
import { writing } from './lib/ledger.ts';
import { expectServed, readFeed } from './lib/load.ts';
import { Postgres } from './lib/postgres.ts';
import { haproxyBefore, replaceServer } from './lib/proxies.ts';

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
    for (let restart = 0; restart < (stage.isControl ? 4 : restarts); restart++)
      await replaceServer(stage, proxy, servers, restart % 2, settings);
    await load.stop();
    expectServed(load.outcomes);
    const compared = await ledger.compare({ databaseUrl: database.url, dataDir: '' });
    return `0 of ${load.outcomes.length} requests failed without a retry, ${compared}`;
  },
} satisfies Fault;
