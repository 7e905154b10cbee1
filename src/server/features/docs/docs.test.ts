import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pathOf } from '../../../../test/calls.ts';
import { makeToken } from '../../../../test/factories.ts';
import { goodRequests, isAboutOthers } from '../../../../test/good-requests.ts';
import { person, Scene } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { apiCalls } from '../../../shared/api.contract.ts';
import type { Call } from '../../../shared/contract.ts';
import { rightNames } from '../../../shared/users/rights.ts';
import { splitKey } from '../../platform/http/api-routes.ts';
import { streams, uploads, versionedCalls } from './special-calls.ts';

const calls: [string, Call][] = Object.entries(apiCalls);

/** The subset of OpenAPI 3.1 in use: anything else fails to parse. */
const schema = z.record(z.string(), z.unknown());
const reference = (kind: string) => z.strictObject({ $ref: z.string().startsWith(`#/components/${kind}/`) });
const content = z.strictObject({
  'application/json': z.strictObject({ schema, example: z.unknown().optional() }),
});
const header = z.strictObject({ description: z.string(), schema, example: z.unknown().optional() });
const parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema,
  example: z.unknown().optional(),
});
const response = z.strictObject({
  description: z.string().min(1),
  headers: z.record(z.string(), reference('headers')).optional(),
  content: content
    .partial()
    .extend({
      'text/csv': z.strictObject({ schema }).optional(),
      'application/zip': z.strictObject({ schema }).optional(),
      'image/jpeg': z.strictObject({ schema }).optional(),
      'application/pdf': z.strictObject({ schema }).optional(),
      'text/event-stream': z
        .strictObject({ schema: z.strictObject({ type: z.literal('string') }) })
        .optional(),
    })
    .optional(),
});
const operation = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z0-9]+$/),
  tags: z.tuple([z.string()]),
  summary: z.string().min(5),
  description: z.string().min(5),
  'x-access': z.enum(['visitor', 'member', 'articles', 'testimonials', 'handbook', ...rightNames, 'admin']),
  security: z.array(z.strictObject({ token: z.tuple([]) })).max(1),
  parameters: z.array(z.union([parameter, reference('parameters')])),
  requestBody: z
    .strictObject({
      required: z.boolean(),
      content: content.or(
        z.strictObject({
          'multipart/form-data': z.strictObject({
            schema,
            encoding: z.record(z.string(), z.strictObject({ contentType: z.string() })),
          }),
        }),
      ),
    })
    .optional(),
  responses: z.record(
    z.string().regex(/^([2345]\d\d|default)$/),
    z.union([reference('responses'), response]),
  ),
});
const document = z.strictObject({
  openapi: z.literal('3.1.1'),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    contact: z.strictObject({ name: z.string(), email: z.email(), url: z.url() }),
    license: z.strictObject({ name: z.literal('MIT'), identifier: z.literal('MIT') }),
  }),
  servers: z.tuple([z.strictObject({ url: z.url(), description: z.string() })]),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string().regex(/^\/api(\/[\w-]+|\/\{\w+\})+$/),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), operation),
  ),
  components: z.strictObject({
    securitySchemes: z.strictObject({
      token: z.strictObject({
        type: z.literal('apiKey'),
        in: z.literal('header'),
        name: z.literal('x-auth-token'),
        description: z.string(),
      }),
    }),
    parameters: z.record(z.string(), parameter),
    headers: z.record(z.string(), header),
    responses: z.record(z.string(), response),
    schemas: z.record(z.string(), schema),
  }),
});

let server: TestServer;
let openApi: z.output<typeof document>;

beforeAll(async () => {
  server = await testServer({ BROKERAGE_NAME: 'Anytown Homes', BASE_URL: 'https://www.example.com' });
  openApi = document.parse((await server.call('GET /api/openapi.json')).body);
});
afterAll(() => server.stop());

function objectsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([name, part]) => (name === 'example' ? [] : objectsIn(part)));
  return 'properties' in value ? [JSON.stringify(value), ...below] : below;
}

const operations = () => Object.values(openApi.paths).flatMap((path) => Object.values(path));

