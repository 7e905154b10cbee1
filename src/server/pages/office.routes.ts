import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';

/** Addresses of the signed-in area; its own router decides what each of them shows and to whom. */
const officePaths = ['/dashboard', '/dashboard/*', '/account-settings', '/admin'];

export function officeRoutes(app: FastifyInstance, { renderer }: Parts): void {
  for (const path of officePaths) {
    app.get(path, async (_request, reply) => {
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': renderer.officePolicy,
        'cache-control': 'no-cache',
      });
      return renderer.officeShell;
    });
  }
}
