import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase } from '../bench/fill-rows.ts';
import { checkFiles } from '../src/server/features/backup/check-archive.ts';
import { silent } from '../src/server/features/backup/report.ts';
import { restoreArchive, verifyArchive } from '../src/server/features/backup/restore.ts';
import { readImage } from '../src/server/features/backup/write-archive.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { readyDatabase } from '../src/server/platform/db/ready-database.ts';
import { RowHash, readBatches, storedTables } from '../src/server/platform/db/stored-tables.ts';
import { openImageStore } from '../src/server/platform/images/open-image-store.ts';
import { OperatorError } from '../src/server/platform/operator-error.ts';
import { storedFiles } from '../src/shared/images/images.ts';
import { startCommand } from '../test/command.ts';
import { expectThat, type Fault } from './lib/fault.ts';
import { articleCount, importedInto, postCount, writeExport } from './lib/large-export.ts';
import { patch, patchedBy } from './lib/patch.ts';
import { Postgres } from './lib/postgres.ts';
import { pause, type Stage } from './lib/stage.ts';

const points = 20;

/** Servers do not know the mark. */
const withoutMark = patch(
  'platform/db/unfinished.ts',
  "unfinishedTable = 'unfinished_restore'",
  "unfinishedTable = 'another_table'",
);
/** The file has its name from the beginning. */
const withoutRename = patch('features/backup/write-archive.ts', 'file}.unfinished`', 'file}`');

/** Each step of a command is in its output, not one every five seconds, and an import has more of them. */
const manySteps = [
  patch('commands/command.ts', 'pause = 5000', 'pause = 0'),
  patch('features/import/import-data.ts', 'batchSize = 200', 'batchSize = 10'),
];

/** PostgreSQL has not noticed yet that the last process is gone. */
const isInUse = /Wait until it ends|A server is using the database/;

type Settings = Record<string, string>;

const engines = ['sqlite', 'postgres'] as const;
type Engine = (typeof engines)[number];

interface Command {
  name: string;
  args: string[];
  settings: Settings;
}

export default {
  number: '19',
  title: `kill -9 of backup, restore, move and import, ${points} times each`,
  limit: 1200,
  protections: {
    'the mark of a database that is being filled': [withoutMark],
    'the name that a backup gets at its end': [withoutRename],
  },
  async run(stage) {
    const trial = new Trial(stage, await Postgres.start(stage));
    await trial.prepare();
    const said: string[] = [];
    const onBoth = async (work: (engine: Engine, rounds: number) => Promise<string>) => {
      const rounds = stage.isControl ? 8 : points;
      said.push(...(await Promise.all(engines.map((engine) => work(engine, rounds)))));
    };
    if (stage.patches[0] !== withoutMark) await onBoth(trial.backup);
    if (stage.patches[0] !== withoutRename) await onBoth(trial.fill('restore'));
    if (stage.isControl) return said.join('; ');
    await onBoth(trial.fill('move'));
    await onBoth(trial.import);
    return said.join('; ');
  },
} satisfies Fault;

class Trial {
  readonly #stage: Stage;
  readonly #database: Postgres;
  readonly #export: string;
  /** A backup; SQLite and PostgreSQL hold its data too. */
  readonly #file: string;
  #whole: Record<Engine, Settings> = { sqlite: {}, postgres: {} };
  #hashes = '';
  #places = 0;

  constructor(stage: Stage, database: Postgres) {
    this.#stage = stage;
    this.#database = database;
    this.#export = join(stage.folder, 'export');
    this.#file = join(stage.folder, 'all.tar.zst');
  }

