import type { FastifyInstance, FastifyReply } from 'fastify';
import { canWrite } from '../db/can-write.ts';
import type { Database } from '../db/database.ts';
import { version } from '../project-folder.ts';
import type { Departure } from './close-gently.ts';

/** /livez: the process runs. /readyz: it can serve. */
export function healthRoutes(app: FastifyInstance, { db }: { db: Database }, departure: Departure): void {
  app.get('/livez', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok', version };
  });
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (departure.signal.aborted) return notReady(reply, 'stopping');
    const isReady = await canWrite(db).catch(() => false);
    return isReady ? { status: 'ok' } : notReady(reply, 'database away');
  });
}

const notReady = (reply: FastifyReply, status: string) =>
  reply.code(503).header('retry-after', 2).send({ status });
