import type { FastifyInstance } from 'fastify';
import { prepare, sendPrepared } from '../../platform/http/prepared.ts';
import type { Parts } from '../../platform/parts.ts';

/** The client's router decides what each of them shows and to whom. */
const officePaths = [
  '/dashboard',
  '/dashboard/*',
  '/account-settings',
  '/admin',
  '/posts',
  '/posts/*',
  '/notifications',
  '/create-profile',
  '/edit-profile',
  '/add-experience',
  '/add-education',
  '/profile/*',
  '/members',
];

export function officeRoutes(app: FastifyInstance, { renderer }: Parts): void {
  const shell = prepare(renderer.officeShell);
  for (const path of officePaths) {
    app.get(path, async (request, reply) => {
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': renderer.officePolicy,
        'cache-control': 'no-cache',
      });
      return sendPrepared(request, reply, await shell);
    });
  }
}
