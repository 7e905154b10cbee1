import { type MemberCheck, type MemberCheckKind, memberCheckKinds } from '../../../shared/member-checks.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http-error.ts';

/** How each check of a member stands; the last tick of each kind counts. */
export async function checksOf(
  db: Database | DatabaseTransaction,
  userId: string,
): Promise<Record<MemberCheckKind, MemberCheck | null>> {
  const rows = await db
    .selectFrom('member_checks')
    .select(['kind', 'ticked', 'day', 'note', 'by_name'])
    .where('user_id', '=', userId)
    .where('id', 'in', (e) =>
      e
        .selectFrom('member_checks as last')
        .select((last) => last.fn.max('last.id').as('id'))
        .where('last.user_id', '=', userId)
        .groupBy('last.kind'),
    )
    .execute();
  const of = (kind: MemberCheckKind): MemberCheck | null => {
    const row = rows.find((one) => one.kind === kind && one.ticked);
    return row ? { day: row.day, note: row.note, by: row.by_name } : null;
  };
  return { 'may-work': of('may-work'), w9: of('w9'), payout: of('payout'), 'annual-fee': of('annual-fee') };
}

/** Whether the office has seen in the public record that the member stands under our broker. */
export async function mayWork(db: Database | DatabaseTransaction, userId: string): Promise<boolean> {
  const last = await db
    .selectFrom('member_checks')
    .select('ticked')
    .where('user_id', '=', userId)
    .where('kind', '=', 'may-work')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.ticked ?? false;
}

export interface CheckToRecord {
  user: { id: string };
  kind: MemberCheckKind;
  ticked: boolean;
  /** YYYY-MM-DD, in Los Angeles. */
  day: string;
  note: string;
}

/** Ticks a check, or takes the tick back; what was ticked before stays on record. @throws 404 'User not found' */
export async function recordCheck(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id' | 'name'>,
  { user, kind, ticked, day, note }: CheckToRecord,
): Promise<void> {
  // A no-op update locks the row on every engine: two admins tick one after the other.
  const member = await transaction
    .updateTable('users')
    .set({ id: user.id })
    .where('id', '=', user.id)
    .returning('name')
    .executeTakeFirst();
  if (!member) throw notFound('User');
  await transaction
    .insertInto('member_checks')
    .values({
      ...{ id: newId(), user_id: user.id, user_name: member.name, kind, ticked, day, note },
      ...{ by_id: actor.id, by_name: actor.name, created_at: now(), left_at: null },
    })
    .execute();
  await recordAuditEvent(transaction, actor, {
    action: 'member.checked',
    object: { id: user.id, name: member.name },
    details: `${memberCheckKinds[kind]}: ${ticked ? `ticked for ${day}` : 'not ticked any more'}`,
  });
}
