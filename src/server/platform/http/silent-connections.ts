import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds for a first request that is in flight when the server stops. */
const grace = 500;

/** Closes connections without any request when the server stops: Node would wait for those browsers open in advance. */
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
