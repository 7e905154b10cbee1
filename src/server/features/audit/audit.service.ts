/** Lists audit events; platform/audit/ records them. */

import type { AuditActor, AuditEntry } from '../../../shared/audit/audit.contract.ts';
import type { AuditAction } from '../../../shared/audit/audit-actions.ts';
import { byName } from '../../platform/db/containing.ts';
import type { Database } from '../../platform/db/database.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { type AuditRow, auditColumns } from '../../tables/logs.ts';

export interface AuditFilter {
  limit: number;
  after: Keyset | undefined;
  action?: AuditAction | undefined;
  actor?: string | undefined;
}

/** Audit events, newest first, a page at a time. */
export async function listAuditEvents(
  db: Database,
  { limit, after, action, actor }: AuditFilter,
): Promise<KeysetPage<AuditEntry>> {
  let query = db
    .selectFrom('audit_log')
    .select(auditColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where(beforeKeyset('created_at', 'id', after));
  if (action) query = query.where('action', '=', action);
  if (actor) query = query.where('actor_id', '=', actor);
  const rows = (await query.execute()).map(toEntry);
  return toKeysetPage(rows, limit, ({ date, _id }) => ({ at: date, id: _id }));
}

const maxActors = 1000;

/** Up to 1,000 users with audit events, by name; deleted users under their last name. */
export async function listActors(db: Database): Promise<AuditActor[]> {
  const actors = db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select((row) => [
      'actor_id',
      row.fn.coalesce(row.fn.max('users.name'), row.fn.max('actor_name')).as('name'),
    ])
    .where('actor_id', 'is not', null)
    .groupBy('actor_id');
  const rows = await db
    .selectFrom(actors.as('actor'))
    .select(['actor.actor_id', 'actor.name'])
    .orderBy(byName(db, 'actor.name'))
    .limit(maxActors)
    .execute();
  return rows.flatMap(({ actor_id, name }) => (actor_id === null ? [] : [{ _id: actor_id, name }]));
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    _id: row.id,
    actor: row.actor_id === null ? null : { _id: row.actor_id, name: row.actor_name },
    action: row.action,
    object: { _id: row.object_id, name: row.object_name },
    details: row.details,
    date: row.created_at,
  };
}
