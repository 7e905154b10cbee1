import { once } from 'node:events';
import { createServer } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it, type RunnerTestCase, type RunnerTestSuite } from 'vitest';
import { z } from 'zod';
import { callOf, calls, pathOf } from '../../../../test/calls.ts';
import { closingBody } from '../../../../test/closings.ts';
import { propertiesOf } from '../../../../test/contract.ts';
import { engine } from '../../../../test/database.ts';
import { EventStream } from '../../../../test/event-stream.ts';
import { goodRequests } from '../../../../test/good-requests.ts';
import { holdRendering } from '../../../../test/held-rendering.ts';
import { upload } from '../../../../test/images.ts';
import { broker, checkedLicense, signedLead } from '../../../../test/joining.ts';
import { type Person, person, Scene } from '../../../../test/scene.ts';
import {
  type Answer,
  type CallOptions,
  secondServer,
  type TestServer,
  testServer,
} from '../../../../test/server.ts';
import type { ApiContract } from '../../../shared/api.contract.ts';
import { idempotentCalls } from '../../../shared/idempotent-calls.ts';
import { minute } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { splitKey } from '../../platform/http/api-routes.ts';
import { limits } from '../../platform/http/rate-limits.ts';
import { offerSetupLink } from '../auth/setup/setup.service.ts';
import { maxDocumentBytes } from '../documents/read-document.ts';
import { callsOfLink, streams, uploads } from './special-calls.ts';

/** Makes every call, valid and invalid, and checks it against the OpenAPI document in both directions. */

const someId = '01890000-0000-7000-8000-000000000000';
const documentedHeaders = ['etag', 'link', 'retry-after', 'x-feed-position', 'x-searched-to'];
/** Makes the body of each idempotent call another one. */
const anotherText = {
  text: 'Other',
  firstName: 'Other',
  name: 'Other',
  title: 'Other',
  school: 'Other',
  course: 'Other',
  number: 'Other',
  remark: 'Other',
  property: 'Other',
};
/** Declared for every call; tested on a few below. */
const rare = ['429', '503', 'default'];
/** Its figures change between two readings, or by chance they do not. */
const changing = 'GET /api/system';

const references = z.record(z.string(), z.unknown()).default({});
const response = z.object({ headers: references, content: references });
const openApi = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ responses: z.record(z.string(), z.object({ $ref: z.string() }).or(response)) }),
    ),
  ),
  components: z.object({ responses: z.record(z.string(), response) }),
});

const github = createServer((request, answer) => {
  const repository = { id: 1, name: 'tools', html_url: 'https://github.com/ana/tools', description: null };
  const counts = { stargazers_count: 1, watchers_count: 1, forks_count: 0 };
  if (request.url?.includes('nobody')) answer.writeHead(404).end('{}');
  else answer.end(JSON.stringify([{ ...repository, ...counts }]));
});
const ajv = new Ajv2020({ strict: false, validateFormats: true });
addFormats.default(ajv);

let server: TestServer;
/** On the same database; everyone must have a second factor. */
let strict: TestServer;
/** An API token that opens none of the calls that enroll a second factor. */
let uselessToken: string;
let declared: z.output<typeof openApi>;
const seen = new Map<string, Set<string>>();

beforeAll(async () => {
  github.listen(0, '127.0.0.1');
  await once(github, 'listening');
  const address = github.address();
  const port = typeof address === 'object' ? address?.port : '';
  const settings = {
    GITHUB_API_URL: `http://127.0.0.1:${port}`,
    CONTENT_EDITORS: 'admins',
    BASE_URL: 'https://www.example.com',
  };
  // A search of two posts ends early.
  server = await testServer(settings, {
    searchBounds: { sqlite: 1, postgres: { sample: 1, byDate: 1, byIndex: 1 } },
  });
  strict = await secondServer(server, { secondFactor: 'everyone' });
  const { body } = await server.call('GET /api/openapi.json');
  declared = openApi.parse(body);
  ajv.addSchema(body, 'api');
  const fields = { name: 'Useless', scopes: ['system:read'], days: 1 };
  const made = await server.call('POST /api/api-tokens', { token: (await admin()).token, body: fields });
  uselessToken = made.body.token;
});
afterAll(async () => {
  await strict.stop();
  await server.stop();
  github.close();
});

const operationOf = (key: string) => {
  const [method, path] = splitKey(key);
  const operation = declared.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${key} is missing`);
  return operation;
};

function declaredResponse(key: string, status: number) {
  const found = operationOf(key).responses[status];
  if (!found) throw new Error(`${key} answered ${status}, which is not declared`);
  if (!('$ref' in found)) {
    const [method, path] = splitKey(key);
    const place = path.replaceAll(/:(\w+)/g, '{$1}').replaceAll('/', '~1');
    return { ...found, pointer: `#/paths/${place}/${method.toLowerCase()}/responses/${status}` };
  }
  const name = found.$ref.split('/').at(-1) ?? '';
  return { ...response.parse(declared.components.responses[name]), pointer: found.$ref };
}

