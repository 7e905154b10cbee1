import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ignoreBlocks } from '../../../../test/loop-watch.ts';
import { rawAnswer, rawConnection } from '../../../../test/raw-http.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { endLongPipelines } from './long-pipelines.ts';
import { securityHeaders } from './security-headers.ts';

/** Instead of 14 seconds in production. */
const requestTimeout = 250;

let server: TestServer;

beforeAll(async () => {
  server = await testServer({}, { requestTimeout });
});
afterAll(() => server.stop());

function parse(raw: string) {
  const [head = '', body = ''] = raw.split('\r\n\r\n');
  const [start = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  return { status: Number(start.split(' ')[1]), headers, body };
}

function expectOwnError(raw: string, status: number): void {
  const answer = parse(raw);
  expect(answer.status).toBe(status);
  expect(Object.fromEntries(answer.headers)).toMatchObject(securityHeaders(server.config));
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  const body = JSON.parse(answer.body);
  expect(body).toEqual({ errors: [{ msg: body.msg }], msg: expect.any(String) });
  expect(raw).not.toMatch(/marker|HPE|Parse Error|node:|fastify|\.js/i);
}

describe('a request that is not acceptable HTTP', () => {
  it('is 431 with headers of more than 16 KiB', async () => {
    const lines = `GET / HTTP/1.1\r\nhost: a\r\nx-marker: ${'marker'.repeat(3000)}\r\n\r\n`;
    expectOwnError(await rawAnswer(server.url, lines), 431);
  });

  it('passes with headers of almost 16 KiB', async () => {
    const { status } = await server.call('GET /livez', { headers: { 'x-filler': 'x'.repeat(15_000) } });
    expect(status).toBe(200);
  });

  it.each(['marker marker marker\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', '\u0016\u0003\u0001\r\n\r\n'])(
    'is 400 when it is no HTTP: %j',
    async (lines) => {
      expectOwnError(await rawAnswer(server.url, lines), 400);
    },
  );

  it.each(['/', '/api/articles', '/livez'])('is 400 for %s without a host', async (path) => {
    // Stored, so that the page would be sent before it is routed.
    await fetch(server.url);
    const lines = `GET ${path} HTTP/1.1\r\nx-marker: marker\r\n\r\n`;
    expectOwnError(await rawAnswer(server.url, lines), 400);
    const older = await rawAnswer(server.url, 'GET /livez HTTP/1.0\r\n\r\n');
    expect(parse(older).status).toBe(200);
  });

  it('is 417 when it expects what no server does', async () => {
    const head = 'POST /api/auth HTTP/1.1\r\nhost: a\r\nexpect: marker\r\ncontent-length: 2\r\n\r\n{}';
    expectOwnError(await rawAnswer(server.url, head), 417);
  });

  it('goes on when it expects to be told so', async () => {
    const { socket, whole } = rawConnection(server.url);
    socket.write('POST /api/auth HTTP/1.1\r\nhost: a\r\nconnection: close\r\nexpect: 100-continue\r\n');
    socket.write('content-type: application/json\r\ncontent-length: 2\r\n\r\n{}');
    expect(await whole).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 400 /);
  });

  it('is refused with TRACE, and nothing of it comes back', async () => {
    const answer = await rawAnswer(
      server.url,
      'TRACE /api/articles HTTP/1.1\r\nhost: a\r\nx-marker: marker\r\nconnection: close\r\n\r\n',
    );
    expect(parse(answer).status).toBeGreaterThanOrEqual(400);
    expect(answer).not.toContain('marker');
  });

  it('is 400 when two headers disagree about its length', async () => {
    const head =
      'POST /api/auth HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n';
    expectOwnError(await rawAnswer(server.url, `${head}0\r\n\r\nGET /marker HTTP/1.1\r\n\r\n`), 400);
  });
});

describe('a request that arrives too slowly', () => {
  it('is cut off in its headers', async () => {
    const { socket, whole } = rawConnection(server.url);
    const drip = setInterval(() => socket.write('x-marker: a\r\n'), 50);
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n');
    expectOwnError(await whole, 408);
    clearInterval(drip);
  });

  it('is cut off in its body', async () => {
    const { socket, whole } = rawConnection(server.url);
    const head =
      'POST /api/auth HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n';
    socket.write(`${head}{"marker":"`);
    const drip = setInterval(() => socket.write('a'), 50);
    expectOwnError(await whole, 408);
    clearInterval(drip);
  });
});

