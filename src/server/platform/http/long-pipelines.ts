import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests of one connection that wait for the response to the first; browsers send none. */
const maxWaiting = 100;

/** Ends connections that send more: 64 KB hold thousands of requests, and the responses would fill the memory unread. */
export function endLongPipelines(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>();
  app.server.prependListener('request', ({ socket }, response) => {
    // The response has the connection unless another one comes first.
    if (response.socket) return;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    if (count > maxWaiting) socket.destroy();
  });
}