const names = (object: object) => Object.keys(object).map((name) => name.toLowerCase());

/** @throws Error when the response is not as declared */
function expectDeclared(key: string, { status, headers, body }: Answer): void {
  const { pointer, ...expected } = declaredResponse(key, status);
  const sent = documentedHeaders.filter((name) => headers.has(name));
  for (const name of sent) expect(names(expected.headers), `${key} ${status} sends ${name}`).toContain(name);
  for (const fact of [`${status}`, ...sent.map((name) => `${status} ${name}`)]) remember(key, fact);
  const type = headers.get('content-type')?.split(';')[0];
  if (status === 304) {
    expect(body).toBe('');
    return;
  }
  expect(names(expected.content), `${key} ${status}`).toContain(type);
  const schema = `${pointer}/content/${type?.replaceAll('/', '~1')}/schema`;
  const validate = ajv.getSchema(`api${schema}`);
  if (!validate) throw new Error(`The document has nothing at ${schema}`);
  expect(validate(body), `${key} ${status}: ${ajv.errorsText(validate.errors)}`).toBe(true);
}

function remember(key: string, fact: string): void {
  const facts = seen.get(key) ?? new Set();
  seen.set(key, facts.add(fact));
}

interface Stage {
  caller: Person;
  path: string;
  body: unknown;
  file: Uint8Array<ArrayBuffer> | undefined;
}

async function set(key: keyof ApiContract, owner: Person, caller: Person): Promise<Stage> {
  const {
    params,
    query = '',
    body,
    upload: file,
  } = await goodRequests[key](new Scene(server, owner, caller));
  const path = pathOf(key, params) + query;
  return { caller, path, body, file };
}

async function make(key: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const answer = await server.call(path, options);
  expectDeclared(key, answer);
  return answer;
}

async function makeGood(key: keyof ApiContract, { caller, path, body, file }: Stage, headers = {}) {
  const { token } = caller;
  if (!file) return make(key, path, { token, body, headers });
  const answer = await upload(server, token, file, {
    path: path.replace(/^\w+ /, ''),
    field: uploads.get(key) ?? '',
  });
  expectDeclared(key, answer);
  return answer;
}

async function makeTwice(key: string, path: string, token: string): Promise<void> {
  const { headers } = await make(key, path, { token });
  await make(key, path, { token, headers: { 'if-none-match': headers.get('etag') ?? '' } });
}

const admin = () => person(server, { admin: true });
const asIs = (key: string, value: string) => key.replaceAll(/:\w+/g, value);

async function makeUnasked(key: keyof ApiContract): Promise<void> {
  const { path, body } = await set(key, await admin(), await admin());
  await make(key, path, { body });
  await make(key, path, { body, token: 'no-such-token' });
  await make(key, path, { body, token: (await person(server)).token });
  expectDeclared(key, await strict.call(path, { body, token: (await person(server)).token }));
  if (callOf(key).access !== 'visitor') await make(key, path, { body, token: uselessToken });
}

async function makeElsewhere(key: keyof ApiContract): Promise<void> {
  const { token } = await admin();
  for (const value of [someId, 'not-an-id', 'nobody', '%00', 'x'.repeat(120)])
    await make(key, asIs(key, value), { token, body: key.startsWith('GET ') ? undefined : {} });
}

async function makeWithBadQuery(key: keyof ApiContract): Promise<void> {
  const { token, path } = { ...(await admin()), ...(await set(key, await admin(), await admin())) };
  for (const name of Object.keys(propertiesOf(callOf(key).query)))
    for (const value of ['-1', '%00', 'x'.repeat(3000)])
      await make(key, `${path}?${name}=${value}`, { token });
}

async function makeWithBadBody(key: keyof ApiContract): Promise<void> {
  const owner = await admin();
  const { path } = await set(key, owner, owner);
  const type: Record<string, string> = uploads.has(key)
    ? { 'content-type': 'multipart/form-data; boundary=x' }
    : {};
  const large = uploads.has(key) ? maxDocumentBytes + 100_000 : (callOf(key).bodyLimit ?? 64 * 1024) + 1;
  const bodies: [unknown, Record<string, string>][] = [
    ['{', type],
    ['', type],
    ['[]', type],
    [' '.repeat(large), type],
    ['x', { 'content-type': 'text/plain' }],
    ['{}', { 'content-encoding': 'gzip' }],
    ...Object.keys(propertiesOf(callOf(key).body)).map((field): [unknown, Record<string, string>] => [
      { [field]: 12.5 },
      {},
    ]),
  ];
  for (const [body, headers] of bodies) {
    // Some end their own session, so each has one.
    await make(key, path, { token: (await admin()).token, body, headers });
  }
}

