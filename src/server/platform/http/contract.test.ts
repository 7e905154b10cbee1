import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectHttpError,
  type JsonSchema,
  kindsOf,
  marker,
  propertiesOf,
} from '../../../../test/contract.ts';
import { makeToken } from '../../../../test/factories.ts';
import { type Answer, type CallOptions, type TestServer, testServer } from '../../../../test/server.ts';
import { apiCalls } from '../../../shared/api.contract.ts';
import type { Call } from '../../../shared/contract.ts';
import { splitKey } from './api-routes.ts';

const calls: [string, Call][] = Object.entries(apiCalls);
const callsWithBody = calls.filter(([, call]) => call.body !== undefined);
const callsWithParams = calls.filter(([, call]) => call.params !== undefined);
/** Kibibytes of the calls that may have larger bodies than others (docs/security.md S3.7). */
const largerBodies: Record<string, number> = {
  'POST /api/articles': 1280,
  'PATCH /api/articles/:id': 1280,
  'POST /api/articles/preview': 1280,
  'POST /api/articles/page-preview': 1280,
  'PUT /api/articles/working-copy/:id': 2560,
  'POST /api/users/bulk/preview': 2048,
  'POST /api/users/bulk': 2048,
  'PUT /api/onboarding/templates/:plan': 2048,
  'PUT /api/handbook/pages/:id': 1280,
  'PUT /api/agreements/text': 512,
  'POST /api/agreements/text/preview': 512,
  'POST /api/closings/import': 4096,
  'POST /api/leads/import': 2048,
  'PUT /api/site/settings': 256,
  'POST /api/site/settings/preview': 256,
};
const someId = '01890000-0000-7000-8000-000000000000';

/** Nested deeply, a long list and a number that is infinite. */
const largeTexts = ['['.repeat(5000) + ']'.repeat(5000), `[${'0,'.repeat(20_000)}0]`, '1e999'];
const largeValues = largeTexts.map((text): unknown => JSON.parse(text));
/** A body of so many bytes. */
const ofSize = (size: number) => `{"${marker}":"${'x'.repeat(size - marker.length - 7)}"}`;

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

/** A parameter that is no id is one of a few words. */
const validParams: [name: string, value: string][] = [
  [':plan', 'on'],
  [':kind', 'reset'],
  [':year', '2027'],
];
const valid = (key: string) => validParams.find(([name]) => key.includes(name))?.[1] ?? someId;

async function make(key: string, options: CallOptions = {}, param = valid(key)): Promise<Answer> {
  const path = key.replaceAll(/:\w+/g, param);
  const answer = await server.call(path, { token, ...options });
  if (answer.status !== 401) return answer;
  token = await makeToken(server.db, { admin: true });
  return server.call(path, { token, ...options });
}

describe.each(callsWithBody)('the body of %s', (key, call) => {
  it('must be JSON', async () => {
    for (const body of ['{', `{"a":${marker}}`, `"${marker}`, '{"a":1}}', "{'a':1}", '\ufeff{}x']) {
      expectHttpError(await make(key, { body }), 400);
    }
  });

  it('must be an object', async () => {
    for (const body of ['null', '[]', `"${marker}"`, '7', 'true', `["${marker}"]`]) {
      expectHttpError(await make(key, { body }), 400);
    }
  });

  it('must not be larger than its limit', async () => {
    const limit = (largerBodies[key] ?? 64) * 1024;
    expect((await make(key, { body: ofSize(limit) })).status).not.toBe(413);
    expectHttpError(await make(key, { body: ofSize(limit + 1) }), 413);
  });

  it('must say that it is JSON', async () => {
    for (const type of ['text/plain', 'application/xml', `text/${marker}`, 'application/jsonx', '?']) {
      expectHttpError(await make(key, { body: '{}', headers: { 'content-type': type } }), 415);
    }
  });

  it('has no field that accepts a value of the wrong type', async () => {
    // Each by the schema, and one by HTTP: all calls hand their body to it in one place.
    let sent = false;
    for (const { named, properties } of kindsOf(call.body))
      for (const [field, schema] of Object.entries(properties))
        for (const value of valuesOfOtherTypes(new Set(typesOf(schema)))) {
          const body = { ...named, [field]: value };
          const issues = call.body?.safeParse(body).error?.issues ?? [];
          expect(issues.map(({ path }) => path[0])).toContain(field);
          if (sent) continue;
          sent = true;
          const answer = await make(key, { body });
          expectHttpError(answer, 400);
          const fields: string[] = answer.body.errors.map((error: { field?: string }) => error.field);
          expect(fields.some((name) => name === field || name?.startsWith(`${field}.`))).toBe(true);
        }
  });

  it('may hold what no database stores, without harm', async () => {
    const fields = [...Object.keys(propertiesOf(call.body)), '__proto__', 'constructor'];
    const texts = [`"${marker}\\u0000"`, `"${marker}\\ud800"`];
    const sent = [
      ...fields.flatMap((field) => texts.map((text) => [field, text])),
      ...largeTexts.map((value) => [fields[0], value]),
    ];
    for (const [field, value] of sent) {
      const answer = await make(key, { body: `{"${field}":${value}}` });
      if (answer.status !== 200) expectHttpError(answer);
    }
    // The large values go into every other field, which the schema must refuse.
    for (const { named, properties } of kindsOf(call.body))
      for (const field of Object.keys(properties))
        for (const value of largeValues)
          expect(call.body?.safeParse({ ...named, [field]: value }).success).toBe(false);
    expect(Object.prototype).not.toHaveProperty('admin');
  });
});

