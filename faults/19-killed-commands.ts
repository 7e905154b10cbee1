import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFiles } from '../src/server/features/backup/check-archive.ts';
import { restoreArchive, verifyArchive } from '../src/server/features/backup/restore.ts';
import { readImage } from '../src/server/features/backup/write-archive.ts';
import { readConfig } from '../src/server/platform/config.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { readyDatabase } from '../src/server/platform/db/ready-database.ts';
import { RowHash, readBatches, storedTables } from '../src/server/platform/db/stored-tables.ts';
import { openImageStore } from '../src/server/platform/images/open-image-store.ts';
import { OperatorError } from '../src/server/platform/operator-error.ts';
import { storedFiles } from '../src/shared/images/images.ts';
import { startCommand } from '../test/command.ts';
import { expectThat, type Fault } from './lib/fault.ts';
import { articleCount, importedInto, postCount, writeExport } from './lib/large-export.ts';
import { type Patch, patchedBy } from './lib/patch.ts';
import { Postgres } from './lib/postgres.ts';
import { pause, type Stage } from './lib/stage.ts';

const points = 20;
const silent = { line() {}, progress() {} };

/** Servers do not know the mark. */
const withoutMark: Patch = {
  file: 'src/server/platform/db/unfinished.ts',
  from: "unfinishedTable = 'unfinished_restore'",
  to: "unfinishedTable = 'another_table'",
};
/** The file has its name from the beginning. */
const withoutRename: Patch = {
  file: 'src/server/features/backup/write-archive.ts',
  from: 'file}.unfinished`',
  to: 'file}`',
};

/** Each step of a command is in its output, not one every five seconds, and an import has more of them. */
const manySteps: Patch[] = [
  { file: 'src/server/commands/command.ts', from: 'pause = 5000', to: 'pause = 0' },
  { file: 'src/server/features/import/import-data.ts', from: 'batchSize = 200', to: 'batchSize = 10' },
];

/** PostgreSQL has not noticed yet that the last process is gone. */
const isInUse = /Wait until it ends|A server is using the database/;

type Settings = Record<string, string>;

const fault: Fault = {
  number: '19',
  title: `kill -9 of backup, restore, move and import, ${points} times each`,
  limit: 2400,
  protections: {
    'the mark of a database that is being filled': [withoutMark],
    'the name that a backup gets at its end': [withoutRename],
  },
  async run(stage) {
    const trial = await Trial.begin(stage);
    const rounds = stage.isControl ? 8 : points;
    const said: string[] = [];
    if (stage.patches[0] !== withoutMark)
      said.push(await trial.backup(trial.sqlite, rounds), await trial.backup(trial.postgres, rounds));
    if (stage.patches[0] !== withoutRename)
      said.push(await trial.restore('sqlite', rounds), await trial.restore('postgres', rounds));
    if (stage.isControl) return said.join('; ');
    said.push(await trial.move('postgres', rounds), await trial.move('sqlite', rounds));
    said.push(await trial.import('sqlite', rounds), await trial.import('postgres', rounds));
    return said.join('; ');
  },
};
export default fault;

type Engine = 'sqlite' | 'postgres';

class Trial {
  readonly #stage: Stage;
  readonly #database: Postgres;
  /** Holds the same data in SQLite, in PostgreSQL and as a backup. */
  sqlite: Settings = {};
  postgres: Settings = {};
  #file = '';
  #export = '';
  #hashes = '';
  #places = 0;

  private constructor(stage: Stage, database: Postgres) {
    this.#stage = stage;
    this.#database = database;
  }

  static async begin(stage: Stage): Promise<Trial> {
    const trial = new Trial(stage, await Postgres.start(stage));
    await trial.#fill();
    return trial;
  }

  async #fill(): Promise<void> {
    this.#export = await writeExport(join(this.#stage.folder, 'export'));
    this.#file = join(this.#stage.folder, 'all.tar.zst');
    this.sqlite = await this.#place('sqlite');
    this.postgres = await this.#place('postgres');
    await this.#whole('import', [this.#export], this.sqlite);
    await this.#whole('backup', [this.#file], this.sqlite);
    await restoreArchive(readConfig(this.postgres), this.#file, { report: silent });
    this.#hashes = await hashesOf(readConfig(this.sqlite));
  }

