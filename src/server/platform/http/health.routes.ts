import type { FastifyInstance, FastifyReply } from 'fastify';
import { canWrite } from '../db/can-write.ts';
import type { Database } from '../db/database.ts';

/** For whoever watches the process: /livez says that it runs, /readyz that it can serve. */
export function healthRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  app.get('/livez', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const isReady = await canWrite(db).catch(() => false);
    return isReady ? { status: 'ok' } : notReady(reply);
  });
}

const notReady = (reply: FastifyReply) =>
  reply.code(503).header('retry-after', 2).send({ status: 'database away' });
