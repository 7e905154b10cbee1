import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../db/database-away.ts';
import { apiHeaders } from '../http/api-scope.ts';
import { sendError } from '../http/error-handler.ts';
import { HttpError } from '../http-error.ts';
import { repairedAddress } from './repaired-address.ts';
import { notFoundPage, type PageParts, sendPage } from './send-page.ts';

/** Thrown while a page is made whose content has moved to another address. */
export class Moved extends Error {
  readonly to: string;

  constructor(to: string) {
    super(`Moved to ${to}`);
    this.to = to;
  }
}

/** Renders errors of public pages as pages. Unknown ones go on to the general handler. */
export function handlePageErrors(site: FastifyInstance, parts: PageParts): void {
  site.setErrorHandler(async (error, request, reply) => {
    if (error instanceof Moved) {
      // Not cached: an article may get its former address back.
      return reply.header('cache-control', 'no-cache').redirect(error.to, 301);
    }
    if (error instanceof HttpError && error.status === 404) {
      return sendNotFound(parts, request, reply);
    }
    if (!isDatabaseAway(error)) throw error;
    request.log.error({ err: error }, 'database away');
    return sendUnavailable(reply);
  });
}

/** For the whole server, so that 'Not found' has one form. */
export function handleUnknownPaths(app: FastifyInstance, parts: PageParts): void {
  app.setNotFoundHandler(async (request, reply) => sendNotFound(parts, request, reply));
}

/** /api and below in any spelling: percent-encoded, or an absolute URL. */
function isOfApi({ url }: FastifyRequest): boolean {
  const path = url
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return path === '/api' || path.startsWith('/api/');
}

/** Safe characters with a slash at the end. No segment is empty: `//evil.com/` would be another site. */
const withSlash = /^((?:\/[\w.~%-]+)+)\/(\?.*)?$/;

/** 'Not found': JSON below /api, otherwise a page. An address with a slash at the end redirects to the one without. */
export async function sendNotFound(
  parts: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (isOfApi(request))
    return sendError(reply.headers(apiHeaders), new HttpError(404, [{ msg: 'Not found' }]));
  const [, path, query = ''] = withSlash.exec(request.url) ?? [];
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (path) return reply.redirect(path + query, 301);
    const repaired = repairedAddress(request.url);
    if (repaired) return reply.header('cache-control', 'no-store').redirect(repaired, 302);
  }
  return sendPage(parts, request, reply.code(404), await notFoundPage(parts));
}

function sendUnavailable(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({ 'retry-after': 2, 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
    .send(
      '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Back in a moment</title>' +
        '<h1>Back in a moment</h1><p>This page is briefly unavailable. Please try again.</p></html>',
    );
}
