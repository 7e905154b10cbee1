import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../testing/database.ts';
import { articleBody, makeToken } from '../testing/factories.ts';
import { secondServer, type TestServer, testServer } from '../testing/server.ts';

/** A way to a database that can be cut, as when the machine that it runs on goes away. */
interface Relay {
  port: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

async function relayTo({ hostname, port }: URL): Promise<Relay> {
  const open = new Set<Socket>();
  const relay = createServer((client) => {
    const database = connect(Number(port || 5432), hostname);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {}).on('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  const ownPort = await listenBelow(relay);
  return {
    port: ownPort,
    async cut() {
      if (!relay.listening) return;
      const closed = once(relay, 'close');
      relay.close();
      for (const socket of open) socket.destroy();
      open.clear();
      await closed;
    },
    async mend() {
      relay.listen(ownPort, '127.0.0.1');
      await once(relay, 'listening');
    },
  };
}

/** A free port below 32768: above, the sockets of clients may take it while it is cut. */
async function listenBelow(server: Server): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = 15_000 + Math.floor(Math.random() * 5_000);
    server.listen(port, '127.0.0.1');
    const taken = await once(server, 'listening').catch((fault: unknown) => fault);
    if (!(taken instanceof Error)) return port;
  }
  throw new Error('No free port found');
}

// The embedded database is in the process: it cannot go away from it.
describe.runIf(engine === 'postgres')('while the database is away', () => {
  let steady: TestServer;
  let server: TestServer;
  let relay: Relay;
  let token: string;

  beforeAll(async () => {
    steady = await testServer();
    token = await makeToken(steady.db);
    const url = new URL(steady.config.databaseUrl ?? '');
    relay = await relayTo(url);
    url.host = `127.0.0.1:${relay.port}`;
    server = await secondServer({ ...steady, config: { ...steady.config, databaseUrl: url.href } });
    await steady.call('POST /api/articles', { token, body: articleBody({ title: 'Read before' }) });
    await steady.call('POST /api/articles', { token, body: articleBody({ title: 'Never read' }) });
    for (const path of ['/', '/articles', '/articles/read-before']) await server.call(`GET ${path}`);
    await relay.cut();
  });
  afterAll(async () => {
    await server.stop();
    await relay.cut();
    await steady.stop();
  });

  it.each(['/', '/articles', '/articles/read-before', '/privacy-and-gdpr-policy'])(
    'serves %s on',
    async (path) => {
      expect((await server.call(`GET ${path}`)).status).toBe(200);
    },
  );

  it('asks for patience with a page where it has none to serve', async () => {
    const { status, headers, body } = await server.call('GET /articles/never-read');
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(body).toContain('<h1>Back in a moment</h1>');
  });

  it('answers the API in its own way', async () => {
    const { status, headers, body } = await server.call('GET /api/articles/slug/never-read');
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
    expect(body.errors).toHaveLength(1);
  });

  it('serves everything again when it is back', async () => {
    await relay.mend();
    expect((await server.call('GET /articles/never-read')).status).toBe(200);
  });
});
