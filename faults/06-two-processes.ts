import { EventStream } from '../test/event-stream.ts';
import { articleBody } from '../test/factories.ts';
import type { ServerProcess } from '../test/process.ts';
import { contactRequest } from '../test/scene.ts';
import { call } from '../test/server.ts';
import { testSmtp } from '../test/smtp.ts';
import { expectOk, expectThat, expectWithin, type Fault, inTime } from './lib/fault.ts';
import { signIn, statuses } from './lib/load.ts';
import { patch } from './lib/patch.ts';
import { Postgres } from './lib/postgres.ts';
import { haproxyBefore, nginxBefore } from './lib/proxies.ts';
import { pause, waitFor } from './lib/stage.ts';

/** A job of the suite's own: the product's run once an hour. */
const trialJob = patch(
  'start.ts',
  'const jobs = new Jobs(db, log);',
  "const jobs = new Jobs(db, log); jobs.every(second, 'trial', async () => console.log('the trial job ran'));",
);

const protections: Fault['protections'] = {
  'the lock around migrations': [
    patch('platform/db/run-migrations.ts', 'select pg_try_advisory_xact_lock(', 'select 0 < abs('),
  ],
  'the joint count of limits': [
    patch('platform/http/rate-limits.ts', 'seconds }, key: ', 'seconds }, key: process.pid + '),
  ],
  'the look at the content version': [
    patch(
      'start.ts',
      '() => content.refresh(), { inEachProcess: true }',
      'async () => {}, { inEachProcess: true }',
    ),
  ],
  'the header against buffering': [
    patch('features/posts/live-feed.routes.ts', ", 'x-accel-buffering': 'no'", ''),
  ],
  'the claim of a job': [patch('platform/jobs/jobs.ts', 'if (inEachProcess) {', 'if (true) {')],
  'the claim of a mail': [patch('platform/mail/queue-mail.ts', 'next_attempt_at: fromNow(claim),', '')],
};

export default {
  number: '6',
  title: 'two processes on one PostgreSQL, behind haproxy and nginx',
  limit: 90,
  protections,
  helpers: [trialJob],
  async run(stage) {
    const database = await Postgres.start(stage);
    const smtp = await testSmtp(() => pause(200).then(() => 'accept'));
    const settings = {
      DATABASE_URL: database.url,
      RATE_LIMITS: 'on',
      TRUST_PROXY: '127.0.0.1',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'office@example.com',
    };
    const patches = [trialJob, ...stage.patches];
    const both = [await stage.start(settings, patches), await stage.start(settings, patches)] as const;
    await Promise.all(both.map(({ ready }) => ready)).catch(({ message }: Error) =>
      expectThat(false, `one of two first starts at once fails: ${message.slice(0, 150)}`),
    );
    const migrations = await database.query<{ count: string }>('select count(*) from migrations');
    const [a, b] = both;
    const token = await signIn(a.url);

    await expectSharedSessions(a, b);
    await expectJointLimit(a, b, token);
    const freshAfter = await articleFreshAfter(a, b, token);
    const haproxy = await haproxyBefore(stage, [b]);
    const nginx = await nginxBefore(stage, [b]);
    const byHaproxy = await eventAfter(a, haproxy);
    const byNginx = await eventAfter(a, nginx);
    await expectMailsOnce(a, b, smtp);
    await expectJobsOnce(both);
    return [
      `${migrations[0]?.count} migrations once`,
      `an article is fresh on the other after ${Math.round(freshAfter)} ms`,
      `a post is in the feed after ${Math.round(byHaproxy)} ms (haproxy), ${Math.round(byNginx)} ms (nginx)`,
      'limits joint, jobs and mails once',
    ].join(', ');
  },
} satisfies Fault;

/** Without a control: no process keeps a session, so there is nothing to switch off. */
async function expectSharedSessions(a: ServerProcess, b: ServerProcess): Promise<void> {
  const token = await signIn(a.url);
  const status = async ({ url }: ServerProcess) => (await call(url, 'GET /api/auth', { token })).status;
  expectThat((await status(b)) === 200, 'a session of one process is unknown to the other');
  await call(a.url, 'DELETE /api/auth', { token });
  expectThat((await status(b)) === 401, 'a session ended on one process lives on the other');
}

