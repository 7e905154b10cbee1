import { type MemberCheckKind, memberCheckKinds } from '../../../shared/member-files/member-checks.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { settleMembers } from './settle.ts';
import { type CheckFacts, madeForOf } from './standing-checks.ts';

interface Tick {
  user: { id: string; name: string };
  kind: MemberCheckKind;
  ticked: boolean;
  /** YYYY-MM-DD, in Los Angeles. */
  day: string;
  note: string;
  /** None for a deleted account. */
  facts: CheckFacts | undefined;
  /** The entry of the look at the public record that renews it: the tick goes with it. */
  look?: string | undefined;
}

/** Adds ticks of members, or takes them back; earlier ticks stay on record. An undefined actor is the server. */
export async function insertTicks(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id' | 'name'> | undefined,
  ticks: readonly Tick[],
): Promise<void> {
  if (ticks.length === 0) return;
  await transaction
    .insertInto('member_checks')
    .values(
      ticks.map(({ user, kind, ticked, day, note, facts, look }) => ({
        id: newId(),
        user_id: user.id,
        user_was: null,
        user_name: user.name,
        kind,
        ticked,
        day,
        note,
        made_for: facts ? madeForOf(kind, facts) : null,
        by_id: actor?.id ?? null,
        by_name: actor?.name ?? 'Server',
        created_at: now(),
        left_at: null,
        look_id: look ?? null,
      })),
    )
    .execute();
  await settleMembers(
    transaction,
    ticks.map(({ user }) => user.id),
  );
  await recordAuditEvent(
    transaction,
    actor,
    ...ticks.map(({ user, kind, ticked, day }) => ({
      action: 'member.checked' as const,
      object: user,
      details: `${memberCheckKinds[kind]}: ${ticked ? `ticked for ${day}` : 'not ticked any more'}`,
    })),
  );
}
