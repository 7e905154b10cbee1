import type { FastifyInstance } from 'fastify';

/**
 * Reads JSON bodies. Unlike the framework's own parser it lets a body be empty: clients of this contract send
 * PUT and DELETE with a JSON content type and nothing in it.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body.toString()));
    } catch {
      done(Object.assign(new Error('Not JSON'), { statusCode: 400 }));
    }
  });
}
