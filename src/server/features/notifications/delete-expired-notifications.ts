import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { pruneNotifications } from './notifications.service.ts';

/** An hourly job; with the database away the next hour forgets more. Several processes may do it at once. */
export async function deleteExpiredNotifications(db: Database, log: FastifyBaseLogger): Promise<void> {
  await pruneNotifications(db).catch((error: unknown) =>
    log.warn({ err: error }, 'notifications not pruned'),
  );
}
