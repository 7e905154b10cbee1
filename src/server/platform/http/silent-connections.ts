import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** For a first request that is on its way when the server stops. */
const grace = 500;

/**
 * Ends, when the server stops, the connections on which nothing was ever asked. Browsers open some in advance, and
 * after a stream that they gave up; Node counts those as busy, waits for them, and has stopped to time them out.
 */
export function endSilentConnections(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
    }, grace);
  });
}
