import type { FastifyInstance } from 'fastify';

/**
 * Reads JSON bodies. Unlike the framework's own parser it lets a body be empty: clients of this contract send
 * PUT and DELETE with a JSON content type and nothing in it. What is compressed is refused (415), and so is what is
 * no UTF-8 (400): read all the same, it would be stored as something else than what was sent.
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
