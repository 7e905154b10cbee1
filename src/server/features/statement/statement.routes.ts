import type { FastifyInstance } from 'fastify';
import { feesOfLink } from '../../../shared/fees/calculator-link.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import type { Parts } from '../../platform/parts.ts';
import { StatementPictures } from './statement-pictures.ts';

/** The picture of a calculation, by the calculator's query (docs/product.md P2.11). */
export function statementRoutes(site: FastifyInstance, parts: Pick<Parts, 'config' | 'siteSettings'>): void {
  const pictures = new StatementPictures(parts);
  site.get('/statement.png', async (request, reply) => {
    const pairs = Object.entries(Object(request.query));
    const isByPresentFees = feesOfLink(pairs) === parts.siteSettings.current.fees.version;
    const picture = await pictures.get(pairs, clientAddress(request));
    // One of an address that names former fees changes with the next ones.
    const caching = isByPresentFees ? 'public, max-age=86400' : 'no-cache';
    return reply.type('image/png').header('cache-control', caching).send(picture);
  });
}
