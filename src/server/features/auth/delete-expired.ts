import type { Database } from '../../platform/db/database.ts';
import { deleteExpiredRateLimits } from '../../platform/http/rate-limits.ts';
import { deleteOldTypedForms } from '../../platform/pages/typed-forms.ts';
import { deleteOldChallenges } from '../factors/passkey-challenges.ts';
import { deleteOldPasswordLinks } from './passwords/password-links.service.ts';
import { deleteOldKnownDevices } from './sessions/known-devices.service.ts';
import { deleteOldSessions } from './sessions/sessions.service.ts';
import { deleteOldTickets } from './sessions/tickets.ts';
import { deleteOldSetupLinks } from './setup/setup.service.ts';

/** Deletes expired sessions, known devices, links, tickets, challenges, rate limits and typed forms; an hourly job. */
export async function deleteExpiredSignIns(db: Database): Promise<void> {
  await deleteOldSessions(db);
  await deleteOldKnownDevices(db);
  await deleteOldPasswordLinks(db);
  await deleteOldSetupLinks(db);
  await deleteOldTickets(db);
  await deleteOldChallenges(db);
  await deleteExpiredRateLimits(db);
  await deleteOldTypedForms(db);
}
