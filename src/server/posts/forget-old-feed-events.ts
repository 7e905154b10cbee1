import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import { pruneFeedEvents } from './feed-events.service.ts';

/** An hourly job; with the database away the next hour forgets more. Several processes may do it at once. */
export async function forgetOldFeedEvents(db: Database, log: FastifyBaseLogger): Promise<void> {
  await pruneFeedEvents(db).catch((fault: unknown) => log.warn({ err: fault }, 'feed events not pruned'));
}