const isRead = (key: string) => key.startsWith('GET ');
/**
 * A rejected call never reaches a database, so SQLite is enough; committed-changes.test.ts makes every change on
 * PostgreSQL.
 */
const isWhole = engine === 'sqlite';

describe.each(isWhole ? calls : calls.filter(isRead))('%s', (key) => {
  if (isWhole)
    it('answers as declared when it is rejected', async () => {
      await makeUnasked(key);
      if (callOf(key).params) await makeElsewhere(key);
      if (isRead(key)) await makeWithBadQuery(key);
      else await makeWithBadBody(key);
    });

  it('answers as declared when it is made well, by the owner and by another, and again', async () => {
    const owner = await admin();
    const stage = await set(key, owner, owner);
    await makeGood(key, stage, { 'if-match': '"v99"' });
    const { headers } = await makeGood(key, stage);
    if (callsOfLink.has(key) && new Map(Object.entries(Object(stage.body))).has('token'))
      await make(key, stage.path, { body: { ...Object(stage.body), token: 'x'.repeat(43) } });
    if (stage.file) {
      if (callOf(key).params)
        await makeGood(key, { ...stage, path: stage.path.replace(/[\da-f]{8}-[\da-f-]+/, someId) });
      return;
    }
    if (idempotentCalls.has(key)) {
      const withKey = { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' };
      await makeGood(key, stage, withKey);
      await makeGood(key, await set(key, owner, owner), withKey);
      await makeGood(key, { ...stage, body: { ...Object(stage.body), ...anotherText } }, withKey);
    }
    await makeGood(key, stage, isRead(key) ? { 'if-none-match': headers.get('etag') ?? '' } : {});
    await makeGood(key, await set(key, await person(server), await admin()));
    await makeGood(key, await set(key, await person(server), await person(server)));
    if (isRead(key)) await make(key, asIs(key, someId), { token: (await person(server)).token });
  });
});

const testsOf = (suite: RunnerTestSuite): RunnerTestCase[] =>
  suite.tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]));

