import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../../test/database.ts';
import { makeToken } from '../../../../test/factories.ts';
import { call, type TestServer, testServer } from '../../../../test/server.ts';
import { minute } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { Histogram } from '../../platform/metrics/histogram.ts';
import { Metrics } from '../../platform/metrics/metrics.ts';
import { serveMetrics } from '../../platform/metrics/metrics-server.ts';
import { measureLoop } from '../../platform/metrics/process-metrics.ts';

let server: TestServer;
let address: string;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  server = await testServer({ METRICS_PORT: '0' });
  const { metrics } = server.parts;
  closers.push(measureLoop(metrics));
  const { port, stop } = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' });
  closers.push(stop);
  address = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  for (const close of closers) await close();
  await server.stop();
});

const exposition = async (): Promise<string> => (await call(address, 'GET /metrics')).body;
const linesOf = async (name: string) =>
  (await exposition()).split('\n').filter((line) => line.startsWith(name));
const duration = 'http_server_request_duration_seconds';

describe('the metrics', () => {
  it('are in the format that Prometheus reads', async () => {
    const { status, headers, body } = await call(address, 'GET /metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const label = String.raw`\w+="(?:[^"\\\n]|\\["\\n])*"`;
    const sample = new RegExp(String.raw`^\w+(\{${label}(,${label})*\})? [-\d.e+]+$`);
    for (const line of body.trim().split('\n')) {
      if (!/^# (HELP \w+ .+\.|TYPE \w+ (gauge|counter|histogram))$/.test(line)) expect(line).toMatch(sample);
    }
  });

  it('are nowhere else: not on this port, not on that of the site', async () => {
    expect((await call(address, 'GET /')).status).toBe(404);
    expect((await call(address, 'POST /metrics')).status).toBe(404);
    expect((await server.call('GET /metrics')).status).toBe(404);
  });

  it('count responses by route pattern, never by what was asked for', async () => {
    await server.call('GET /api/articles/slug/zqx-secret');
    await server.call('GET /zqx-unknown');
    await server.call('GET /');
    await expect
      .poll(() => linesOf(`${duration}_count`))
      .toEqual(
        expect.arrayContaining([
          expect.stringContaining(
            'GET",http_route="/api/articles/slug/:slug",http_response_status_code="404"} 1',
          ),
          expect.stringContaining('http_route="unknown",http_response_status_code="404"}'),
          expect.stringContaining('http_route="/",http_response_status_code="200"}'),
        ]),
      );
    expect(await exposition()).not.toContain('zqx');
  });

  it('leave out live feeds, which last for hours, and count the open ones', async () => {
    const token = await makeToken(server.db);
    const ending = new AbortController();
    const response = await fetch(`${server.url}/api/posts/events`, {
      headers: { 'x-auth-token': token, accept: 'text/event-stream' },
      signal: ending.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await linesOf('brokerage_live_feeds')).toEqual(['brokerage_live_feeds 1']);
    ending.abort();
    await expect.poll(() => linesOf('brokerage_live_feeds')).toEqual(['brokerage_live_feeds 0']);
    expect(
      await linesOf(`${duration}_count{http_request_method="GET",http_route="/api/posts/events"`),
    ).toEqual([]);
  });

  it('have the depth and the age of the outbox', async () => {
    const id = await inTransaction(server.db, (transaction) =>
      queueMail(transaction, { to: 'a@example.com', subject: 'Hello', text: 'A text.' }),
    );
    await server.db
      .updateTable('mails')
      .set({ created_at: fromNow(-10 * minute) })
      .where('id', '=', id)
      .execute();
    expect(await linesOf('brokerage_outbox_mails')).toEqual([
      'brokerage_outbox_mails{state="waiting"} 1',
      'brokerage_outbox_mails{state="failed"} 0',
    ]);
    const [line = ''] = await linesOf('brokerage_outbox_oldest_seconds');
    expect(Number(line.split(' ')[1])).toBeGreaterThanOrEqual(600);
  });

  it('have the last success of a job, and 0 for one that has never succeeded', async () => {
    const { default: fastify } = await import('fastify');
    const jobs = new Jobs(server.db, fastify().log);
    const run = (name: string, work: () => Promise<void>) =>
      new Promise<void>((ran) =>
        jobs.every(minute / 60, name, async () => {
          ran();
          await work();
        }),
      );
    await Promise.all([
      run('good', async () => {}),
      run('bad', async () => {
        throw new Error('no luck');
      }),
    ]);
    await jobs.stop();
    const lines = await linesOf('brokerage_job_last_success');
    expect(lines.sort()).toEqual([
      'brokerage_job_last_success_timestamp_seconds{job_name="bad"} 0',
      expect.stringMatching(/\{job_name="good"\} \d{10}(\.\d+)?$/),
    ]);
  });

  it('have the backup before there is one, so that an alert can see that there is none', async () => {
    expect(await linesOf('brokerage_backup_')).toEqual([
      'brokerage_backup_last_timestamp_seconds 0',
      'brokerage_backup_overdue 0',
    ]);
  });

  it('have the connections to PostgreSQL', async () => {
    const lines = await linesOf('brokerage_database_');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(
      engine === 'sqlite'
        ? []
        : [
            'brokerage_database_connections{state="used"}',
            'brokerage_database_connections{state="idle"}',
            'brokerage_database_waiting',
          ],
    );
  });

  it('go on without what cannot be read', async () => {
    const metrics = new Metrics();
    metrics.add('gauge', 'broken', 'Broken.', async () => {
      throw new Error('away');
    });
    metrics.add('gauge', 'quoted', 'Quoted.', () => [{ value: 1, labels: { text: 'a"b\\c\nd' } }]);
    expect(await metrics.exposition()).toBe(
      '# HELP broken Broken.\n# TYPE broken gauge\n' +
        '# HELP quoted Quoted.\n# TYPE quoted gauge\nquoted{text="a\\"b\\\\c\\nd"} 1\n',
    );
  });

  it('are not measured unless METRICS_PORT is set', async () => {
    const silent = await testServer();
    await silent.call('GET /api/articles');
    expect(await silent.parts.metrics.exposition()).not.toContain(duration);
    await silent.stop();
  });
});

it('a histogram counts each value in its bucket and all above', () => {
  const histogram = new Histogram([0.1, 1]);
  for (const value of [0.1, 0.2, 5]) histogram.observe('a', value, () => ({ route: '/' }));
  expect(histogram.samples().map(({ suffix, labels, value }) => [suffix, labels?.le, value])).toEqual([
    ['_bucket', '0.1', 1],
    ['_bucket', '1', 2],
    ['_bucket', '+Inf', 3],
    ['_sum', undefined, 5.3],
    ['_count', undefined, 3],
  ]);
});

describe('docs/monitoring', () => {
  const files = ['dashboard.json', 'alerts.yaml', 'alerts.test.yaml'];

  it.each(files)('%s names only metrics that there are', async (file) => {
    const text = readFileSync(`docs/monitoring/${file}`, 'utf8');
    const known = new Set(
      (await exposition()).split('\n').flatMap((line) => /^# TYPE (\w+)/.exec(line)?.[1] ?? []),
    );
    const named = text.match(/\b(http_server|nodejs|process|brokerage)_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(3);
    // Alerts are named in CamelCase; a histogram's samples have endings.
    const missing = named.filter(
      (name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')),
    );
    expect(missing).toEqual([]);
  });

  it('has a dashboard that is JSON, with a query in each panel', () => {
    const { panels } = JSON.parse(readFileSync('docs/monitoring/dashboard.json', 'utf8'));
    for (const panel of panels) expect(panel.targets[0].expr, panel.title).toMatch(/\w/);
  });
});
