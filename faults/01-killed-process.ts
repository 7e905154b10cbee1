import { join } from 'node:path';
import { expectThat, type Fault } from './lib/fault.ts';
import { Ledger, writing } from './lib/ledger.ts';
import { signIn } from './lib/load.ts';
import { patch } from './lib/patch.ts';
import { Postgres } from './lib/postgres.ts';
import { end, inSeconds, pause, type Stage } from './lib/stage.ts';

const rounds = 20;
/** Answers a moment before the commit. */
const withoutWaiting = patch(
  'platform/db/transaction.ts',
  'return retried(() => db.transaction().execute(work));',
  `return retried(() => new Promise((resolve, reject) => {
      db.transaction().execute(async (transaction) => {
        const result = await work(transaction);
        resolve(result);
        await setTimeout(20);
        return result;
      }).catch(reject);
    }));`,
);

export default {
  number: '1',
  title: `kill -9 of the app under writes, ${rounds} times`,
  limit: 400,
  protections: { 'the wait for the commit': [withoutWaiting] },
  async run(stage) {
    const onSqlite = await onEngine(stage, undefined);
    if (stage.isControl) return onSqlite;
    const { url } = await Postgres.start(stage);
    return `SQLite: ${onSqlite}; PostgreSQL: ${await onEngine(stage, url)}`;
  },
} satisfies Fault;

async function onEngine(stage: Stage, databaseUrl: string | undefined): Promise<string> {
  const dataDir = join(stage.folder, databaseUrl ? 'data-postgres' : 'data');
  const ledger = new Ledger();
  let slowest = 0;
  let token = '';
  for (let round = 1; round <= (stage.isControl ? 4 : rounds); round++) {
    const begun = performance.now();
    const server = await stage.started({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, stage.patches);
    const took = performance.now() - begun;
    slowest = Math.max(slowest, took);
    // Signs in once: the session must survive as well.
    token ||= await signIn(server.url);
    const { load } = await writing(server.url, { ledger, token });
    // Not all at the same moment of a write.
    await pause(400 + 40 * round);
    await end(server);
    await load.stop();
  }
  const compared = await ledger.compare({ databaseUrl, dataDir });
  expectThat(slowest <= 5000, `ready again only after ${inSeconds(slowest)}`);
  return `${compared}, ready again in ${inSeconds(slowest)} at most`;
}
