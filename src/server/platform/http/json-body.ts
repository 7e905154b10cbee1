import type { FastifyInstance } from 'fastify';

/**
 * Clients send JSON content types without a body. Compressed bodies are 415; invalid UTF-8 is 400, or it is stored
 * altered.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, ({ headers }, body, done) => {
    if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) return done(unreadable(415));
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, JSON.parse(utf8.decode(Buffer.from(body))));
    } catch {
      done(unreadable(400));
    }
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const unreadable = (statusCode: number) => Object.assign(new Error('Not readable'), { statusCode });
