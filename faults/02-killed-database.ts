import { expectThat, expectWithin, type Fault } from './lib/fault.ts';
import { writing } from './lib/ledger.ts';
import { expectServed } from './lib/load.ts';
import { Postgres } from './lib/postgres.ts';
import { inSeconds, pause } from './lib/stage.ts';

const rounds = 5;
const protection = 'the wait of PostgreSQL for its log';

export default {
  number: '2',
  title: `kill -9 of the database under writes, ${rounds} times`,
  limit: 120,
  protections: { [protection]: [] },
  async run(stage) {
    // A setting of PostgreSQL: the product relies on it.
    const database = await Postgres.start(
      stage,
      stage.isOff(protection) ? { synchronous_commit: 'off', wal_writer_delay: '10s' } : undefined,
    );
    const server = await stage.started({ DATABASE_URL: database.url });
    const { ledger, load } = await writing(server.url);
    let slowest = 0;
    for (let round = 1; round <= (stage.isControl ? 2 : rounds); round++) {
      await pause(1000);
      await database.kill();
      await pause(500);
      await database.start();
      const isReady = async () => (await fetch(`${server.url}/readyz`)).ok;
      const ready = await expectWithin(15_000, isReady, 'the server is not ready 15 s after the database');
      slowest = Math.max(slowest, ready);
    }
    await pause(500);
    await load.stop();
    const compared = await ledger.compare({ databaseUrl: database.url, dataDir: '' });
    expectServed(load.outcomes, { isAway: true });
    expectThat(slowest <= 5000, `serving again only ${inSeconds(slowest)} after the database`);
    return `${compared}, serving again ${inSeconds(slowest)} after the database at most`;
  },
} satisfies Fault;
