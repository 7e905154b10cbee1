import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, api } from './api.ts';

type Outcome = number | 'broken' | 'breaks off';

let outcomes: Outcome[];
let keys: (string | null)[];

beforeEach(() => {
  outcomes = [];
  keys = [];
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    const outcome = outcomes.shift() ?? 200;
    if (outcome === 'broken') throw new TypeError('Failed to fetch');
    if (outcome === 'breaks off') {
      const pull = (controller: ReadableStreamDefaultController) =>
        controller.error(new TypeError('network'));
      return new Response(new ReadableStream({ pull }));
    }
    return Response.json(outcome === 200 ? {} : { errors: [{ msg: 'No' }], msg: 'No' }, { status: outcome });
  });
});
afterEach(() => void vi.unstubAllGlobals());

const post = (text: string) => api('POST /api/posts', { body: { text } });
const failed = (text: string) => expect(post(text)).rejects.toThrow(ApiError);

it.each(['broken', 'breaks off'] as const)(
  'repeats a request once whose connection is %s',
  async (outcome) => {
    outcomes = [outcome, 200];
    await post('Hello');
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^"[0-9a-f]{32}"$/);
    expect(keys[1]).toBe(keys[0]);
  },
);

it('sends the same key until there is an answer, and another for another text', async () => {
  outcomes = ['broken', 'broken', 503, 503, 200, 200];
  await failed('First');
  await failed('First');
  await failed('Second');
  await post('First');
  await post('First');
  const [first, repeated, later, second, answered, anew] = keys;
  expect([repeated, later, answered]).toEqual([first, first, first]);
  expect(new Set([first, second, anew]).size).toBe(3);
});

it('sends a new key after a rejection', async () => {
  outcomes = [400, 200];
  await failed('Third');
  await post('Third');
  expect(keys[1]).not.toBe(keys[0]);
});

it('neither sends a key with other calls nor repeats them', async () => {
  outcomes = ['broken'];
  const params = { id: '0190b5a0-0000-7000-8000-000000000000' };
  await expect(api('PUT /api/posts/like/:id', { params })).rejects.toThrow(ApiError);
  expect(keys).toEqual([null]);
});
