import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { patience } from '../../../../test/patience.ts';
import { closeGently, Departure, keepSendingConnections } from './close-gently.ts';

it('sends a response in full whose handler has ended when the stop begins', async () => {
  const size = 32 * 1024 * 1024;
  const app = Fastify();
  keepSendingConnections(app);
  app.get('/', async () => Buffer.alloc(size));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const outgoing = request(url).end();
  const [response] = await once(outgoing, 'response');
  // No one reads: most of it waits in the server.
  response.pause();
  const looks = vi.spyOn(app.server, 'closeIdleConnections');
  const closed = closeGently(app, new Departure(0));
  await vi.waitUntil(() => looks.mock.calls.length > 3, patience);
  let received = 0;
  response.on('data', (piece: Buffer) => {
    received += piece.length;
  });
  response.resume();
  await Promise.race([once(response, 'end'), once(response, 'error')]);
  expect(received).toBe(size);
  await closed;
});

it('does not wait for the connection of a response that is sent after the stop began', async () => {
  const app = Fastify();
  const arrived = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  app.get('/', async () => {
    arrived.resolve();
    await mayEnd.promise;
    return 'sent';
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  // As a proxy does: it keeps the connection for later.
  const agent = new Agent({ keepAlive: true });
  const outgoing = request(url, { agent }).end();
  const responded = once(outgoing, 'response');
  await arrived.promise;

  const closed = closeGently(app, new Departure(0));
  await vi.waitUntil(() => !app.server.listening, patience);
  mayEnd.resolve();
  const [response] = await responded;
  expect(await text(response)).toBe('sent');
  // Otherwise only after 72 s, the time for which an idle connection stays open.
  await closed;
  agent.destroy();
});