describe('what few requests come to', () => {
  it('a stream', async () => {
    const [key] = streams;
    const { token } = await person(server);
    const stream = await EventStream.open(server.url, token);
    expect(key).toBe('GET /api/posts/events');
    expectDeclared('GET /api/posts/events', {
      status: stream.response.status,
      headers: stream.response.headers,
      body: 'a text',
    });
    const validate = ajv.compile({ $ref: 'api#/components/schemas/FeedEvents' });
    expect(validate(await stream.next())).toBe(true);
    stream.close();
  });

  const confirmedReads = calls.filter((key) => key.startsWith('GET ') && callOf(key).confirm === 'needed');

  it.each(confirmedReads)('a read that needs a confirmation: %s', async (key) => {
    const owner = await admin();
    const { path } = await set(key, owner, owner);
    await server.db
      .updateTable('sessions')
      .set({ created_at: fromNow(-15 * minute) })
      .where('user_id', '=', owner.id)
      .execute();
    const { status } = await make(key, path, { token: owner.token });
    expect(status).toBe(400);
  });

  it('a first admin', async () => {
    const fresh = await testServer();
    const link = await offerSetupLink(fresh.db, 'https://www.example.com');
    const body = {
      token: link.split('#')[1],
      name: 'Ann',
      email: 'ann@example.com',
      password: 'walnut tea kettle',
    };
    expectDeclared('POST /api/auth/setup', await fresh.call('POST /api/auth/setup', { body }));
    await fresh.stop();
  });

  it('too many requests', async () => {
    const limited = await testServer({ RATE_LIMITS: 'on' });
    const body = { email: 'ann@example.com' };
    const answers: Answer[] = [];
    for (let count = 0; count <= limits.resetAddress.limit; count++)
      answers.push(await limited.call('POST /api/auth/reset-password', { body }));
    for (const answer of answers) expectDeclared('POST /api/auth/reset-password', answer);
    expect(seen.get('POST /api/auth/reset-password')).toContain('429 retry-after');
    await limited.stop();
  });

  it.each(['POST /api/articles/preview', 'POST /api/articles/page-preview'])(
    'a preview whose place a newer one takes: %s',
    async (key) => {
      const { token } = await admin();
      const goOn = holdRendering();
      const previews = [1, 2, 3].map(() => server.call(key, { token, body: { text: 'A line of text' } }));
      // One is being rendered, another waited for it, and the last has arrived.
      expect((await Promise.race(previews)).status).toBe(409);
      goOn();
      const answers = await Promise.all(previews);
      for (const answer of answers) expectDeclared(key, answer);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    },
  );

  it('an application that is decided', async () => {
    const { token } = await broker(server);
    const applicant = await signedLead(server, token);
    const answers = { phone: '5550100' };
    const decided = `/api/joining/applications/${applicant.id}`;
    const sent = { body: { token: applicant.token, sha256: applicant.sha256, answers } };
    for (const step of ['answers', 'agreement', 'code'])
      await make(`POST /api/join/${step}`, `POST /api/join/${step}`, sent);
    await checkedLicense(server, token, applicant);
    await make('POST /api/joining/applications/:id/approve', `POST ${decided}/approve`, { token });
    const { sha256 } = applicant;
    await server.call(`POST ${decided}/countersign`, { token, body: { sha256 } });
    expect((await make('POST /api/join/decline', 'POST /api/join/decline', sent)).status).toBe(409);
    for (const [act, body] of [
      ['question', { text: 'Since when?' }],
      ['license-check', { finding: 'as-expected' }],
    ] as const)
      await make(`POST /api/joining/applications/:id/${act}`, `POST ${decided}/${act}`, { token, body });
  });

  it('a further page', async () => {
    const owner = await admin();
    const scene = new Scene(server, owner, owner);
    const [id] = [
      await scene.post(),
      await scene.post(),
      await scene.reportedPost(),
      await scene.reportedPost(),
    ];
    for (const author of [await person(server), await person(server)]) {
      await server.call(`POST /api/posts/comment/${id}`, { token: author.token, body: { text: 'Hello' } });
      await server.call(`PUT /api/posts/like/${id}`, { token: author.token });
      await server.call('POST /api/profile', {
        token: author.token,
        body: { status: 'Team Lead', skills: 'Leases' },
      });
    }
    for (let made = 0; made < 2; made++) {
      await scene.article();
      await scene.testimonial();
      await scene.lead();
      await scene.mail();
      await scene.byOwner('POST /api/posts', { text: 'Open house' });
      await scene.byOwner('POST /api/my-closings', closingBody());
      await scene.securityEvent();
    }
    const { id: webhook } = await scene.delivery();
    await scene.byOwner(`POST /api/webhooks/${webhook}/test`);
    for (const key of calls.filter((key) => 'cursor' in propertiesOf(callOf(key).query))) {
      const parent = key.includes('/webhooks/') ? webhook : id;
      await makeTwice(key, `${asIs(key, parent)}?limit=1`, owner.token);
    }
    await makeTwice('GET /api/posts', 'GET /api/posts?search=open+house', owner.token);
  });

  it('a long list with a post', async () => {
    const owner = await admin();
    const other = await person(server);
    const id = await new Scene(server, owner, owner).post();
    const date = '2026-01-31T18:00:00.000Z';
    const many = Array.from({ length: 101 }, (_, index) => `${someId.slice(0, -3)}${100 + index}`);
    await server.db
      .insertInto('users')
      .values(many.map((user) => ({ ...other, token: undefined, id: user, email: `${user}@example.com` })))
      .execute();
    await server.db
      .insertInto('post_likes')
      .values(many.map((user) => ({ id: user, post_id: id, user_id: user, created_at: date })))
      .execute();
    await server.db.updateTable('posts').set({ like_count: 101 }).where('id', '=', id).execute();
    await makeTwice('GET /api/posts/:id', `GET /api/posts/${id}`, owner.token);
    await make('PUT /api/posts/like/:id', `PUT /api/posts/like/${id}`, { token: owner.token });
    await make('PUT /api/posts/unlike/:id', `PUT /api/posts/unlike/${id}`, { token: owner.token });
    for (let written = 0; written < 102; written++) {
      await make('POST /api/posts/comment/:id', `POST /api/posts/comment/${id}`, {
        token: owner.token,
        body: { text: 'Hello' },
      });
    }
    const { body } = await server.call(`GET /api/posts/${id}`, { token: owner.token });
    await make(
      'DELETE /api/posts/comment/:postId/:commentId',
      `DELETE /api/posts/comment/${id}/${body.comments[0]._id}`,
      { token: owner.token },
    );
  });

  if (isWhole)
    it('each of them is what was declared, and nothing declared never comes', ({ task, skip }) => {
      const others = testsOf(task.file).filter((each) => each !== task);
      skip(
        others.some(({ result }) => result?.state !== 'pass'),
        'Of the other tests some did not run or failed',
      );
      const missing = calls.flatMap((key) =>
        Object.keys(operationOf(key).responses)
          .filter((status) => !rare.includes(status))
          .flatMap((status) => [
            status,
            ...names(declaredResponse(key, Number(status)).headers).map((name) => `${status} ${name}`),
          ])
          .filter((fact) => !seen.get(key)?.has(fact) && !(key === changing && fact.startsWith('304')))
          .map((fact) => `${key}: ${fact}`),
      );
      expect(missing).toEqual([]);
    });
});
