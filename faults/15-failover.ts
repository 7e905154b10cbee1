import { tcpProxy } from '../test/tcp-proxy.ts';
import { expectThat, type Fault } from './lib/fault.ts';
import { writing } from './lib/ledger.ts';
import { expectServed, readFeed, statuses } from './lib/load.ts';
import { Postgres } from './lib/postgres.ts';
import { haproxyBeforePostgres } from './lib/proxies.ts';
import { inSeconds, pause, waitFor } from './lib/stage.ts';

const protection = 'synchronous replication';

export default {
  number: '15',
  title: 'failover from the primary to the standby under load',
  limit: 120,
  protections: { [protection]: [] },
  async run(stage) {
    const primary = await Postgres.start(stage);
    // The standby replicates through this proxy: cutting it loses what had not arrived.
    const line = await tcpProxy({ host: '127.0.0.1', port: primary.port });
    const standby = await primary.startStandby(stage, line.port);
    await untilFollowing(primary);
    if (!stage.isOff(protection)) {
      await primary.query("alter system set synchronous_standby_names = '*'");
      await primary.query('select pg_reload_conf()');
    }
    const port = await haproxyBeforePostgres(stage, primary.port, standby.port);
    const server = await stage.started({ DATABASE_URL: primary.through(port) });
    const { ledger, load } = await writing(server.url);
    load.repeat(2, readFeed);
    await pause(3000);

    line.stall();
    await pause(1000);
    const begun = performance.now();
    await primary.kill();
    await line.close();
    // A monitor of the primary would wait before it promotes the standby.
    await pause(1000);
    await standby.query('select pg_promote()');
    const promoted = performance.now() - begun;
    const back = await waitFor(
      async () => load.hasWrittenSince(begun) && (await fetch(`${server.url}/readyz`)).ok,
      20_000,
    );
    const took = performance.now() - begun;
    await pause(3000);
    await load.stop();
    expectThat(
      back !== undefined && took <= 15_000,
      `no write 15 s after the primary died: ${statuses(load.outcomes)}`,
    );
    const compared = await ledger.compare({ databaseUrl: standby.url, dataDir: '' });
    expectServed(load.outcomes, { isAway: true });
    return `${compared}, writing again ${inSeconds(took)} after the primary died (promoted after ${inSeconds(promoted)}), ${statuses(load.outcomes)}`;
  },
} satisfies Fault;

async function untilFollowing(primary: Postgres): Promise<void> {
  const following = await waitFor(
    async () =>
      (await primary.query("select 1 from pg_stat_replication where state = 'streaming'")).length > 0,
    15_000,
  );
  if (following === undefined) throw new Error('The standby does not follow the primary');
}
