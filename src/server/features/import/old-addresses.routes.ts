import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../platform/parts.ts';
import { idOfOld } from './old-ids.ts';

/**
 * Redirects the addresses of members and posts that had MongoDB ids, whether or not there is such a one. Those of articles
 * are former slugs.
 */
export function oldAddressesRoutes(app: FastifyInstance, { db }: Parts): void {
  app.get<{ Params: { old: string } }>('/profile/:old(^[0-9a-fA-F]{24}$)', async ({ params }, reply) => {
    const id = idOfOld('user', params.old);
    const row = await db.selectFrom('imported_ids').select('became').where('id', '=', id).executeTakeFirst();
    return reply.header('cache-control', 'no-cache').redirect(`/profile/${row?.became ?? id}`, 301);
  });
  app.get<{ Params: { old: string } }>('/posts/:old(^[0-9a-fA-F]{24}$)', async ({ params }, reply) =>
    reply.header('cache-control', 'no-cache').redirect(`/posts/${idOfOld('post', params.old)}`, 301),
  );
}
