import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { addressReader } from '../http/client-address.ts';
import { bestCoding, hasSame, headersOfBody, type Prepared } from '../http/prepared.ts';
import { requestId } from '../http/request-log.ts';
import { securityHeaders } from '../http/security-headers.ts';
import type { ObserveResponse } from '../metrics/request-durations.ts';
import type { VisitCounter } from '../visits/visit-counter.ts';
import { headersOfPage, type PageParts } from './send-page.ts';

interface CachedPageParts extends PageParts {
  config: Config;
  visits: VisitCounter;
}

/**
 * Sends cached pages without Fastify, whose routing and hooks cost as much as all else
 * (docs/decisions/0029-cached-pages-are-sent-before-they-are-routed.md). A page's first response, and its first after a change, is
 * Fastify's; a test compares the two. Call it before other listeners are added to the server.
 */
export function answerCachedPages(
  app: FastifyInstance,
  { config, pages, renderer, visits }: CachedPageParts,
  observe: ObserveResponse | undefined,
): void {
  const common = { ...securityHeaders(config), ...headersOfPage(renderer) };

  const addressOf = addressReader(config);
  const visitOf = (request: IncomingMessage) => {
    const { headers, method, url } = request;
    return { headers, method, url, ip: addressOf(request) };
  };

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || request.url === undefined) return false;
    const page = pages.atAddress(request.url);
    if (!page) return false;
    const { body, route } = page;
    const begun = performance.now();
    if (route.counted) visits.read(visitOf(request), request.url);
    const status = hasSame(request, body.etag) ? 304 : 200;
    send(request, response, status, body);
    observe?.('GET', route.pattern, status, performance.now() - begun);
    return true;
  }

  function send(request: IncomingMessage, response: ServerResponse, status: 200 | 304, body: Prepared): void {
    const headers: Record<string, string | number> = {
      ...common,
      ...headersOfBody(body),
      'x-request-id': requestId(request),
    };
    if (status === 304) {
      response.writeHead(status, headers).end();
      return;
    }
    const { bytes, coding } = bestCoding(request, body);
    if (coding) headers['content-encoding'] = coding;
    headers['content-length'] = bytes.length;
    response.writeHead(status, headers).end(bytes);
  }

  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (!answer(request, response)) app.routing(request, response);
  });
}