describe.each(callsWithParams)('the address of %s', (key) => {
  it('is not there with what is no id', async () => {
    const malformed = [
      'not-an-id',
      `${someId}0`,
      someId.replaceAll('0', 'g'),
      someId.slice(1),
      `${marker}'--`,
    ];
    const encoded = ['%00', `${someId}%00`, '%E0%A4%A', '..%2f..%2fetc%2fpasswd', '%F0%9F%92%A5'];
    for (const param of [...malformed, ...encoded, 'x'.repeat(120), 'x'.repeat(2000)]) {
      expectHttpError(await make(key, {}, param), 404);
    }
  });

  it('says what is not there, however long the id', async () => {
    for (const length of [99, 101, 2000]) {
      const { body } = await make(key, {}, 'x'.repeat(length));
      expect(body.msg).toMatch(/^[A-Z].+ not found$/);
    }
  });
});

describe.each(calls)('%s', (key) => {
  it('is answered by a handler of its own', async () => {
    const [method] = splitKey(key);
    const { status, body } = await make(key, { body: method === 'GET' ? undefined : {} });
    expect(status).toBeLessThan(500);
    if (status === 404) expect(body.msg).not.toBe('Not found');
  });
});

describe.each(calls.filter(([key]) => key.startsWith('GET ')))('the query of %s', (key, { query }) => {
  it('may hold unknown and repeated parameters', async () => {
    const unknown = `${marker}=1&a=1&a=2&__proto__=1&constructor[x]=1&%E0%A4%A=%E0`;
    expect((await make(`${key}?${unknown}`)).status).toBe((await make(key)).status);
  });

  it('is no way to make the server fail', async () => {
    const values = [
      '',
      '%00',
      '-1',
      '1e9',
      '1.5',
      'x'.repeat(3000),
      marker,
      '%E0%A4%A',
      '[]',
      '%F0%9F%92%A5',
    ];
    for (const name of Object.keys(propertiesOf(query))) {
      for (const value of values) {
        const answer = await make(`${key}?${name}=2&${name}=${value}`);
        if (answer.status !== 200) expectHttpError(answer);
      }
    }
  });
});

describe.each(calls.filter(([key]) => /^(PUT|DELETE) /.test(key)))('%s', (key) => {
  it('accepts a JSON content type with an empty body', async () => {
    const { status, body } = await make(key, { headers: { 'content-type': 'application/json' } });
    expect(status).toBeLessThan(500);
    expect([413, 415]).not.toContain(status);
    expect(body.msg).not.toBe('The request could not be read');
  });
});

it('a timestamp goes from the row to the wire to the letter', async () => {
  const date = '2026-02-28T23:59:59.000Z';
  const { body } = await server.call('GET /api/auth', {
    token: await makeToken(server.db, { created_at: date }),
  });
  expect(body.date).toBe(date);
});

describe('an address that no call has', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const paths = [...new Set(calls.map(([key]) => splitKey(key)[1]))];
  const known = new Set(calls.map(([key]) => key));
  const absent = paths.flatMap((path) => methods.map((method) => `${method} ${path}`));

  it('is a 404 in JSON', async () => {
    const strange = [
      `GET /api/${marker}`,
      'GET /api/',
      'POST /api/__proto__',
      'GET /api/%00',
      'GET /api/%zz',
    ];
    for (const key of [...absent.filter((key) => !known.has(key)), ...strange]) {
      const answer = await make(key);
      expectHttpError(answer, 404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });
});

function typesOf(schema: JsonSchema | boolean): string[] {
  if (typeof schema === 'boolean') return Object.keys(oneOfEach);
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (branches.length > 0) return branches.flatMap(typesOf);
  if (schema.enum) return schema.enum.map((value) => (value === null ? 'null' : typeof value));
  if (schema.const !== undefined) return [schema.const === null ? 'null' : typeof schema.const];
  if (schema.type === undefined) return Object.keys(oneOfEach);
  return [schema.type].flat().map((type) => (type === 'integer' ? 'number' : type));
}

const oneOfEach: Record<string, unknown> = {
  string: marker,
  number: 12.5,
  boolean: true,
  object: { [marker]: marker },
  array: [{ [marker]: [marker] }],
  null: null,
};

const valuesOfOtherTypes = (types: Set<string>) =>
  Object.entries(oneOfEach)
    .filter(([type]) => !types.has(type))
    .map(([, value]) => value);
