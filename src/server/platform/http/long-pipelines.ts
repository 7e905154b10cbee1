import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests of one connection after the first that are not answered yet; browsers send none. */
const maxWaiting = 100;

/**
 * Ends connections that send more: 64 KB hold thousands of requests, and the responses would fill the memory unread. Call it
 * before other listeners are added to the server.
 */
export function endLongPipelines(app: FastifyInstance): void {
  const queues = new WeakMap<Socket, Set<ServerResponse>>();

  function queueOf(socket: Socket): Set<ServerResponse> {
    const known = queues.get(socket);
    if (known) return known;
    const queue = new Set<ServerResponse>();
    queues.set(socket, queue);
    // Node closes none but the first, and what waits for the others would wait for ever.
    socket.once('close', () => {
      for (const response of queue) if (!response.socket) response.emit('close');
    });
    return queue;
  }

  const listeners = app.server.listeners('request');
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    const { socket } = request;
    // The response has the connection unless another one comes first.
    if (!response.socket) {
      // The rest of the data already read is parsed all the same.
      if (socket.destroyed) return;
      const queue = queueOf(socket);
      if (queue.size >= maxWaiting) {
        socket.destroy();
        return;
      }
      queue.add(response);
      response.once('close', () => queue.delete(response));
    }
    for (const listener of listeners) listener.call(app.server, request, response);
  });
}
