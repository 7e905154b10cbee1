import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import { pruneNotifications } from './notifications.service.ts';

/** An hourly job; with the database away the next hour forgets more. Several processes may do it at once. */
export async function forgetOldNotifications(db: Database, log: FastifyBaseLogger): Promise<void> {
  await pruneNotifications(db).catch((fault: unknown) =>
    log.warn({ err: fault }, 'notifications not pruned'),
  );
}
