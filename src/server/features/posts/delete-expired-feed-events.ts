import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { pruneFeedEvents } from './feed-events.service.ts';

/** An hourly job; with the database away the next hour forgets more. Several processes may do it at once. */
export async function deleteExpiredFeedEvents(db: Database, log: FastifyBaseLogger): Promise<void> {
  await pruneFeedEvents(db).catch((error: unknown) => log.warn({ err: error }, 'feed events not pruned'));
}
