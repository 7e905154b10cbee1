/**
 * Every call by every set of rights (docs/product.md P3.2). What a call needs stands in the contract;
 * permissions.test.ts has the other roles.
 */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodRequests } from '../../../../test/good-requests.ts';
import { upload } from '../../../../test/images.ts';
import { type Person, person, Scene } from '../../../../test/scene.ts';
import { type Answer, type TestServer, testServer } from '../../../../test/server.ts';
import { type ApiContract, apiCalls, apiContract } from '../../../shared/api.contract.ts';
import type { Call } from '../../../shared/contract.ts';
import { type Held, noRights, type Right, rightNames, rights } from '../../../shared/users/rights.ts';
import { uploads } from '../../features/docs/special-calls.ts';
import { newId } from '../db/ids.ts';
import { rightFor } from './actor.ts';

const only = (right: Right): Held => ({ ...noRights, [rights[right].column]: true });
const every: Held = { ...noRights, recruiting: true, coordinator: true, compliance: true, content: true };
const sets: [string, Held][] = [
  ['none', noRights],
  ...rightNames.map((right): [string, Held] => [right, only(right)]),
  ['every right', every],
];

const github = createServer((_request, response) => response.end('[]'));
let server: TestServer;
beforeAll(async () => {
  await once(github.listen(0, '127.0.0.1'), 'listening');
  const address = github.address();
  const port = typeof address === 'object' ? address?.port : '';
  server = await testServer({ GITHUB_API_URL: `http://127.0.0.1:${port}` });
  people = new Map(
    await Promise.all(sets.map(async ([name, held]) => [name, await person(server, held)] as const)),
  );
});
afterAll(async () => {
  await server.stop();
  github.close();
});
let people: Map<string, Person>;

const callOf = (key: keyof ApiContract): Call => apiCalls[key];
const isCall = (key: string): key is keyof ApiContract => key in apiContract;
const calls = Object.keys(apiContract).filter(isCall);

/** A good request on a real object, sent by the session of a new user with these rights. */
async function send(key: keyof ApiContract, held: Held): Promise<Answer> {
  const caller = await person(server, held);
  const request = await goodRequests[key](new Scene(server, await person(server), caller));
  const params = new Map(Object.entries(request.params ?? {}));
  const path = key.replace(/:(\w+)/g, (_, name: string) => String(params.get(name))) + (request.query ?? '');
  return request.upload
    ? upload(server, caller.token, request.upload, {
        path: path.replace(/^\w+ /, ''),
        field: uploads.get(key),
      })
    : server.call(path, { token: caller.token, body: request.body });
}

const neededFor = (key: keyof ApiContract) => {
  const { access } = callOf(key);
  return access === 'visitor' ? undefined : rightFor(access, server.parts.config);
};

describe('a call that needs a right', () => {
  it.each(calls.filter((key) => !['visitor', 'member'].includes(callOf(key).access)))('%s', async (key) => {
    const needed = neededFor(key);
    if (needed === undefined) return;
    const refused = sets.filter(
      ([name]) => name !== needed && (needed === 'admin' || name !== 'every right'),
    );
    for (const [name] of refused) {
      // A refusal comes first: the call needs no body, and its object does not exist.
      const { status, body } = await server.call(key.replaceAll(/:\w+/g, newId()), {
        token: people.get(name)?.token,
      });
      expect({ name, status, msg: body.msg }).toEqual({ name, status: 403, msg: 'User not authorized' });
    }
    if (needed === 'admin') return;
    expect((await send(key, only(needed))).status).toBe(200);
    expect((await send(key, every)).status).toBe(200);
  });
});

describe('a right that is taken between look and act', () => {
  /** They change nothing, or only what is the caller's own and ends with the account. */
  const unchecked = new Set<string>([
    'POST /api/agreements/verify',
    'POST /api/leads/views',
    'DELETE /api/leads/views/:id',
    'PUT /api/leads/digest',
  ]);

  it.each(
    calls.filter((key) => {
      const needed = callOf(key).access;
      return rightNames.some((right) => right === needed) && !key.startsWith('GET') && !unchecked.has(key);
    }),
  )('%s is refused and changes nothing', async (key) => {
    const needed = rightNames.find((right) => right === callOf(key).access);
    if (!needed) return;
    const caller = await person(server, only(needed));
    const request = await goodRequests[key](new Scene(server, await person(server), caller));
    const params = new Map(Object.entries(request.params ?? {}));
    const path =
      key.replace(/:(\w+)/g, (_, name: string) => String(params.get(name))) + (request.query ?? '');
    const known = server.parts.actorByToken;
    // As another process takes it just after this one has looked.
    server.parts.actorByToken = async (db, token) => {
      const actor = await known(db, token);
      if (actor?.id === caller.id)
        await server.db
          .updateTable('users')
          .set({ [rights[needed].column]: false })
          .where('id', '=', caller.id)
          .execute();
      return actor;
    };
    try {
      const { status } = request.upload
        ? await upload(server, caller.token, request.upload, {
            path: path.replace(/^\w+ /, ''),
            field: uploads.get(key),
          })
        : await server.call(path, { token: caller.token, body: request.body });
      expect(status).toBe(403);
    } finally {
      server.parts.actorByToken = known;
    }
  });
});
