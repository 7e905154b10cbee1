import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** The source expression that lets exactly this inline text run or style. */
export const cspHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy of every answer; inline scripts and styles only by their hashes (docs/security.md S6.1). */
export function contentSecurityPolicy({
  scripts = [],
  styles = [],
}: {
  scripts?: string[];
  styles?: string[];
} = {}) {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers that every answer carries, whatever it is. */
export function securityHeaders(config: Config): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(config.brokerage.baseUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

/** Puts on every answer the headers that it must carry. */
export function sendSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = securityHeaders(config);
  // With a callback: the hook runs for every cached page, where a promise would be felt.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).headers(headersOf(request));
    done();
  });
}

/** The header that differs from request to request: its id in the log. */
export const headersOf = (request: FastifyRequest): Record<string, string> => ({
  'x-request-id': request.id,
});
