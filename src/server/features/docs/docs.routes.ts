import type { FastifyInstance } from 'fastify';
import { apiCalls } from '../../../shared/api.contract.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { type Prepared, prepare, sendPrepared } from '../../platform/http/prepared.ts';
import { cachedPage, sendPage } from '../../platform/pages/send-page.ts';
import type { Parts } from '../../platform/parts.ts';

/** Generated on the first request, then cached. */
export function docsRoutes(app: FastifyInstance, parts: Parts): void {
  let document: Promise<Prepared> | undefined;
  let madeFor: Brokerage | undefined;

  app.get('/api/openapi.json', async (request, reply) => {
    const { brokerage } = parts.config;
    if (brokerage !== madeFor) document = undefined;
    madeFor = brokerage;
    document ??= import('./openapi.ts').then(async ({ openApiDocument }) =>
      prepare(JSON.stringify(await openApiDocument(apiCalls, brokerage))),
    );
    reply.headers({ 'content-type': 'application/json', 'cache-control': 'no-cache' });
    return sendPrepared(request, reply, await document);
  });

  app.get('/api/docs', async (request, reply) => {
    const page = await cachedPage(parts, '/api/docs', async () => {
      const { documentedCalls } = await import('./documented-calls.ts');
      return { kind: 'api-docs', calls: await documentedCalls(apiCalls, parts.config.brokerage.baseUrl) };
    });
    return sendPage(parts, request, reply, page);
  });
  // A redirect: other unknown paths below /api get a JSON error.
  app.get('/api/docs/', async (_request, reply) => reply.redirect('/api/docs', 301));
}
