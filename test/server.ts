import type { FastifyInstance, InjectOptions } from 'fastify';
import { type AppOptions, buildApp } from '../src/server/app.ts';
import { makeParts } from '../src/server/make-parts.ts';
import { type Config, readConfig } from '../src/server/platform/config.ts';
import { type Database, type DatabaseSettings, openDatabase } from '../src/server/platform/db/database.ts';
import type { Outgoing } from '../src/server/platform/outgoing/post.ts';
import { builtSite } from '../src/server/platform/pages/site.ts';
import type { Parts } from '../src/server/platform/parts.ts';
import { patientWaits, type TestDatabase, testDatabase } from './database.ts';
import { failOnBlocks } from './loop-watch.ts';
import { quickUploads } from './quick-uploads.ts';

/** A response. `body` is the parsed JSON, or the text of anything else. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape and says what it expects there
  body: any;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** With what the tests' own connections wait, for whatever opens the database by it. */
export type TestConfig = Config & Pick<DatabaseSettings, 'waits'>;

export interface TestServer {
  url: string;
  db: Database;
  config: TestConfig;
  /** For jobs, which no request starts. */
  parts: Parts;
  /** Calls such as `call('POST /api/articles', { token, body })` over real HTTP; redirects are not followed. */
  call(key: string, options?: CallOptions): Promise<Answer>;
  /** The body of such a call, which must be answered with 200. */
  made(key: string, options?: CallOptions): Promise<Answer['body']>;
  stop(): Promise<void>;
}

export interface TestOptions extends AppOptions {
  /** For receivers on this machine. */
  outgoing?: Outgoing;
  /** For many calls of which none is about HTTP: without sockets. */
  plain?: boolean;
  /** For tests of what becomes of an upload: only what is refused has otherwise a process of its own. */
  decoded?: boolean;
  /** For tests that read PDFs: drawing one takes longer than its call, so PDFs are otherwise their content as JSON. */
  drawn?: boolean;
  waits?: DatabaseSettings['waits'];
  /** In place of a fresh one. */
  database?: TestDatabase;
}

/** A server on a fresh migrated database; `settings` are environment variables. */
export async function testServer(
  settings: Record<string, string> = {},
  { waits, database: given, ...options }: TestOptions = {},
): Promise<TestServer> {
  const database = given ?? (await testDatabase(waits));
  const read = readConfig({
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    RATE_LIMITS: 'off',
    SMTP_TLS: 'optional',
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl,
    ...settings,
  });
  const config = { ...read, waits: database.waits };
  return serve(config, database.db, () => database.drop(), options);
}

/** A second server on the same database with its own connections, like another replica, or with other settings. */
export async function secondServer(
  first: Pick<TestServer, 'config'>,
  given: Partial<Config> = {},
  waits: TestOptions['waits'] = patientWaits,
): Promise<TestServer> {
  const config = { ...first.config, ...given };
  const db = openDatabase({ ...config, waits });
  return serve(config, db, () => db.destroy());
}

/** A server with its own settings on an open database; `close` ends that. */
async function serve(
  config: TestConfig,
  db: Database,
  close: () => Promise<void>,
  {
    outgoing,
    plain = false,
    drawn = false,
    decoded = false,
    ...options
  }: Omit<TestOptions, 'waits' | 'database'> = {},
): Promise<TestServer> {
  const site = await builtSite(config);
  const parts = await makeParts(config, db, site, {
    checkResponses: true,
    ...(outgoing && { outgoing }),
    ...(!drawn && { makePdf: undrawn }),
    ...(!decoded && quickUploads),
  });
  const app = buildApp(parts, options);
  failOnBlocks(app);
  if (config.smtpUrl) parts.mails.start(app.log);
  parts.apiLimit.start(app.log);
  const url = await listen(app);
  const ask: TestServer['call'] = (key, options) =>
    plain ? inProcess(app, key, options) : call(url, key, options);
  return {
    url,
    db,
    config,
    parts,
    call: ask,
    made: async (key, options) => made200(await ask(key, options), key),
    async stop() {
      await app.close();
      await parts.apiLimit.stop();
      await parts.visits.stop();
      await parts.mails.stop();
      await parts.slowReads.close();
      await close();
    },
  };
}

/** Uses ports below 32768: clients may take the higher ones first. */
async function listen(app: FastifyInstance): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const address = await app.listen({ port, host: '127.0.0.1' }).catch(() => undefined);
    if (address) return address;
  }
  throw new Error('No free port found');
}

/** Other bytes for another content, as a document has. */
const undrawn: Parts['makePdf'] = async (content) =>
  new TextEncoder().encode(`%PDF-1.7\n${JSON.stringify(content)}`);

const isMethod = (method: string): method is NonNullable<InjectOptions['method']> & string =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method);

async function inProcess(app: FastifyInstance, key: string, options: CallOptions = {}): Promise<Answer> {
  const { method, path, headers, text } = requestOf(key, options);
  if (!isMethod(method)) throw new Error(`Unknown method: ${key}`);
  const { statusCode, body, ...response } = await app.inject({
    method,
    url: path,
    headers,
    ...(text !== null && { payload: text }),
  });
  const given = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return toAnswer(statusCode, new Headers(given), body);
}

/** Calls the server at `url`; see TestServer.call. */
export async function call(url: string, key: string, options: CallOptions = {}): Promise<Answer> {
  const { method, path, headers, text } = requestOf(key, options);
  const response = await fetch(url + path, { method, redirect: 'manual', headers, body: text });
  return toAnswer(response.status, response.headers, await response.text());
}

function requestOf(key: string, { token, body, headers }: CallOptions) {
  const [method = 'GET', path = '/'] = key.split(' ');
  return {
    method,
    path,
    headers: {
      ...(token !== undefined && { 'x-auth-token': token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    text: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  };
}

function toAnswer(status: number, headers: Headers, text: string): Answer {
  const isJson = headers.get('content-type')?.startsWith('application/json');
  return { status, headers, body: isJson && text ? JSON.parse(text) : text };
}

/** The body of an answer to `key`, which must be 200. */
export function made200({ status, body }: Answer, key: string): Answer['body'] {
  if (status !== 200) throw new Error(`${key} answered ${status}: ${body.msg}`);
  return body;
}
