import { join } from 'node:path';
import { startCommand } from '../test/command.ts';
import { sharedKey } from '../test/empty-place.ts';
import { call } from '../test/server.ts';
import { expectOk, expectThat, type Fault } from './lib/fault.ts';
import { writing } from './lib/ledger.ts';
import { expectServed, signIn } from './lib/load.ts';
import { patch, patchedBy } from './lib/patch.ts';
import { Postgres } from './lib/postgres.ts';
import { end, pause, type Stage } from './lib/stage.ts';

type Settings = { DATA_DIR: string; SECRETS_KEY: string; DATABASE_URL?: string };

const snapshot = 'platform/db/snapshot.ts';
const protections = {
  'the snapshot of SQLite': [
    patch(
      snapshot,
      'const db = await connection.startTransaction().execute();',
      'const db = Object.assign(connection, { rollback: () => ({ execute: async () => {} }) });',
    ),
  ],
  'the snapshot of PostgreSQL': [
    patch(snapshot, ".setIsolationLevel('repeatable read')", ".setIsolationLevel('read committed')"),
  ],
} satisfies Fault['protections'];

/** Stands for tables that take long to read. */
const slowly = patch(
  'features/backup/write-archive.ts',
  'for (const table of tables) yield* this.#table(table, pace);',
  `for (const table of tables) {
      yield* this.#table(table, pace);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }`,
);

export default {
  number: '12',
  title: 'a backup under writes, restored into an empty database',
  limit: 240,
  protections,
  helpers: [slowly],
  async run(stage) {
    const figures: string[] = [];
    const folder = (name: string): Settings => ({
      DATA_DIR: join(stage.folder, name),
      SECRETS_KEY: sharedKey,
    });
    const onPostgres = async (name: string) => ({
      ...folder(name),
      DATABASE_URL: (await Postgres.start(stage)).url,
    });
    if (!stage.isOff('the snapshot of PostgreSQL')) {
      const targets = [folder('sqlite-to-sqlite')];
      if (!stage.isControl) targets.push(await onPostgres('sqlite-to-postgres'));
      figures.push(`SQLite: ${await backUpAndRestore(stage, folder('sqlite'), targets)}`);
    }
    if (!stage.isOff('the snapshot of SQLite')) {
      const targets: Settings[] = [await onPostgres('postgres-to-postgres')];
      if (!stage.isControl) targets.push(folder('postgres-to-sqlite'));
      figures.push(`PostgreSQL: ${await backUpAndRestore(stage, await onPostgres('postgres'), targets)}`);
    }
    return figures.join('; ');
  },
} satisfies Fault;

/** Restores into each of the targets, which may be of the other engine. */
async function backUpAndRestore(stage: Stage, from: Settings, targets: Settings[]): Promise<string> {
  const file = join(stage.folder, `${from.DATABASE_URL ? 'postgres' : 'sqlite'}.tar.zst`);
  const server = await stage.started(from);
  const { ledger, load } = await writing(server.url);
  load.repeat(1, ledger.writeTestimonial);
  await pause(2000);
  while (ledger.count('testimonial') === 0) await pause(100);
  const before = ledger.copy();
  const begun = performance.now();
  await command('backup', [file], { ...from, ...patchedBy([slowly, ...stage.patches]) });
  const meanwhile = ledger.size - before.size;
  const rate = Math.round((1000 * meanwhile) / (performance.now() - begun));
  await load.stop();
  await end(server);
  if (meanwhile < 20) throw new Error(`Only ${meanwhile} writes happened during the backup`);
  expectServed(load.outcomes);

  const figures: string[] = [];
  for (const to of targets) {
    await command('restore', [file], to);
    await expectRestored(stage, to);
    const database = { databaseUrl: to.DATABASE_URL, dataDir: to.DATA_DIR };
    const moment = await ledger.compareMoment(database);
    figures.push(
      `to ${to.DATABASE_URL ? 'PostgreSQL' : 'SQLite'} ${await before.compare(database)}, ${moment}`,
    );
  }
  return `${figures.join(', ')}; ${meanwhile} written meanwhile, ${rate} a second`;
}

/** The feed, and the picture of every testimonial. */
async function expectRestored(stage: Stage, settings: Settings): Promise<void> {
  const server = await stage.started(settings);
  const token = await signIn(server.url);
  expectOk(await call(server.url, 'GET /api/posts', { token }), 'the restored feed');
  const testimonials = await call(server.url, 'GET /api/testimonials');
  expectThat(testimonials.body.length > 0, 'no testimonial is restored');
  for (const { image_url } of testimonials.body)
    expectOk(await fetch(new URL(image_url, server.url), { method: 'HEAD' }), 'a restored picture');
  await end(server);
}

async function command(
  name: string,
  args: string[],
  settings: Record<string, string | undefined>,
): Promise<void> {
  const { code, output } = await startCommand(name, args, settings).ended;
  expectThat(code === 0, `${name} fails: ${output.slice(-300)}`);
}
