import type { FastifyInstance } from 'fastify';
import { clientAddress } from '../../platform/http/rate-limits.ts';
import type { Parts } from '../../platform/parts.ts';
import { StatementPictures } from './statement-pictures.ts';

/** The picture of a calculation, by the calculator's query (docs/product.md P2.11). */
export function statementRoutes(site: FastifyInstance, { config }: Pick<Parts, 'config'>): void {
  const pictures = new StatementPictures(config);
  site.get('/statement.png', async (request, reply) => {
    const picture = await pictures.get(Object.entries(Object(request.query)), clientAddress(request));
    return reply.type('image/png').header('cache-control', 'public, max-age=86400').send(picture);
  });
}