  async prepare(): Promise<void> {
    await writeExport(this.#export);
    const [sqlite, postgres] = [await this.#place('sqlite'), await this.#place('postgres')];
    this.#whole = { sqlite, postgres };
    await this.#run(this.#importTo(sqlite));
    await this.#run({ name: 'backup', args: [this.#file], settings: sqlite });
    await restoreArchive(readConfig(postgres), this.#file, { report: silent });
    this.#hashes = await hashesOf(readConfig(sqlite));
  }

  async #place(engine: Engine): Promise<Settings> {
    const name = `place_${++this.#places}`;
    const dataDir = join(this.#stage.folder, name);
    await mkdir(dataDir);
    if (engine === 'sqlite') return { DATA_DIR: dataDir };
    return { DATA_DIR: dataDir, DATABASE_URL: await createDatabase(this.#database.url, name) };
  }

  #start({ name, args, settings }: Command) {
    return startCommand(name, args, { ...settings, ...patchedBy([...manySteps, ...this.#stage.patches]) });
  }

  /** Runs a command to its end; returns how long that took. */
  async #run(command: Command): Promise<number> {
    const begun = performance.now();
    for (;;) {
      const { code, output } = await this.#start(command).ended;
      if (code === 0) return performance.now() - begun;
      expectThat(isInUse.test(output), `${command.name} failed: ${output}`);
    }
  }

  /**
   * Kills a command in the last three quarters of the time that it takes, as it reads its own code before; or soon after its
   * `words`, by default in a fifth of that time.
   */
  async #killed(command: Command, time: number, words?: string, within = 0.2): Promise<string> {
    for (;;) {
      const { child, ended, said } = this.#start(command);
      if (words) await said(words);
      const wait = words ? within * Math.random() : 0.25 + 0.75 * Math.random();
      const timer = setTimeout(() => child.kill('SIGKILL'), time * wait);
      const { output } = await ended;
      clearTimeout(timer);
      if (!isInUse.test(output)) return output;
      await pause(100);
    }
  }

  /** Every other time, and in controls, while it writes rows or images. */
  #wordsAt(round: number): string | undefined {
    return round % 2 === 0 || this.#stage.isControl ? ' a second, ' : undefined;
  }

  readonly backup = async (engine: Engine, rounds: number): Promise<string> => {
    const target = join(this.#stage.folder, `${engine}.tar.zst`);
    const settings = this.#whole[engine];
    const command = { name: 'backup', args: [target], settings };
    const time = await this.#run(command);
    await rm(target);
    let begun = 0;
    for (let round = 0; round < rounds; round++) {
      const wasBegun = existsSync(`${target}.unfinished`);
      const output = await this.#killed(command, time, this.#wordsAt(round));
      const hasSaid = output.includes('interrupted backup');
      expectThat(!wasBegun || hasSaid || !output, `backup says nothing: ${output}`);
      if (existsSync(target)) {
        await checkFiles(target, silent).catch((error) =>
          expectThat(false, `half a backup: ${error.message}`),
        );
        await rm(target);
      } else if (existsSync(`${target}.unfinished`)) begun++;
    }
    await this.#run(command);
    await verifyArchive(target, { report: silent });
    expectThat((await hashesOf(readConfig(settings))) === this.#hashes, 'the source has changed');
    return `backup of ${engine}: ${begun} of ${rounds} half, none under its name`;
  };

  #fillingOf(name: 'restore' | 'move', to: Settings): Command {
    if (name === 'restore') return { name, args: [this.#file], settings: to };
    const { DATABASE_URL: url, DATA_DIR: folder = '' } = to;
    return url
      ? { name, args: ['--to-database-url', url], settings: this.#whole.sqlite }
      : { name, args: ['--to-data-dir', folder], settings: this.#whole.postgres };
  }

  /** Every kill before the end leaves nothing, or a half-done state that is refused; the next run says so. */
  readonly fill = (name: 'restore' | 'move') => async (engine: Engine, rounds: number) => {
    const title = `${name} into ${engine}`;
    const time = await this.#run(this.#fillingOf(name, await this.#place(engine)));
    let to = await this.#place(engine);
    const seen = { nothing: 0, half: 0, all: 0 };
    let was: State = 'nothing';
    for (let round = 0; round < rounds; round++) {
      const output = await this.#killed(this.#fillingOf(name, to), time, this.#wordsAt(round));
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
    await this.#run(this.#fillingOf(name, to));
    expectThat((await this.#stateOf(to)) === 'all', `${title} is not whole at the end`);
    return `${title}: nothing ${seen.nothing}, half ${seen.half}, all ${seen.all}`;
  };

  /** Looks at the data as a starting server would. @throws NotSurvived if that would serve half-done data */
  async #stateOf(place: Settings): Promise<State> {
    const config = readConfig({ ...place, LOG_LEVEL: 'silent' });
    try {
      const found = await hashesOf(config);
      if (found === 'nothing') return found;
      expectThat(found === this.#hashes, 'half of the rows are served');
      // A move to PostgreSQL leaves the images where they are.
      const hasImages = !place.DATABASE_URL || existsSync(join(config.dataDir, 'images'));
      await expectImages(readConfig(hasImages ? place : this.#whole.sqlite));
      return 'all';
    } catch (error) {
      if (error instanceof OperatorError && error.message.includes('The database is not whole'))
        return 'half';
      throw error;
    }
  }

  #importTo = (settings: Settings): Command => ({ name: 'import', args: [this.#export], settings });

  /** It may end anywhere: what is there is whole, and the same command adds the rest. */
  readonly import = async (engine: Engine, rounds: number): Promise<string> => {
    const time = await this.#run(this.#importTo(await this.#place(engine)));
    let to = await this.#place(engine);
    let begun = 0;
    for (let round = 0; round < rounds; round++) {
      // Two of three times at once while it writes posts, which takes a small part of the time.
      const read = 10 * Math.ceil(Math.random() * (postCount / 10 - 1));
      const words = round % 3 === 0 ? undefined : `posts.json: ${read} read`;
      await this.#killed(this.#importTo(to), time, words, 0);
      const { posts, articles } = await importedInto(readConfig(to));
      if (posts > 0 && articles < articleCount) begun++;
      if (posts < postCount) continue;
      await this.#expectImported(to);
      to = await this.#place(engine);
    }
    await this.#expectImported(to);
    return `import into ${engine}: ${begun} of ${rounds} half-way, each gone on with`;
  };

  async #expectImported(to: Settings): Promise<void> {
    await this.#run(this.#importTo(to));
    const config = readConfig(to);
    const { posts, events } = await importedInto(config);
    expectThat(posts === postCount, `${posts} posts of ${postCount} after the last import`);
    expectThat(events === 1, `${events} audit events of an import that is whole`);
    expectThat((await hashesOf(config)) === this.#hashes, 'an interrupted import brings something else');
    await expectImages(config);
  }
}

type State = 'nothing' | 'half' | 'all';

type Config = ReturnType<typeof readConfig>;

/** Tables whose rows depend only on the export, not on when it was imported or under which ids. */
const comparable = new Set(['posts', 'post_likes', 'comments', 'imported_ids', 'testimonials', 'articles']);

async function hashesOf(config: Config): Promise<string> {
  await using db = await readyDatabase(config);
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
}

/** Every picture that a row names is there. */
async function expectImages(config: Config): Promise<void> {
  await using db = await readyDatabase(config);
  const store = openImageStore(config);
  const used = db.selectFrom('images').select(['id', 'kind']).where('unused_since', 'is', null);
  for (const { id, kind } of await used.execute())
    for (const { name, bytes } of await readImage(store, id, storedFiles(kind)))
      expectThat(bytes !== undefined, `the picture ${id}/${name} is missing`);
}
