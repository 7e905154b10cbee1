/** Lists security events. */

import type { SecurityEvent } from '../../../shared/security-log/security-events.ts';
import type { SecurityEntry } from '../../../shared/security-log/security-log.contract.ts';
import { momentInOffice } from '../../../shared/site/office-hours.ts';
import type { Database } from '../../platform/db/database.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';

interface SecurityFilter {
  limit: number;
  after: Keyset | undefined;
  event?: SecurityEvent | undefined;
  user?: string | undefined;
  address?: string | undefined;
  /** YYYY-MM-DD, days of the office, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Security events, newest first, a page at a time; users under their present name. */
export async function listSecurityEvents(
  db: Database,
  { limit, after, event, user, address, from, to }: SecurityFilter,
): Promise<KeysetPage<SecurityEntry>> {
  let query = db
    .selectFrom('security_log')
    .leftJoin('users', 'users.id', 'security_log.user_id')
    .select([
      'security_log.id',
      'security_log.event',
      'security_log.detail',
      'security_log.user_id',
      'security_log.address',
      'security_log.device',
      'security_log.request_id',
      'security_log.created_at',
      'users.name',
    ])
    .orderBy('security_log.created_at', 'desc')
    .orderBy('security_log.id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where(beforeKeyset('security_log.created_at', 'security_log.id', after));
  if (event) query = query.where('security_log.event', '=', event);
  if (user) query = query.where('security_log.user_id', '=', user);
  if (from) query = query.where('security_log.created_at', '>=', beginningOf(from));
  if (to) query = query.where('security_log.created_at', '<', beginningOf(to, 1));
  if (address) query = query.where('security_log.address', '=', address);
  const rows = (await query.execute()).map((row) => ({
    _id: row.id,
    event: row.event,
    detail: row.detail,
    user: row.user_id === null || row.name === null ? null : { _id: row.user_id, name: row.name },
    address: row.address,
    device: row.device,
    request: row.request_id,
    date: row.created_at,
  }));
  return toKeysetPage(rows, limit, ({ date, _id }) => ({ at: date, id: _id }));
}

/** The beginning of a day, or of a day so many later. */
const beginningOf = (officeDate: string, later = 0): string =>
  new Date(momentInOffice(officeDate, later * 24)).toISOString();