async function expectJointLimit(a: ServerProcess, b: ServerProcess, token: string): Promise<void> {
  const body = { text: 'Open house' };
  const post = ({ url }: ServerProcess) => call(url, 'POST /api/posts', { token, body });
  const answers = await Promise.all([a, b, a, b, a, b, a, b, a, b, a, b].map(post));
  const found = statuses(answers.sort((one, other) => one.status - other.status));
  expectThat(found === '10 × 200, 2 × 429', `12 posts on two processes: ${found}`);
}

async function articleFreshAfter(a: ServerProcess, b: ServerProcess, token: string): Promise<number> {
  const made = await call(a.url, 'POST /api/articles', { token, body: articleBody({ title: 'Before' }) });
  const shows = async (title: string) => {
    const page = await call(b.url, `GET /articles/${made.body.slug}`);
    const list = await call(b.url, 'GET /api/articles');
    return String(page.body).includes(title) && JSON.stringify(list.body).includes(title);
  };
  await expectWithin(2500, () => shows('Before'), 'a new article is not on the other process after 2.5 s');
  await call(a.url, `PATCH /api/articles/${made.body._id}`, { token, body: { title: 'Afterwards' } });
  const complaint = 'an edited article is not fresh on the other process after 2 s';
  return expectWithin(2000, () => shows('Afterwards'), complaint);
}

/** Milliseconds until a like on one process is in the stream of the other, through a proxy. */
async function eventAfter(a: ServerProcess, proxy: string): Promise<number> {
  const token = await signIn(a.url);
  const posts = await call(a.url, 'GET /api/posts', { token });
  const id = posts.body.at(0)._id;
  const stream = EventStream.open(proxy, token);
  const opened = await inTime(stream, 3000, 'a stream does not begin within 3 s behind a proxy');
  await inTime(opened.next(), 3000, 'a stream sends nothing within 3 s behind a proxy');
  const times: number[] = [];
  for (const action of ['like', 'unlike', 'like', 'unlike']) {
    const event = opened.events(1);
    const begun = performance.now();
    expectOk(await call(a.url, `PUT /api/posts/${action}/${id}`, { token }), `a ${action}`);
    await inTime(event, 3000, 'an event is not in the stream after 3 s');
    times.push(performance.now() - begun);
  }
  const slowest = Math.max(...times);
  expectThat(slowest <= 1000, `an event is in the stream only after ${Math.round(slowest)} ms`);
  return slowest;
}

async function expectMailsOnce(
  a: ServerProcess,
  b: ServerProcess,
  smtp: Awaited<ReturnType<typeof testSmtp>>,
): Promise<void> {
  const before = smtp.accepted().length;
  // Each from another network: five an hour are allowed to one.
  const requests = Array.from({ length: 24 }, (_, number) =>
    call((number % 2 ? a : b).url, 'POST /api/contact', {
      body: contactRequest(),
      headers: { 'x-forwarded-for': `203.0.113.${number + 1}` },
    }),
  );
  for (const answer of await Promise.all(requests)) expectOk(answer, 'a contact request');
  const news = () => smtp.accepted().slice(before);
  const different = () => new Set(news().map(({ messageId }) => messageId)).size;
  await waitFor(async () => different() >= 24, 20_000);
  await pause(1000);
  expectThat(different() === 24, `${different()} of 24 mails are sent`);
  expectThat(news().length === 24, `24 mails are sent ${news().length} times`);
}

async function expectJobsOnce(both: readonly ServerProcess[]): Promise<void> {
  const runs = () =>
    both.reduce((sum, server) => sum + server.output().split('the trial job ran').length - 1, 0);
  const before = runs();
  const begun = performance.now();
  await pause(8000);
  const seconds = (performance.now() - begun) / 1000;
  const count = runs() - before;
  const isOnce = count >= 4 && count <= seconds + 1;
  expectThat(isOnce, `a job of every second ran ${count} times in ${seconds.toFixed(1)} s`);
}