describe('hundreds of slow requests', () => {
  const head = 'POST /api/auth HTTP/1.1\r\nhost: a\r\n';
  let patient: TestServer;
  beforeAll(async () => {
    // Must cut off no connection during the test: it measures service while all are open.
    patient = await testServer();
  });
  afterAll(() => patient.stop());

  it.each([
    ['headers', head],
    ['bodies', `${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`],
  ])('do not keep others waiting with their %s', async (_what, begun) => {
    let ended = 0;
    const slow = Array.from({ length: 400 }, () => rawConnection(patient.url));
    for (const { socket, whole } of slow) {
      socket.write(begun);
      void whole.then(() => ended++);
    }
    await Promise.all(slow.map(({ socket }) => once(socket, 'connect')));
    for (const key of ['GET /livez', 'GET /', 'GET /api/testimonials', 'GET /readyz']) {
      // A new connection, accepted after all of those above.
      const { status } = await patient.call(key, { headers: { connection: 'close' } });
      expect({ key, status, ended }).toEqual({ key, status: 200, ended: 0 });
    }
    for (const { socket } of slow) socket.destroy();
  });
});

describe('a connection', () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  afterAll(() => agent.destroy());

  const post = async (body: string) => {
    const outgoing = request(`${server.url}/api/auth`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    outgoing.end(body);
    const [response] = await once(outgoing, 'response');
    await text(response);
    return { status: response.statusCode, reused: outgoing.reusedSocket };
  };

  it('continues to serve after a rejected request', async () => {
    expect(await post('{}')).toEqual({ status: 400, reused: false });
    expect(await post('{}')).toEqual({ status: 400, reused: true });
    expect((await post('{')).status).toBe(400);
    expect((await post('{}')).status).toBe(400);
  });
});

describe('unreadable bytes after a request', () => {
  it('do not replace its answer, which may tell of a change', async () => {
    const body = JSON.stringify({ email: 'nobody@example.com' });
    const head = `POST /api/auth/reset-password HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n`;
    const before = parse(
      await rawAnswer(
        server.url,
        `${head}connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ),
    );
    expect(before.status).toBe(200);
    const answer = await rawAnswer(
      server.url,
      `${head}content-length: ${body.length}\r\n\r\n${body}\x16\x03\x01`,
    );
    expect(parse(answer)).toMatchObject({ status: 200, body: before.body });
  });

  it('replace no answer to the requests before', async () => {
    const livez = 'GET /livez HTTP/1.1\r\nhost: a\r\n\r\n';
    const answer = await rawAnswer(server.url, `${livez}${livez}\x16\x03\x01`);
    expect(answer.split('HTTP/1.1 200 OK')).toHaveLength(3);
    expect(answer).not.toContain('HTTP/1.1 400');
  });
});

describe('requests on one connection that nobody waits for', () => {
  // A packet of a hundred is handled in one turn.
  afterEach(ignoreBlocks);

  const many = (count: number) => 'GET /livez HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(count);

  it('are answered in turn, up to a hundred', async () => {
    const { socket, whole } = rawConnection(server.url);
    socket.write(`${many(99)}GET /livez HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
    expect((await whole).split('HTTP/1.1 200 OK')).toHaveLength(101);
  });

  it('end the connection when there are thousands', async () => {
    const { socket, whole } = rawConnection(server.url);
    socket.write(many(2000));
    expect((await whole).split('HTTP/1.1 200 OK').length).toBeLessThanOrEqual(102);
    expect((await server.call('GET /livez')).status).toBe(200);
  });

  it('are not handled past that, and nothing waits for their responses', async () => {
    const app = Fastify();
    endLongPipelines(app);
    let [handled, closed] = [0, 0];
    app.get('/', async (_request, reply) => {
      handled++;
      reply.raw.once('close', () => closed++);
    });
    const { whole, socket } = rawConnection(await app.listen({ port: 0, host: '127.0.0.1' }));
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(2000));
    await whole;
    await app.close();
    expect(handled).toBeLessThanOrEqual(101);
    expect(closed).toBe(handled);
  });
});

it('a connection without a request does not keep the server from stopping', async () => {
  const stopping = await testServer();
  const { whole } = rawConnection(stopping.url);
  await stopping.call('GET /livez');
  await stopping.stop();
  expect(await whole).toBe('');
});
