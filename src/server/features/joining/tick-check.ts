import { today } from '../../../shared/dates.ts';
import type { CheckFields } from '../../../shared/joining/joining-fields.ts';
import { memberCheckKinds } from '../../../shared/member-files/member-checks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { isSamePerson } from '../member-files/same-person.ts';
import { notifyOfOwn } from '../notifications/notifications.service.ts';
import { tellingOfOwn } from '../users/own-work.ts';
import { checksOf, recordCheck } from './member-checks.service.ts';

/** To the member. */
export const noLongerWork = 'The office no longer notes that you may work.';

/**
 * @throws 403 for one's own, as tellingOfOwn; 404 'User not found'; 400 for a day to come; 409 when the facts differ from
 * those on the screen
 */
export async function tickCheck(parts: TickParts, actor: Actor, userId: string, fields: CheckFields) {
  if (fields.day > today()) throw invalid('Day must be today or earlier', 'day');
  const act = `${fields.ticked ? 'ticked' : 'not ticked any more'}: ${memberCheckKinds[fields.kind]}`;
  const ticked = await inTransaction(parts.db, async (transaction) => {
    const isOwn = await isSamePerson(transaction, actor.id, userId);
    return tellingOfOwn(transaction, parts, actor, { isOwn, act, what: 'file', id: userId }, async () => {
      const before = await checksOf(transaction, userId);
      await recordCheck(transaction, actor, { user: { id: userId }, ...fields });
      if (fields.kind === 'may-work' && !fields.ticked && before['may-work'] !== null)
        await notifyOfOwn(transaction, userId, { kind: 'file', actorId: actor.id, text: noLongerWork });
      return checksOf(transaction, userId);
    });
  });
  parts.mails.wake();
  return ticked;
}

type TickParts = Pick<Parts, 'db' | 'config' | 'sealing' | 'mails'>;
