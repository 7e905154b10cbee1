import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { deleteExpiredRateLimits } from '../../platform/http/rate-limits.ts';
import { deleteOldPasswordLinks } from './password-links.service.ts';
import { deleteOldSessions } from './sessions.service.ts';
import { deleteOldSetupLinks } from './setup.service.ts';

/**
 * Deletes the sessions, links and limits that are over by time; an hourly job. What is over is refused anyway, so
 * a database that is away only means that the next hour deletes more. Several processes may do it at once.
 */
export async function deleteExpiredSignIns(db: Database, log: FastifyBaseLogger): Promise<void> {
  try {
    await deleteOldSessions(db);
    await deleteOldPasswordLinks(db);
    await deleteOldSetupLinks(db);
    await deleteExpiredRateLimits(db);
  } catch (error) {
    log.warn({ err: error }, 'clean-up of accounts not done');
  }
}
