import { join } from 'node:path';
import { startCommand } from '../test/command.ts';
import { call } from '../test/server.ts';
import { expectThat, type Fault } from './lib/fault.ts';
import { Ledger, writeInto } from './lib/ledger.ts';
import { Load, signIn } from './lib/load.ts';
import { type Patch, patchedBy } from './lib/patch.ts';
import { Postgres } from './lib/postgres.ts';
import { end, pause, type Stage } from './lib/stage.ts';

type Settings = { DATA_DIR: string; SECRETS_KEY: string; DATABASE_URL?: string };

/** A server starts on another one's data only with its key. */
const key = Buffer.alloc(32, 7).toString('base64');

const snapshot = 'src/server/platform/db/snapshot.ts';
const protections = {
  'the snapshot of SQLite': [
    {
      file: snapshot,
      from: 'const db = await connection.startTransaction().execute();',
      to: 'const db = Object.assign(connection, { rollback: () => ({ execute: async () => {} }) });',
    },
  ],
  'the snapshot of PostgreSQL': [
    {
      file: snapshot,
      from: ".setIsolationLevel('repeatable read')",
      to: ".setIsolationLevel('read committed')",
    },
  ],
} satisfies Fault['protections'];

/** Stands for tables that take long to read. */
const slowly: Patch = {
  file: 'src/server/features/backup/write-archive.ts',
  from: 'for (const table of tables) yield* this.#table(table, pace);',
  to: `for (const table of tables) {
      yield* this.#table(table, pace);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }`,
};

const fault: Fault = {
  number: '12',
  title: 'a backup under writes, restored into an empty database',
  limit: 240,
  protections,
  helpers: [slowly],
  async run(stage) {
    const figures: string[] = [];
    const folder = (name: string): Settings => ({
      DATA_DIR: join(stage.folder, name),
      SECRETS_KEY: key,
    });
    if (!stage.isOff('the snapshot of PostgreSQL'))
      figures.push(`SQLite: ${await backUpAndRestore(stage, folder('data'), folder('restored'))}`);
    if (!stage.isOff('the snapshot of SQLite')) {
      const [from, to] = [await Postgres.start(stage), await Postgres.start(stage)];
      const figure = await backUpAndRestore(
        stage,
        { ...folder('data-postgres'), DATABASE_URL: from.url },
        { ...folder('restored-postgres'), DATABASE_URL: to.url },
      );
      figures.push(`PostgreSQL: ${figure}`);
    }
    return figures.join('; ');
  },
};
export default fault;

async function backUpAndRestore(stage: Stage, from: Settings, to: Settings): Promise<string> {
  const file = join(stage.folder, `${from.DATABASE_URL ? 'postgres' : 'sqlite'}.tar.zst`);
  const server = await stage.started(from);
  const ledger = new Ledger();
  const load = writeInto(ledger, new Load(server.url, await signIn(server.url)));
  await pause(2000);
  const before = ledger.copy();
  await command(stage, 'backup', [file], { ...from, ...patchedBy([slowly, ...stage.patches]) });
  const meanwhile = ledger.size - before.size;
  await load.stop();
  await end(server);
  if (meanwhile < 20) throw new Error(`Only ${meanwhile} writes happened during the backup`);

  await command(stage, 'restore', [file], to);
  const restored = await stage.started(to);
  const token = await signIn(restored.url);
  const feed = await call(restored.url, 'GET /api/posts', { token });
  expectThat(feed.status === 200, `the restored feed answers ${feed.status}`);
  await end(restored);
  const failed = load.outcomes.filter(({ status }) => status !== 200).length;
  expectThat(failed === 0, `${failed} of ${load.outcomes.length} requests failed during the backup`);
  const compared = await before.compare({ databaseUrl: to.DATABASE_URL, dataDir: to.DATA_DIR });
  return `${compared}, ${meanwhile} written meanwhile`;
}

async function command(
  stage: Stage,
  name: string,
  args: string[],
  settings: Record<string, string | undefined>,
): Promise<void> {
  const { child, ended } = startCommand(name, args, settings);
  stage.onClose(() => child.kill('SIGKILL'));
  const { code, output } = await ended;
  expectThat(code === 0, `${name} fails: ${output.slice(-300)}`);
}
