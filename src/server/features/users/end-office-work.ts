/** Ends the work in the office of someone who loses the right to it. */

import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { type Held, may, noRights, type Right, rightNames } from '../../../shared/users/rights.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { mailAdmins } from '../../platform/mail/mail-admins.ts';
import { dropMailsAbout } from '../../platform/mail/queue-mail.ts';
import type { LetterParts } from '../../platform/parts.ts';
import { unassignLeadsOf } from '../leads/unassign-leads.ts';
import { tellAdmins } from '../security-log/tell-admins.ts';
import { pauseWebhooksOf } from '../webhooks/pause-webhooks.ts';
import { decidingLabel, decidingOf } from './deciding.ts';
import { stopListsOf } from './stop-lists.ts';
import { approverDroppedMail, approverEmailMail, pausedWebhooksMail, type TakeOver } from './user-mails.ts';

/**
 * Ends an admin's unfinished work in the office, for good (docs/security.md S16.1): lists of invitations, API tokens,
 * exports of other people, webhooks, about which the other admins are told, and what came with the rights that they do
 * not keep. An undefined actor is the server. Call it in the transaction that takes their rights, after that, and
 * `mails.wake()` afterwards.
 */
export async function endOfficeWork(
  transaction: DatabaseTransaction,
  brokerage: Brokerage,
  actor: Pick<Actor, 'id' | 'name'> | undefined,
  userId: string,
  kept: Held = noRights,
): Promise<void> {
  await stopListsOf(transaction, userId);
  await transaction.deleteFrom('api_tokens').where('created_by', '=', userId).execute();
  await dropMailsAbout(transaction, userId, ['admin']);
  await endWorkOf(
    transaction,
    actor,
    userId,
    rightNames.filter((right) => !may(kept, right)),
  );
  await transaction
    .deleteFrom('exports')
    .where('requested_by', '=', userId)
    .where('email', '!=', (e) => e.selectFrom('users').select('email').where('id', '=', userId))
    .execute();
  const paused = await pauseWebhooksOf(transaction, userId);
  if (paused > 0) await mailAdmins(transaction, (admin) => pausedWebhooksMail(admin, paused, brokerage));
}

/** Ends what came with rights that were taken; call it as endOfficeWork. */
export async function endWorkOf(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id' | 'name'> | undefined,
  userId: string,
  lost: readonly Right[],
): Promise<void> {
  if (lost.length === 0) return;
  if (lost.includes('recruiting')) {
    await transaction.deleteFrom('agreement_signers').where('user_id', '=', userId).execute();
    await unassignLeadsOf(transaction, actor, userId);
  }
  if (lost.includes('closings')) await dropApprover(transaction, userId);
  await dropMailsAbout(transaction, userId, lost);
  await transaction
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    // Those of earlier versions name no area.
    .where((e) =>
      e.or([e('area', 'in', lost), ...(lost.includes('content') ? [e('kind', '=', 'review')] : [])]),
    )
    .execute();
}

/**
 * Takes approving closings and signing for the broker from a user whose account another person could have taken over by
 * this act, and tells all admins and the security log (docs/security.md S16.4). Call it last in the transaction of the
 * act, which has locked the user, and `mails.wake()` afterwards.
 */
export async function endDeciding(
  transaction: DatabaseTransaction,
  { config, sealing }: LetterParts,
  actor: Pick<Actor, 'id' | 'name'>,
  user: { id: string; name: string },
  act: TakeOver,
): Promise<void> {
  if (user.id === actor.id) return;
  const approved = await dropApprover(transaction, user.id);
  const { numDeletedRows: signed } = await transaction
    .deleteFrom('agreement_signers')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (!approved && signed === 0n) return;
  const lost = decidingLabel({ approves: approved, signs: signed > 0n });
  await tellAdmins(transaction, { sealing }, actor, {
    event: 'approver.dropped',
    detail: `${lost}: user ${user.id}, ${act === 'email' ? 'other email address' : 'two-step verification reset'}`,
    mail: (admin) =>
      approverDroppedMail(admin, { actor: actor.name, user: user.name, act, lost }, config.brokerage),
  });
}

/**
 * Tells all admins and the security log that someone who approves closings or signs for the broker changed their own
 * email address, by which others know what is their own. Call it as endDeciding.
 */
export async function tellOwnEmail(
  transaction: DatabaseTransaction,
  { config, sealing }: LetterParts,
  actor: Pick<Actor, 'id' | 'name'>,
  emails: { before: string; after: string },
): Promise<void> {
  const { approves, signs } = await decidingOf(transaction, actor.id);
  const rights = decidingLabel({ approves, signs });
  if (rights === '') return;
  await tellAdmins(transaction, { sealing }, actor, {
    event: 'approver.email',
    detail: `${rights}: user ${actor.id}, own email address`,
    mail: (admin) => approverEmailMail(admin, { user: actor.name, ...emails, rights }, config.brokerage),
  });
}

/**
 * An approver who loses the right to see closings stays off the list, even when the right comes back. Returns whether
 * they were one.
 */
async function dropApprover(transaction: DatabaseTransaction, userId: string): Promise<boolean> {
  // A no-op update locks the row on every engine.
  const { approvers } = await transaction
    .updateTable('closing_settings')
    .set({ id: 1 })
    .where('id', '=', 1)
    .returning('approvers')
    .executeTakeFirstOrThrow();
  const before: { user: string }[] = JSON.parse(approvers);
  const after = before.filter(({ user }) => user !== userId);
  if (after.length === before.length) return false;
  await transaction
    .updateTable('closing_settings')
    .set({ approvers: JSON.stringify(after) })
    .where('id', '=', 1)
    .execute();
  return true;
}
