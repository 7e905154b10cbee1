import { networkInterfaces } from 'node:os';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { canWrite } from '../db/can-write.ts';
import type { Database } from '../db/database.ts';
import { isFileLost } from '../db/sqlite.ts';
import { version } from '../project-folder.ts';
import type { Departure } from './close-gently.ts';

/**
 * /livez: the process runs. /readyz: it can serve; the machine itself also sees the client address of its request.
 * /readyz?exclude=database is for proxies that would take all servers out while the database is away: public pages go on.
 */
export function healthRoutes(app: FastifyInstance, { db }: { db: Database }, departure: Departure): void {
  app.get('/livez', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok', version };
  });
  app.get<{ Querystring: { exclude?: unknown } }>('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (departure.signal.aborted) return notReady(reply, 'stopping');
    if (request.query.exclude === 'database') return { status: 'ok', ...clientOf(request) };
    if (isFileLost(db)) return notReady(reply, lostFile);
    const isReady = await canWrite(db).catch(() => false);
    return isReady ? { status: 'ok', ...clientOf(request) } : notReady(reply, 'database away');
  });
}

/** The status in /readyz when the database's file has been removed. */
export const lostFile = 'database file gone';

const notReady = (reply: FastifyReply, status: string) =>
  reply.code(503).header('retry-after', 2).send({ status });

/** Only for the machine itself: strangers must not learn addresses behind the proxy. */
function clientOf({ ip }: FastifyRequest): { client?: string } {
  const client = ip.replace(/^::ffff:(?=\d+\.)/, '');
  const own = Object.values(networkInterfaces()).flat();
  return own.some((each) => each?.address === client) ? { client } : {};
}
