import { expectThat, type Fault } from './lib/fault.ts';
import { writing } from './lib/ledger.ts';
import { expectServed, type Load } from './lib/load.ts';
import { type Patch, patch } from './lib/patch.ts';
import { Postgres } from './lib/postgres.ts';
import { haproxyBefore, replaceServer } from './lib/proxies.ts';
import type { Stage } from './lib/stage.ts';

const rounds = 3;
const protection = 'the mark of the oldest version that may run';

/** Stands for the next version: the same with compatible migrations of the busiest tables, one for each. */
const newVersion = (oldest: string): Patch =>
  patch(
    'platform/db/migrate.ts',
    'export const migrationNames:',
    `const last = Object.keys(migrations).at(-1);
  for (const table of ['articles', 'content_version', 'feed_position', 'posts', 'sessions', 'users'])
    migrations['9999_' + table] = {
      oldest: ${oldest},
      async up(db) {
        await db.schema.alterTable(table).addColumn('trial', 'text').execute();
      },
    };
  export const migrationNames:`,
  );

export default {
  number: '16',
  title: `rolling upgrade old → new → old behind haproxy, ${rounds} times`,
  limit: 180,
  protections: { [protection]: [] },
  helpers: [newVersion('undefined')],
  async run(stage) {
    const figures: Awaited<ReturnType<typeof upgrade>>[] = [];
    // Each time from an old schema.
    for (let round = 0; round < (stage.isControl ? 1 : rounds); round++) figures.push(await upgrade(stage));
    const sum = (key: 'requests' | 'writes') => figures.reduce((total, figure) => total + figure[key], 0);
    return `0 of ${sum('requests')} requests failed, 0 wrong answers, 0 of ${sum('writes')} acknowledged writes lost`;
  },
} satisfies Fault;

async function upgrade(stage: Stage): Promise<{ requests: number; writes: number }> {
  const database = await Postgres.start(stage);
  const settings = {
    DATABASE_URL: database.url,
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '1',
  };
  const newer = [newVersion(stage.isOff(protection) ? 'undefined' : 'last')];
  const servers = [await stage.started(settings), await stage.started(settings)];
  const proxy = await haproxyBefore(stage, servers);
  const { ledger, load } = await writing(proxy);
  load.repeat(3, read);
  for (const patches of [newer, []])
    for (const index of [0, 1]) await replaceServer(stage, proxy, servers, index, settings, patches);
  await load.stop();
  for (const server of servers) {
    server.child.kill('SIGTERM');
    await server.ended;
  }
  expectServed(load.outcomes);
  await ledger.compare({ databaseUrl: database.url, dataDir: '' });
  return { requests: load.outcomes.length, writes: ledger.size };
}

/** Reads what every version must answer alike. */
async function read(load: Load): Promise<void> {
  const posts = await load.call('GET /api/posts');
  const account = await load.call('GET /api/auth');
  const page = await load.call('GET /articles');
  if (posts) expectThat(Array.isArray(posts) && posts.every(hasShape), 'a post has lost its shape');
  if (account) expectThat(account.email === 'admin@example.com', 'the account is another');
  if (page) expectThat(String(page).includes('</html>'), 'a page is cut short');
}

const hasShape = (post: { text?: unknown; user?: unknown; likes?: unknown; trial?: unknown }) =>
  post.text === 'Open house' && 'user' in post && !('trial' in post);
