import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { tellAdmins } from '../security-log/tell-admins.ts';
import { droppedBy } from '../users/deciding.ts';
import { type By, eventWords, lockClosing } from './closing-changes.ts';
import { interestIn } from './closing-interest.ts';
import { ownClosingMail } from './closing-mails.ts';
import { findClosing } from './closing-rows.ts';
import { ownClosingOf } from './closing-settings.service.ts';
import { getClosing } from './office.service.ts';
import { sayingWhatReopens } from './reopened.ts';

export type OfficeParts = Pick<Parts, 'db' | 'config' | 'siteSettings' | 'mails' | 'images' | 'sealing'>;

interface OfficeCall {
  actor: Actor;
  id: string;
  expected: number[] | undefined;
  /** Another closing that changes with it. */
  also?: string;
}

/**
 * Makes one change by a call of the office. The closing is locked until the transaction ends.
 * @throws 403 for an actor whom the deal pays, before or after the change (docs/security.md S18.1); 404; 412 on a
 * conflict
 */
export async function byOffice(
  parts: OfficeParts,
  { actor, id, expected, also = id }: OfficeCall,
  change: (transaction: DatabaseTransaction, row: ClosingRow, by: By) => Promise<void>,
): Promise<OfficeClosing> {
  const closing = await inTransaction(parts.db, async (transaction) => {
    const began = now();
    // In the order of ids: two links of the same closings must not wait for each other.
    const first = also < id ? await lockClosing(transaction, also) : undefined;
    const row = await lockClosing(transaction, id, expected);
    const side = also > id ? await lockClosing(transaction, also) : (first ?? row);
    const before = await demandMayAct(transaction, actor, row);
    const by: By = { actor, call: 'office' };
    const { config, siteSettings } = parts;
    await sayingWhatReopens(transaction, by, { config, deals: [row.deal_id, side.deal_id] }, () =>
      change(transaction, row, by),
    );
    const changed = await findClosing(transaction, id);
    const after = await demandMayAct(transaction, actor, changed);
    if ((before || after) && changed.version !== row.version)
      await tellOfOwnAct(transaction, parts, actor, {
        closing: id,
        agent: row.agent_name,
        acts: await actsSince(transaction, actor, id, began),
      });
    return getClosing({ db: transaction, siteSettings }, actor, id);
  });
  parts.mails.wake();
  return closing;
}

/**
 * Whether the actor is paid by the deal, and may act on it all the same.
 * @throws 403 with the reason if they may not
 */
async function demandMayAct(
  transaction: DatabaseTransaction,
  actor: Actor,
  row: ClosingRow,
): Promise<boolean> {
  const interest = await interestIn(transaction, actor.id, row);
  if (interest === null) return false;
  const { text, mayAct } = await ownClosingOf(transaction, actor, interest);
  if (mayAct) return true;
  throw new HttpError(403, [{ msg: text }]);
}

/** The actor's acts by the history, in fixed words. The closing is locked: no one else adds to it. */
async function actsSince(
  transaction: DatabaseTransaction,
  actor: Actor,
  id: string,
  began: string,
): Promise<string> {
  const events = await transaction
    .selectFrom('closing_events')
    .select('kind')
    .where('closing_id', '=', id)
    .where('actor_id', '=', actor.id)
    .where('created_at', '>=', began)
    .orderBy('id')
    .execute();
  return events.map(({ kind }) => eventWords[kind]).join(', ');
}

/** All admins and those whom the actor kept from it by an email, and the security log, with both names. */
export async function tellOfOwnAct(
  transaction: DatabaseTransaction,
  { config, sealing }: Pick<OfficeParts, 'config' | 'sealing'>,
  actor: Actor,
  { closing, agent, acts }: { closing: string; agent: string; acts: string },
): Promise<void> {
  await tellAdmins(transaction, { sealing }, actor, {
    event: 'closing.own',
    detail: `closing ${closing}: ${acts}; by ${actor.name}, agent ${agent}`,
    also: await droppedBy(transaction, actor.id, 'admin'),
    mail: (admin) => ownClosingMail(admin, { actor: actor.name, agent, acts, closing }, config.brokerage),
  });
}
