import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const post = (body: unknown, headers = {}) => server.call('POST /api/auth', { body, headers });
const only = (msg: string) => ({ errors: [{ msg }], msg });

describe('faults of a request', () => {
  it.each(['{"email": "<script>', 'null and void', '{"a":1}}'])(
    'calls %s unreadable, without an echo',
    async (body) => {
      expect(await post(body)).toMatchObject({ status: 400, body: only('The request could not be read') });
    },
  );

  it.each(['null', '[]', '"text"', '5'])(
    'calls %s instead of an object a fault, without a stack trace',
    async (body) => {
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors.length).toBeGreaterThan(0);
    },
  );

  it('rejects more than 64 KiB', async () => {
    const answer = await post({ email: 'a@example.com', password: 'x'.repeat(65 * 1024) });
    expect(answer).toMatchObject({ status: 413, body: only('The request is too large') });
  });

  it('rejects what is compressed', async () => {
    for (const coding of ['gzip', 'br', 'identity, gzip', 'x']) {
      const answer = await post('{}', { 'content-encoding': coding });
      expect(answer).toMatchObject({ status: 415, body: only('This content type is not supported') });
    }
    expect((await post('{}', { 'content-encoding': 'identity' })).status).toBe(400);
  });

  it.each(['ff', 'c3', 'eda080', 'c080'])('rejects what is no UTF-8: %s', async (bytes) => {
    const body = Buffer.concat([
      Buffer.from('{"firstName":"Ana '),
      Buffer.from(bytes, 'hex'),
      Buffer.from('","lastName":"Ortiz","phone":"555-0100","email":"ana@example.com"}'),
    ]);
    const answer = await fetch(`${server.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual(only('The request could not be read'));
  });

  it('rejects what is not JSON', async () => {
    const answer = await post('email=a@example.com', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(answer).toMatchObject({ status: 415, body: only('This content type is not supported') });
  });

  it('knows no other call than those of the contract', async () => {
    for (const call of ['GET /api/auth/nothing', 'PUT /api/auth', 'POST /api']) {
      expect((await server.call(call)).status).toBe(404);
    }
    expect((await server.call('GET /api/auth/nothing')).body).toEqual(only('Not found'));
  });
});

describe('a fault of ours', () => {
  it('is reported without details', async () => {
    const token = await makeToken(server.db);
    await server.db.schema.alterTable('sessions').renameTo('sessions_elsewhere').execute();
    try {
      const { status, body } = await server.call('GET /api/auth', { token });
      expect({ status, body }).toEqual({ status: 500, body: only('Server error') });
    } finally {
      await server.db.schema.alterTable('sessions_elsewhere').renameTo('sessions').execute();
    }
  });
});