  async #place(engine: Engine): Promise<Settings> {
    const name = `place_${++this.#places}`;
    const dataDir = join(this.#stage.folder, name);
    await mkdir(dataDir);
    if (engine === 'sqlite') return { DATA_DIR: dataDir };
    await this.#database.query(`create database ${name}`);
    const url = new URL(this.#database.url);
    url.pathname = name;
    return { DATA_DIR: dataDir, DATABASE_URL: url.href };
  }

  /** Runs a command to its end; returns how long that took. */
  async #whole(name: string, args: string[], settings: Settings): Promise<number> {
    const begun = performance.now();
    for (;;) {
      const { code, output } = await this.#run(name, args, settings).ended;
      if (code === 0) return performance.now() - begun;
      expectThat(isInUse.test(output), `${name} failed: ${output}`);
    }
  }

  #run(name: string, args: string[], settings: Settings) {
    return startCommand(name, args, { ...settings, ...patchedBy([...manySteps, ...this.#stage.patches]) });
  }

  /**
   * Kills a command in the last three quarters of the time that it takes, as it reads its own code before; or soon after its
   * `words`, by default in a fifth of that time.
   */
  async #killed(
    name: string,
    args: string[],
    settings: Settings,
    time: number,
    words?: string,
    within = 0.2,
  ): Promise<string> {
    for (;;) {
      const { child, ended, said } = this.#run(name, args, settings);
      if (words) await said(words);
      const wait = words ? within * Math.random() : 0.25 + 0.75 * Math.random();
      const timer = setTimeout(() => child.kill('SIGKILL'), time * wait);
      const { output } = await ended;
      clearTimeout(timer);
      if (!isInUse.test(output)) return output;
      await pause(100);
    }
  }

  async backup(settings: Settings, rounds: number): Promise<string> {
    const target = join(this.#stage.folder, 'killed.tar.zst');
    const time = await this.#whole('backup', [target], settings);
    await rm(target);
    let begun = 0;
    for (let round = 0; round < rounds; round++) {
      const wasBegun = existsSync(`${target}.unfinished`);
      const output = await this.#killed('backup', [target], settings, time);
      expectThat(
        !wasBegun || output.includes('interrupted backup') || !output,
        `backup says nothing: ${output}`,
      );
      if (existsSync(target)) {
        await checkFiles(target, silent).catch((error) =>
          expectThat(false, `half a backup: ${error.message}`),
        );
        await rm(target);
      } else if (existsSync(`${target}.unfinished`)) begun++;
    }
    await this.#whole('backup', [target], settings);
    await verifyArchive(target, { report: silent });
    await rm(target);
    expectThat((await hashesOf(readConfig(settings))) === this.#hashes, 'the source has changed');
    return `backup of ${engineOf(settings)}: ${begun} of ${rounds} half, none under its name`;
  }

  restore(engine: Engine, rounds: number): Promise<string> {
    return this.#filling(`restore into ${engine}`, engine, rounds, (to) => ({
      name: 'restore',
      args: [this.#file],
      settings: to,
    }));
  }

  move(engine: Engine, rounds: number): Promise<string> {
    const from = engine === 'sqlite' ? this.postgres : this.sqlite;
    return this.#filling(
      `move to ${engine}`,
      engine,
      rounds,
      ({ DATABASE_URL: url, DATA_DIR: folder = '' }) => ({
        name: 'move',
        settings: from,
        args: url ? ['--to-database-url', url] : ['--to-data-dir', folder],
      }),
    );
  }

  /** Every kill before the end leaves nothing, or a half-done state that is refused; the next run says so. */
  async #filling(
    title: string,
    engine: Engine,
    rounds: number,
    commandFor: (to: Settings) => { name: string; args: string[]; settings: Settings },
  ): Promise<string> {
    const measured = commandFor(await this.#place(engine));
    const time = await this.#whole(measured.name, measured.args, measured.settings);
    let to = await this.#place(engine);
    const seen = { nothing: 0, half: 0, all: 0 };
    let was: State = 'nothing';
    for (let round = 0; round < rounds; round++) {
      const { name, args, settings } = commandFor(to);
      // Each other time, and in controls, while it writes rows or images.
      const words = round % 2 === 0 || this.#stage.isControl ? ' rows, ' : undefined;
      const output = await this.#killed(name, args, settings, time, words);
      const hasSaid = /goes on|starting over/.test(output);
      // A restore reads its file whole before it looks at the database.
      const isEarly = !output.includes('rows in');
      expectThat(was !== 'half' || hasSaid || isEarly, `${title} says nothing of what it found: ${output}`);
      was = await this.#stateOf(to);
      seen[was]++;
      if (was === 'all') {
        to = await this.#place(engine);
        was = 'nothing';
      }
    }
    const { name, args, settings } = commandFor(to);
    await this.#whole(name, args, settings);
    expectThat((await this.#stateOf(to)) === 'all', `${title} is not whole at the end`);
    const states = Object.entries(seen).map(([what, count]) => `${what} ${count}`);
    return `${title}: ${states.join(', ')}`;
  }

  /** Looks at the data as a starting server would. @throws NotSurvived if that would serve half-done data */
  async #stateOf(place: Settings): Promise<State> {
    const config = readConfig({ ...place, LOG_LEVEL: 'silent' });
    try {
      const found = await hashesOf(config);
      if (found === 'nothing') return found;
      expectThat(found === this.#hashes, 'half of the rows are served');
      // A move to PostgreSQL leaves the images where they are.
      const folder = place.DATABASE_URL && !existsSync(join(config.dataDir, 'images')) ? this.sqlite : place;
      await expectImages(readConfig(folder));
      return 'all';
    } catch (error) {
      if (error instanceof OperatorError && error.message.includes('The database is not whole'))
        return 'half';
      throw error;
    }
  }

  /** It may end anywhere: what is there is whole, and the same command adds the rest. */
  async import(engine: Engine, rounds: number): Promise<string> {
    const time = await this.#whole('import', [this.#export], await this.#place(engine));
    let to = await this.#place(engine);
    let begun = 0;
    for (let round = 0; round < rounds; round++) {
      // Two of three times at once while it writes posts, which takes a small part of the time.
      const read = 10 * Math.ceil(Math.random() * (postCount / 10 - 1));
      const words = round % 3 === 0 ? undefined : `posts.json: ${read} read`;
      await this.#killed('import', [this.#export], to, time, words, 0);
      const { posts, articles } = await opened(readConfig(to), importedInto);
      if (posts > 0 && articles < articleCount) begun++;
      if (posts < postCount) continue;
      await this.#whole('import', [this.#export], to);
      const after = await opened(readConfig(to), importedInto);
      expectThat(after.events === 1, `${after.events} audit events of an import that is whole`);
      to = await this.#place(engine);
    }
    await this.#whole('import', [this.#export], to);
    const { posts, events } = await opened(readConfig(to), importedInto);
    expectThat(posts === postCount, `${posts} posts of ${postCount} after the last import`);
    expectThat(events === 1, `${events} audit events of the last import`);
    expectThat(
      (await hashesOf(readConfig(to))) === this.#hashes,
      'an interrupted import brings something else',
    );
    await expectImages(readConfig(to));
    return `import into ${engine}: ${begun} of ${rounds} half-way, each gone on with`;
  }
}

type State = 'nothing' | 'half' | 'all';

const engineOf = ({ DATABASE_URL }: Settings): Engine => (DATABASE_URL ? 'postgres' : 'sqlite');

type Config = ReturnType<typeof readConfig>;

async function opened<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await readyDatabase(config);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Tables whose rows depend only on the export, not on when it was imported or under which ids. */
const comparable = new Set(['posts', 'post_likes', 'comments', 'imported_ids', 'testimonials', 'articles']);

const hashesOf = (config: Config): Promise<string> =>
  opened(config, async (db) => {
    const found: string[] = [];
    let rows = 0;
    for (const table of (await storedTables(db)).filter(({ name }) => comparable.has(name))) {
      const columns = table.columns.filter(({ name }) => !/image|cover|updated|published/.test(name));
      const hash = new RowHash();
      for await (const { lines } of readBatches(db, { ...table, columns })) hash.add(lines);
      rows += hash.rows;
      found.push(`${table.name} ${hash.hash}`);
    }
    return rows === 0 ? 'nothing' : found.join('\n');
  });

/** Every picture that a row names is there. */
const expectImages = (config: Config): Promise<void> =>
  opened(config, async (db) => {
    const store = openImageStore(config);
    const used = db.selectFrom('images').select(['id', 'kind']).where('unused_since', 'is', null);
    for (const { id, kind } of await used.execute())
      for (const { name, bytes } of await readImage(store, id, storedFiles(kind)))
        expectThat(bytes !== undefined, `the picture ${id}/${name} is missing`);
  });