function operationOf(key: string) {
  const [method, path] = splitKey(key);
  const found =
    openApi.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[
      z.enum(['get', 'post', 'put', 'patch', 'delete']).parse(method.toLowerCase())
    ];
  if (!found) throw new Error(`${key} is missing`);
  return found;
}

describe('GET /api/openapi.json', () => {
  it('is about this brokerage, and may be cached until it changes', async () => {
    expect(openApi.info.title).toBe('Anytown Homes API');
    expect(openApi.servers[0].url).toBe('https://www.example.com');
    const { headers } = await server.call('GET /api/openapi.json');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await server.call('GET /api/openapi.json', { headers: known })).status).toBe(304);
  });

  it('has every call and no other, each with an id of its own', () => {
    expect(operations()).toHaveLength(calls.length);
    expect(new Set(operations().map(({ operationId }) => operationId)).size).toBe(calls.length);
    const tags = new Set(openApi.tags.map(({ name }) => name));
    for (const {
      tags: [tag],
    } of operations())
      expect(tags).toContain(tag);
  });

  it('has no two calls of one method for the same address', () => {
    const addresses = Object.entries(openApi.paths).map(([path, calls]) => ({
      path,
      parts: path.split('/'),
      methods: Object.keys(calls),
    }));
    const isOpen = (part = '') => part.startsWith('{');
    // One without a parameter goes before those with one, as OpenAPI says.
    const isPlain = ({ parts }: { parts: string[] }) => !parts.some(isOpen);
    const ambiguous = addresses.flatMap((a, at) =>
      addresses
        .slice(at + 1)
        .filter(
          (b) =>
            a.parts.length === b.parts.length &&
            !isPlain(a) &&
            !isPlain(b) &&
            a.parts.every((part, n) => isOpen(part) || isOpen(b.parts[n]) || part === b.parts[n]) &&
            a.methods.some((method) => b.methods.includes(method)),
        )
        .map((b) => `${a.path} and ${b.path}`),
    );
    expect(ambiguous).toEqual([]);
  });

  it('refers to nothing that is not in it, and has nothing that it does not refer to', () => {
    const references = JSON.stringify(openApi).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g);
    const { securitySchemes, ...components } = openApi.components;
    const there = Object.entries(components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `${kind} ${name}`),
    );
    expect(new Set(there)).toEqual(new Set([...references].map(([, kind, name]) => `${kind} ${name}`)));
  });

  it('describes no object twice: every body and every object of an answer has a name', () => {
    const objects = objectsIn({ ...openApi, components: { ...openApi.components, schemas: {} } });
    expect(objects.filter((text) => !text.includes('"format":"binary"'))).toEqual([]);
    const all = Object.entries(openApi.components.schemas).flatMap(([, named]) => objectsIn(named));
    expect(all.filter((text, index) => all.indexOf(text) !== index)).toEqual([]);
  });

  it('lets answers get further fields', () => {
    expect(JSON.stringify(openApi)).not.toContain('"additionalProperties":false');
  });
});

describe.each(calls)('%s', (key, call) => {
  it('says who may make it', () => {
    const { security, responses } = operationOf(key);
    expect(security).toHaveLength(call.access === 'visitor' ? 0 : 1);
    expect('401' in responses).toBe(call.access !== 'visitor');
    if (['admin', 'articles', 'testimonials', 'content'].includes(call.access))
      expect(responses).toHaveProperty('403');
  });

  it('says what else it may answer, always in the documented shape', () => {
    const { responses } = operationOf(key);
    const expected = ['200', ...(call.params ? ['404'] : []), ...(call.body ? ['400', '413', '415'] : [])];
    expect(Object.keys(responses)).toEqual(expect.arrayContaining([...expected, '429', '503', 'default']));
    for (const status of Object.keys(responses)) {
      if (status === '200' || status === '304') continue;
      expect(responses[status]).toEqual({ $ref: `#/components/responses/${status}` });
      const { content, headers } = openApi.components.responses[status] ?? {};
      expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
      expect(headers !== undefined && 'Retry-After' in headers).toBe(status === '429' || status === '503');
    }
  });

  it('says which type it answers', () => {
    const success = response.parse(operationOf(key).responses['200']);
    expect(new Set(Object.keys(success.content ?? {}))).toEqual(
      new Set([call.produces ?? 'application/json', streams.has(key) ? ['text/event-stream'] : []].flat(2)),
    );
  });

  it('has its parameters', () => {
    const { parameters } = operationOf(key);
    const inPath = parameters.filter((given) => 'in' in given).filter((given) => given.in === 'path');
    expect(inPath.map(({ name }) => name).sort()).toEqual(
      [...splitKey(key)[1].matchAll(/:(\w+)/g)].map(([, name]) => name).sort(),
    );
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(
      call.params?.safeParse(Object.fromEntries(inPath.map(({ name, example }) => [name, example])))
        .success ?? true,
    ).toBe(true);
  });

  it('has an example of its body that the call accepts', () => {
    const { requestBody } = operationOf(key);
    expect(requestBody !== undefined).toBe(call.body !== undefined || uploads.has(key));
    if (!requestBody) return;
    if ('application/json' in requestBody.content) {
      call.body?.parse(requestBody.content['application/json'].example);
    } else expect(uploads.has(key)).toBe(true);
  });
});

