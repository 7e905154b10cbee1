import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls, pathOf } from '../../../../test/calls.ts';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { goodRequests } from '../../../../test/good-requests.ts';
import { holdRendering } from '../../../../test/held-rendering.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { type Person, person, Scene } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { apiContract } from '../../../shared/api.contract.ts';
import { tokenScopes } from '../../../shared/api-tokens/token-scope-names.ts';
import { scopeOf } from '../../../shared/api-tokens/token-scopes.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { addHits, limits } from '../../platform/http/rate-limits.ts';

let server: TestServer;
let maker: Person;

beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'on' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.deleteFrom('api_tokens').execute();
  maker = await person(server, { admin: true, name: 'Mia Maker' });
});

async function newToken(): Promise<{ id: string; token: string }> {
  const body = { name: 'CRM', scopes: tokenScopes, days: 90 };
  const answer = await server.call('POST /api/api-tokens', { token: maker.token, body });
  expect(answer.status).toBe(200);
  // The maker's own call must not count below.
  await server.db.deleteFrom('rate_limits').execute();
  return { id: answer.body.apiToken._id, token: answer.body.token };
}

const counted = async (who: string): Promise<string[]> => {
  const rows = await server.db.selectFrom('rate_limits').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key).filter((key) => key.endsWith(`:${who}`));
};
const ownKeys = async (): Promise<string[]> =>
  (await counted(maker.id)).filter((key) => !key.endsWith(`:tokens:${maker.id}`));

const open = calls.filter((key) => scopeOf(key) !== null);

describe('what a token calls uses up nothing of its maker', () => {
  it.each(open)('%s', async (key) => {
    const { id, token } = await newToken();
    const other = await person(server, { admin: true });
    const {
      params,
      query = '',
      body,
      upload: file,
      field,
    } = await goodRequests[key](new Scene(server, other, other));
    const path = pathOf(key, params);
    const turns = vi.spyOn(server.parts.slowReads, 'run');
    // Lists count what they search for, too.
    const call = key.startsWith('GET ') ? `${path}?search=escrow` : path;
    const answer = file
      ? await upload(server, token, file, {
          path: path.slice('POST '.length) + query,
          ...(field && { field }),
        })
      : await server.call(call, { token, body });
    const people = turns.mock.calls.map(([who]) => who);
    turns.mockRestore();
    expect(answer.status).toBe(200);
    expect(await ownKeys()).toEqual([]);
    expect(people).not.toContain(maker.id);
    const limit = 'limit' in apiContract[key] ? apiContract[key].limit : undefined;
    if (limit) {
      expect(await counted(id)).toContain(`${limit}:${id}`);
      expect(await counted(maker.id)).toContain(`${limit}:tokens:${maker.id}`);
    }
  });
});

describe('the limits of tokens', () => {
  const search = (token: string) => server.call('GET /api/leads?search=escrow', { token });

  it('are of each, so that one does not use up those of another', async () => {
    const [first, second] = [await newToken(), await newToken()];
    for (let n = 0; n < limits.search.limit; n++) expect((await search(first.token)).status).toBe(200);
    // Refused calls do not use up the budgets of others.
    for (let n = 0; n < 3 * limits.search.limit; n++) expect((await search(first.token)).status).toBe(429);
    expect((await search(second.token)).status).toBe(200);
    expect((await search(maker.token)).status).toBe(200);
  });

  it('bound all of one maker together', async () => {
    const [{ token }, { id, token: used }] = [await newToken(), await newToken()];
    await addHits(server.db, `search:tokens:${maker.id}`, 3 * limits.search.limit - 1, fromNow(60_000));
    expect((await search(used)).status).toBe(200);
    expect((await search(token)).status).toBe(429);
    expect((await search(used)).status).toBe(429);
    expect((await search(maker.token)).status).toBe(200);
    await server.db.deleteFrom('rate_limits').where('key', '=', `search:tokens:${maker.id}`).execute();
    expect((await search(used)).status).toBe(200);
    expect(await counted(id)).toEqual([`search:${id}`]);
  });

  it('bound the calls of all together, too', async () => {
    const tokens = [await newToken(), await newToken(), await newToken(), await newToken()];
    const count = ({ token }: { token: string }) => server.call('GET /api/leads/new-count', { token });
    for (const each of tokens.slice(0, 3)) {
      for (let n = 0; n < limits.api.limit; n += 50)
        await Promise.all(Array.from({ length: 50 }, () => count(each)));
    }
    const statuses = [];
    for (const each of tokens) statuses.push((await count(each)).status);
    expect(statuses).toEqual([429, 429, 429, 429]);
    expect((await server.call('GET /api/leads', { token: maker.token })).status).toBe(200);
  });
});

describe('places that a process has', () => {
  it('for uploads are not taken from the maker', async () => {
    const { token } = await newToken();
    const image = new Uint8Array(await plainImage(20, 20).jpeg().toBuffer());
    const slow = [slowUpload(token), slowUpload(token), slowUpload(token)];
    // The other two have the places of this person.
    expect(await Promise.race(slow.map(({ refused }) => refused))).toBe(429);
    expect((await upload(server, maker.token, image)).status).toBe(200);
    for (const { sending } of slow) sending.destroy();
  });

  it('for previews are not taken from the maker', async () => {
    const { token } = await newToken();
    const body = articleBody();
    const preview = (of: string) => server.call('POST /api/articles/preview', { token: of, body });
    const goOn = holdRendering();
    const before = Array.from({ length: 6 }, () => preview(token));
    const own = preview(maker.token);
    const after = Array.from({ length: 6 }, () => preview(token));
    expect((await Promise.race([...before, own, ...after])).status).toBe(409);
    goOn();
    expect((await own).status).toBe(200);
    const statuses = (await Promise.all([...before, ...after])).map(({ status }) => status);
    expect(statuses.every((status) => [200, 409].includes(status))).toBe(true);
  });
});

/** Sends the beginning of an image, and no more. */
function slowUpload(token: string) {
  const sending = request(`${server.url}/api/testimonials/image`, {
    method: 'POST',
    headers: {
      'x-auth-token': token,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': '100000',
    },
  });
  const refused = new Promise<number | undefined>((resolve) => {
    sending.on('response', ({ statusCode }) => resolve(statusCode));
    sending.on('error', () => resolve(undefined));
  });
  sending.write('--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n');
  return { sending, refused };
}

it('a token is limited by its own figures, whatever its maker has used', async () => {
  const { token } = await newToken();
  await addHits(server.db, `search:${maker.id}`, limits.search.limit, fromNow(60_000));
  expect((await server.call('GET /api/leads?search=a', { token: maker.token })).status).toBe(429);
  expect((await server.call('GET /api/leads?search=a', { token })).status).toBe(200);
  expect((await server.call('GET /api/leads', { token: await makeToken(server.db) })).status).toBe(403);
});
