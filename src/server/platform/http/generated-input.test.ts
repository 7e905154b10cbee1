import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, calls, pathOf } from '../../../../test/calls.ts';
import { expectHttpError, marker, propertiesOf } from '../../../../test/contract.ts';
import { engine } from '../../../../test/database.ts';
import type { GoodRequest } from '../../../../test/good-requests/request.ts';
import { goodRequests, isAboutOthers } from '../../../../test/good-requests.ts';
import { expectNoBlocks } from '../../../../test/loop-watch.ts';
import { person, Scene } from '../../../../test/scene.ts';
import { type Answer, type CallOptions, type TestServer, testServer } from '../../../../test/server.ts';
import type { ApiContract } from '../../../shared/api.contract.ts';

/**
 * Good requests with a few random fields, so that most pass validation. A failure prints its seed, for PROPERTY_SEED. On
 * PostgreSQL fewer: only its types differ.
 */
const thoroughness = {
  numRuns: engine === 'postgres' ? 10 : 30,
  interruptAfterTimeLimit: 150_000,
  markInterruptAsFailure: true,
};

const withBody = calls.filter((key) => callOf(key).body !== undefined);
const withQuery = calls.filter((key) => Object.keys(propertiesOf(callOf(key).query)).length > 0);
const alwaysRejected = ['POST /api/auth/setup'];
const servedOnce = /(\/report|\/report\/:id|\/set-password)$/;

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ' ', '@', '\0', '\ud800', '💥', '<', '"', '\n', '‮', 'é', marker) }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.emailAddress(),
  fc.webUrl(),
  fc.uuid(),
  fc.date({ noInvalidDate: false }).map(String),
);
/** Repeated characters: the worst case for anything superlinear. */
const grownText = (max: number) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(
          'a',
          ' ',
          '.',
          '(',
          ')',
          '[',
          '![',
          '*',
          '_',
          '`',
          '<',
          '>',
          '\\',
          '@',
          '|',
          '\n',
          '- ',
          '> ',
          '#',
          '"',
          ',',
          ';',
        ),
        fc.constantFrom(1, 100, 1000, max),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .chain((parts) =>
      fc
        .constantFrom('', 'https://a.bc/', '@Ana ', '| a | b |\n|---|---|\n', 'a@b.', '\u0308', '平')
        .map((start) => (start + parts.map(([unit, times]) => unit.repeat(times)).join('')).slice(0, max)),
    );
const grownValue = fc.oneof(
  fc.integer({ min: 1, max: 3000 }).map((depth) => {
    let value: unknown = 'a';
    for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
    return value;
  }),
  fc
    .tuple(fc.constantFrom<unknown>('a', '', null, {}, [], 1), fc.integer({ min: 1, max: 12_000 }))
    .map(([entry, times]) => Array(times).fill(entry)),
  fc
    .integer({ min: 1, max: 4000 })
    .map((times) => Object.fromEntries(Array.from({ length: times }, (_, i) => [`k${i}`, i]))),
);
const anyValue = fc.oneof(
  { weight: 3, arbitrary: anyText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: grownText(20_000) },
  { weight: 1, arbitrary: grownValue },
);
const strangeNames = ['__proto__', 'constructor', 'toString'];
const oneOf = (names: string[]) => fc.constantFrom(...names, ...strangeNames);

interface Stage {
  token: string;
  path: string;
  body: object | null;
}

/** A good request of an admin for their own object; reports need another's. */
async function set(key: keyof ApiContract): Promise<Stage> {
  const owner = await person(server, { admin: true });
  const caller = isAboutOthers(key) ? await person(server, { admin: true }) : owner;
  const request: GoodRequest = await goodRequests[key](new Scene(server, owner, caller));
  const path = pathOf(key, request.params);
  return { token: caller.token, path, body: typeof request.body === 'object' ? request.body : null };
}

function caller(key: keyof ApiContract) {
  let stage: Promise<Stage> | undefined;
  return async (optionsFor: (stage: Stage) => CallOptions & { query?: string }): Promise<Answer> => {
    const run = async () => {
      stage ??= set(key);
      const { token, path } = await stage;
      const { query = '', ...options } = optionsFor(await stage);
      const answer = await server.call(path + query, { token, ...options });
      await expectNoBlocks();
      return answer;
    };
    const answer = await run();
    if (servedOnce.test(key) && answer.status === 200) stage = undefined;
    if (![401, 403, 404].includes(answer.status)) return answer;
    stage = undefined;
    return run();
  };
}

describe('generated bodies never make the server fail', () => {
  it.each(withBody)('%s', async (key) => {
    const call = caller(key);
    let served = 0;
    const changes = fc.dictionary(oneOf(Object.keys(propertiesOf(callOf(key).body))), anyValue, {
      maxKeys: 2,
    });
    const property = fc.asyncProperty(changes, async (changed) => {
      const answer = await call(({ body }) => ({ body: JSON.stringify({ ...body, ...changed }) }));
      if (answer.status === 200) served++;
      else expectHttpError(answer);
    });
    await fc.assert(property, thoroughness);
    if (!alwaysRejected.includes(key)) expect(served).toBeGreaterThan(0);
  });
});

describe('generated queries never make the server fail', () => {
  it.each(withQuery)('%s', async (key) => {
    const call = caller(key);
    const text = fc.oneof(anyText, grownText(1500));
    const pair = fc.tuple(oneOf(Object.keys(propertiesOf(callOf(key).query))), text);
    const property = fc.asyncProperty(fc.array(pair, { maxLength: 3 }), async (pairs) => {
      const answer = await call(() => ({ query: `?${new URLSearchParams(pairs)}` }));
      if (answer.status !== 200) expectHttpError(answer);
    });
    await fc.assert(property, thoroughness);
  });
});