describe('a fault that is documented', () => {
  it('is the one that comes: a call with a missing body, without a token, and to what is not there', async () => {
    const error = z.strictObject({
      errors: z.array(z.strictObject({ msg: z.string(), field: z.string().optional() })).min(1),
      msg: z.string(),
    });
    const token = await makeToken(server.db, { admin: true });
    const answers = [
      await server.call('POST /api/auth', { body: {} }),
      await server.call('GET /api/auth'),
      await server.call('GET /api/articles/01890000-0000-7000-8000-000000000000'),
      await server.call('POST /api/articles', {
        token,
        body: 'x',
        headers: { 'content-type': 'text/plain' },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 401, 404, 415]);
    for (const { body } of answers) error.parse(body);
  });

  it('is that of a form for every call that a file can be sent to', () => {
    expect([...uploads.keys()].sort()).toEqual(
      calls
        .map(([key]) => key)
        .filter((key) => /^POST .*\/(image|files?)$/.test(key))
        .sort(),
    );
  });

  it.each([...uploads])('%s: the file is in the field %s', async (key, field) => {
    const token = await makeToken(server.db, { admin: true });
    const boundary = 'boundary';
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const body = `--${boundary}\r\ncontent-disposition: form-data; name="other"\r\n\r\nx\r\n--${boundary}--\r\n`;
    const path = key.replace(':id', '01890000-0000-7000-8000-000000000000');
    const answer = await server.call(path, { token, body, headers });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  const versioned = Object.entries(goodRequests).filter(([key]) => versionedCalls.has(key));
  it.each(versioned)('%s: 412 on a conflict', async (key, goodRequest) => {
    const owner = await person(server, { admin: true });
    const caller = isAboutOthers(key) ? await person(server, { admin: true }) : owner;
    const { params, body } = await goodRequest(new Scene(server, owner, caller));
    const path = pathOf(key, params);
    const call = (headers: Record<string, string>) =>
      server.call(path, { token: caller.token, body, headers });
    expect((await call({ 'if-match': '"v99"' })).status).toBe(412);
    expect((await call({ 'if-match': '"nothing of ours"' })).status).toBe(412);
    expect((await call({ 'if-match': '*' })).status).toBe(200);
  });
});

describe('GET /api/docs', () => {
  it('shows every call, each at an address of its own', async () => {
    const { status, body, headers } = await server.call('GET /api/docs');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    // Cut into calls: the page is of megabytes, and to look for each call in all of it takes seconds.
    const parts: string[] = body.split('<article ').slice(1);
    const shown = parts.map((part) => [
      /data-method="(\w+)">\1<\/span>/.exec(part)?.[1],
      /<code>([^<]+)<\/code>/.exec(part)?.[1],
      /<p>([^<]+)\. </.exec(part)?.[1]?.replaceAll('&#x27;', "'"),
    ]);
    const expected = calls.map(([key, { summary }]) => [...splitKey(key), summary]);
    expect(shown.toSorted()).toEqual(expected.toSorted());
    const ids: string[] = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of body.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });
});
