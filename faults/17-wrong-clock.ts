import { articleBody } from '../test/factories.ts';
import type { ServerProcess } from '../test/process.ts';
import { call } from '../test/server.ts';
import { expectOk, expectWithin, type Fault } from './lib/fault.ts';
import { signIn } from './lib/load.ts';
import { patch } from './lib/patch.ts';
import { Postgres } from './lib/postgres.ts';
import type { Stage } from './lib/stage.ts';

const withClock = patch(
  'features/articles/article-rows.ts',
  ".where('published_at', 'is not', null)",
  ".where('published_at', '<=', new Date().toISOString())",
);
const firstImport = "import { enableCompileCache } from 'node:module';";
const clockOff = patch(
  'run.ts',
  firstImport,
  `import '${new URL('lib/clock-off.ts', import.meta.url).href}';\n${firstImport}`,
);

export default {
  number: '17',
  title: 'the clock of one process 10 minutes ahead, then behind',
  limit: 60,
  protections: { 'lists that ask no clock': [withClock] },
  helpers: [clockOff],
  async run(stage) {
    const figures = [];
    for (const minutes of [10, -10]) figures.push(await withClockOff(stage, minutes));
    return figures.join('; ');
  },
} satisfies Fault;

async function withClockOff(stage: Stage, minutes: number): Promise<string> {
  const database = await Postgres.start(stage);
  const settings = { DATABASE_URL: database.url };
  const right = await stage.started(settings, stage.patches);
  const wrong = await stage.started({ ...settings, CLOCK_OFF_MINUTES: String(minutes) }, [
    ...stage.patches,
    clockOff,
  ]);
  const tokens = [await signIn(right.url), await signIn(wrong.url)];
  const both = [right, wrong];
  const expectSignedIn = async () => {
    for (const server of both)
      for (const token of tokens) {
        expectOk(await call(server.url, 'GET /api/auth', { token }), 'a session on one of the processes');
      }
  };
  await expectSignedIn();

  const ids: string[] = [];
  for (const [index, server] of [...both, ...both].entries()) {
    const token = tokens[index % 2];
    const body = articleBody({ title: `Article ${index}` });
    const article = expectOk(await call(server.url, 'POST /api/articles', { token, body }), 'an article');
    const post = await call(server.url, 'POST /api/posts', { token, body: { text: `Post ${index}` } });
    expectOk(post, 'a post');
    const off = Math.round((Date.parse(post.body.date) - Date.now()) / 60_000);
    if (off !== (server === wrong ? minutes : 0)) throw new Error(`The clock is ${off} minutes off`);
    ids.push(article.body._id, post.body._id);
  }
  const listed = async ({ url }: ServerProcess) => {
    const answers = await Promise.all(
      ['/api/articles', '/api/posts'].map((path) => call(url, `GET ${path}`, { token: tokens[0] })),
    );
    return answers.flatMap(({ body }) => body.map(({ _id }: { _id: string }) => _id));
  };
  const agree = async () => {
    const [one, other] = [await listed(right), await listed(wrong)];
    return one.join() === other.join() && ids.every((id) => one.includes(id));
  };
  const complaint = `${minutes} minutes off, the lists of the two processes do not agree after 2.5 s`;
  const took = await expectWithin(2500, agree, complaint);
  await expectSignedIn();
  return `${minutes > 0 ? '+' : ''}${minutes} minutes: lists agree after ${Math.round(took)} ms, all signed in`;
}
