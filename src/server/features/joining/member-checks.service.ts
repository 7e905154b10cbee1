/** Checks of a new member that the office ticks; tick-check.ts ticks one. */

import type { MemberChecks } from '../../../shared/joining/joining-fields.ts';
import {
  checkKinds,
  type MemberCheck,
  type MemberCheckKind,
} from '../../../shared/member-files/member-checks.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError, notFound } from '../../platform/http-error.ts';
import { noteTickOfFee } from '../dues/annual-fee-ticks.ts';
import { tellingWhatReopens } from '../member-files/approved-closings.ts';
import { insertTicks } from '../member-files/insert-tick.ts';
import { tickStepsAbout } from '../member-files/open-plan.ts';
import { currentFacts, factsText, standingChecks } from '../member-files/standing-checks.ts';

type Db = Database | DatabaseTransaction;

/** The state of each check of a member. A check is open again when the facts that it was made for have changed. */
export async function checksOf(db: Db, userId: string): Promise<MemberChecks> {
  const standing = (await standingChecks(db, [userId])).get(userId) ?? {};
  const facts = (await currentFacts(db, [userId])).get(userId);
  const current = (kind: MemberCheckKind) => (facts ? factsText(kind, facts, true) : '');
  const held = (kind: MemberCheckKind): MemberCheck | null => {
    const check = standing[kind];
    return check && !check.openAgain ? { day: check.day, note: check.note, by: check.by } : null;
  };
  return {
    'may-work': held('may-work'),
    w9: held('w9'),
    payout: held('payout'),
    'annual-fee': held('annual-fee'),
    current: {
      'may-work': current('may-work'),
      w9: current('w9'),
      payout: current('payout'),
      'annual-fee': current('annual-fee'),
    },
    again: checkKinds.flatMap((kind) => {
      const check = standing[kind];
      if (!check?.openAgain) return [];
      const { was, is } = check.openAgain;
      return [{ kind, day: check.day, by: check.by, was, is }];
    }),
  };
}

export interface CheckToRecord {
  user: { id: string };
  kind: MemberCheckKind;
  ticked: boolean;
  /** YYYY-MM-DD, in Los Angeles. */
  day: string;
  note: string;
  /** The facts that were looked at, in words as of `checksOf`. */
  current?: string | undefined;
  /** The entry of the look at the public record that renews it: the tick goes with it. */
  look?: string;
}

/**
 * Ticks a check, or takes the tick back; earlier ticks stay on record.
 * @throws 404 'User not found'; 409 for a tick when the facts differ from those that were looked at
 */
export async function recordCheck(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id' | 'name'>,
  { user, kind, ticked, day, note, current, look }: CheckToRecord,
): Promise<void> {
  // A no-op update locks the row on every engine: ticks and changes of the license come one after the other, and the
  // facts that are compared are those that are recorded.
  const member = await transaction
    .updateTable('users')
    .set({ id: user.id })
    .where('id', '=', user.id)
    .returning('name')
    .executeTakeFirst();
  if (!member) throw notFound('User');
  const facts = (await currentFacts(transaction, [user.id])).get(user.id);
  // A screen of an earlier version has words without the brokerage's license.
  const withBroker = current?.includes(', under ') ?? true;
  const present = facts ? factsText(kind, facts, withBroker) : '';
  if (ticked && current !== undefined && current !== present)
    throw new HttpError(409, [{ msg: `This has changed since you opened it. Check it for ${present}` }]);
  const tick = { user: { id: user.id, name: member.name }, kind, ticked, day, note, facts, look };
  await tellingWhatReopens(transaction, { userId: user.id, actorId: actor.id }, () =>
    insertTicks(transaction, actor, [tick]),
  );
  if (ticked) await tickStepsAbout(transaction, actor, [user.id], kind);
  if (kind === 'annual-fee')
    await noteTickOfFee(transaction, actor, { user: { id: user.id, name: member.name }, ticked, day });
}
