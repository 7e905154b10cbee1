import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../db/database-away.ts';
import { apiHeaders } from '../http/api-scope.ts';
import { sendError } from '../http/error-handler.ts';
import { HttpError } from '../http-error.ts';
import { notFoundPage, type PageParts, sendPage } from './send-page.ts';

/** Thrown while a page is made whose content now has another address. */
export class Moved extends Error {
  /** The path where it is now. */
  readonly to: string;

  constructor(to: string) {
    super(`Moved to ${to}`);
    this.to = to;
  }
}

/** Answers the faults of public pages with pages: people read them. What is unknown goes on to the general handler. */
export function handlePageErrors(site: FastifyInstance, parts: PageParts): void {
  site.setErrorHandler(async (error, request, reply) => {
    if (error instanceof Moved) {
      // Not to be kept: an article may take its former address up again.
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

/** Answers every address that is not there; for the whole server, so that no part of it has another way to say so. */
export function handleUnknownPaths(app: FastifyInstance, parts: PageParts): void {
  app.setNotFoundHandler(async (request, reply) => sendNotFound(parts, request, reply));
}

/** /api and below, however it is spelled: with letters encoded, or with a host before it. */
function isOfApi({ url }: FastifyRequest): boolean {
  const path = url
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return path === '/api' || path.startsWith('/api/');
}

/** Segments of safe characters and a slash at the end. No segment is empty: `//evil.com/` would lead to another site. */
const withSlash = /^((?:\/[\w.~%-]+)+)\/(\?.*)?$/;

/**
 * 'Not found', as JSON below /api and as a page elsewhere; of an address that ends in a slash it leads to the one
 * without.
 */
export async function sendNotFound(
  parts: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (isOfApi(request))
    return sendError(reply.headers(apiHeaders), new HttpError(404, [{ msg: 'Not found' }]));
  const [, path, query = ''] = withSlash.exec(request.url) ?? [];
  if (path && (request.method === 'GET' || request.method === 'HEAD')) {
    return reply.redirect(path + query, 301);
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
