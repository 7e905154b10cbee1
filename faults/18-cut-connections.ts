import { tcpProxy } from '../test/tcp-proxy.ts';
import { expectThat, type Fault } from './lib/fault.ts';
import { writing } from './lib/ledger.ts';
import { expectServed, readFeed, statuses } from './lib/load.ts';
import { patch } from './lib/patch.ts';
import { Postgres } from './lib/postgres.ts';
import { pause, waitFor } from './lib/stage.ts';

const away = 'platform/db/database-away.ts';
const withoutTryAgain = [
  patch(away, '|57P\\d\\d', ''),
  patch(away, '|Connection terminated|not queryable', ''),
];

export default {
  number: '18',
  title: 'database connections cut every second for a minute',
  limit: 120,
  protections: { '503 for lost connections': withoutTryAgain },
  async run(stage) {
    const database = await Postgres.start(stage);
    const proxy = await tcpProxy({ host: '127.0.0.1', port: database.port });
    const server = await stage.started(
      { DATABASE_URL: database.through(proxy.port), LOG_LEVEL: 'fatal' },
      stage.patches,
    );
    const { ledger, load } = await writing(server.url, { writers: 3 });
    load.repeat(3, readFeed);
    const seconds = stage.isControl ? 12 : 60;
    for (let second = 0; second < seconds; second++) {
      // Cuts in turn as a stopping database does, and as a network does.
      if (second % 2 === 0) {
        await database.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
        );
      } else {
        await proxy.cut();
        await proxy.restore();
      }
      await pause(1000);
    }
    const ready = await waitFor(async () => (await fetch(`${server.url}/readyz`)).ok, 5000);
    await load.stop();
    expectServed(load.outcomes, { isAway: true });
    expectThat(ready !== undefined, 'not ready 5 s after the last cut');
    const compared = await ledger.compare({ databaseUrl: database.url, dataDir: '' });
    return `${statuses(load.outcomes)}, ${compared}`;
  },
} satisfies Fault;
