import type { Database } from '../../platform/db/database.ts';
import { deleteExpiredRateLimits } from '../../platform/http/rate-limits.ts';
import { deleteOldKnownDevices } from './known-devices.service.ts';
import { deleteOldPasswordLinks } from './password-links.service.ts';
import { deleteOldSessions } from './sessions.service.ts';
import { deleteOldSetupLinks } from './setup.service.ts';

/** Deletes expired sessions, known devices, links and rate limits; an hourly job. */
export async function deleteExpiredSignIns(db: Database): Promise<void> {
  await deleteOldSessions(db);
  await deleteOldKnownDevices(db);
  await deleteOldPasswordLinks(db);
  await deleteOldSetupLinks(db);
  await deleteExpiredRateLimits(db);
}
