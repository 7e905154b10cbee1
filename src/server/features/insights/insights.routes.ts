import type { FastifyInstance, FastifyRequest } from 'fastify';
import { insightsContract } from '../../../shared/insights/insights.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { consumeRateLimit } from '../../platform/http/rate-limits.ts';
import { runSlowRead } from '../../platform/http/run-search.ts';
import type { Parts } from '../../platform/parts.ts';
import { isCounted } from '../../platform/visits/visit-counter.ts';
import { getInsights } from './insights.service.ts';

export function insightsRoutes(app: FastifyInstance, parts: Parts): void {
  const { baseUrl } = parts.config.brokerage;
  apiRoutes(app, parts, insightsContract, {
    'GET /api/insights': ({ query, actor }) =>
      runSlowRead(parts, actor, (db) => getInsights(db, Number(query.days), Date.now())),
    'POST /api/visits/:event': async ({ params: { event }, request }) => {
      const path = event === 'read' ? shownPage(parts, request, baseUrl) : pageOf[event];
      if (path !== undefined && isFromHere(request) && isCounted(request.headers)) {
        await consumeRateLimit(parts, 'visit', clientAddress(request));
        parts.visits.count(request, event, path);
      }
      return { msg: 'Thank you' };
    },
  });
}

const pageOf = { calculator: '/', form: '/contact' };

/** Absent from older browsers. */
const isFromHere = ({ headers }: FastifyRequest) =>
  (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';

/** The page that sends the request, if it is one that this process has just sent: nothing else may become a row. */
function shownPage({ pages }: Parts, { headers }: FastifyRequest, baseUrl: string): string | undefined {
  const url = URL.parse(headers.referer ?? '');
  if (url?.origin !== new URL(baseUrl).origin) return undefined;
  const isPage = /^\/(contact|privacy-and-gdpr-policy|articles(\/[\w-]+)?)?$/.test(url.pathname);
  return isPage && (url.pathname === '/contact' || pages.fresh(url.pathname)) ? url.pathname : undefined;
}
