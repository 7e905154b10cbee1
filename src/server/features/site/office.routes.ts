/** The document of the signed-in app. */

import type { FastifyInstance } from 'fastify';
import { sendPrepared } from '../../platform/http/prepared.ts';
import { repairedAddress } from '../../platform/pages/repaired-address.ts';
import type { Parts } from '../../platform/parts.ts';

/** The client's router decides what each path shows and to whom. */
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
  '/handbook',
  '/handbook/*',
];

/** Key in the page cache; no page has this address. */
const shellKey = 'office';

export function officeRoutes(app: FastifyInstance, { pages, renderer, siteSettings }: Parts): void {
  const shell = async () => renderer.officeShell(siteSettings.current);
  for (const path of officePaths) {
    app.get(path, async (request, reply) => {
      // No address of the office ends so.
      const repaired = repairedAddress(request.url);
      if (repaired) return reply.header('cache-control', 'no-store').redirect(repaired, 302);
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': renderer.officePolicy,
        'cache-control': 'no-cache',
      });
      return sendPrepared(request, reply, pages.fresh(shellKey) ?? (await pages.get(shellKey, shell)));
    });
  }
}
