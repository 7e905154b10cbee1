import { formatMoney } from '../../../shared/money.ts';
import type { WorkEventName } from '../../../shared/notifications/work-events.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { activeWith, notifyOfWork } from '../notifications/notifications.service.ts';
import { paidBy } from './closing-interest.ts';
import { approverMail, closingMail, reopenedMail } from './closing-mails.ts';
import { entryOf } from './closing-rows.ts';
import { activeOffice, settingsOf, whoMayActOnOwn } from './closing-settings.service.ts';
import type { WithdrawnLetter } from './withdraw.ts';

/** Tells those who approve, but for who did it, that something approved is open again; by a notification and a mail. */
export async function tellApprovers(
  transaction: DatabaseTransaction,
  { actor, brokerage }: { actor: Pick<Actor, 'id'>; brokerage: Brokerage },
  row: Pick<ClosingRow, 'id' | 'property'>,
): Promise<void> {
  const { approvers } = await settingsOf(transaction);
  const ids = approvers.map(({ user }) => user).filter((id) => id !== actor.id);
  if (ids.length === 0) return;
  const those = await activeOffice(transaction, ids);
  const mailed = those.map(({ email }) => email);
  await notifyOfWork(transaction, ids, { event: 'reopened', objectId: row.id, actorId: actor.id, mailed });
  for (const { id, name, email } of those) {
    const mail = reopenedMail({ name, email }, row.id, brokerage, row.property);
    await queueMail(transaction, mail, { userId: id, area: 'closings' });
  }
}

/**
 * Tells those who may act on a closing that it waits for them: all with the right to closings whom the deal does not pay,
 * but not who did it.
 * @param mailed addresses that get an email about it already
 */
export async function tellOffice(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id'>,
  row: Pick<ClosingRow, 'id' | 'deal_id'>,
  event: WorkEventName,
  mailed: readonly string[] = [],
): Promise<void> {
  const office = await activeWith(transaction, 'closings');
  const paid = await paidBy(transaction, office, row);
  const allowed = paid.size === 0 ? null : await whoMayActOnOwn(transaction);
  const those = office.filter((id) => id === allowed || !paid.has(id));
  await notifyOfWork(transaction, those, { event, objectId: row.id, actorId: actor.id, mailed });
}

interface Notice {
  /** Whole sentences of ours; of typed texts the mail has the property only, and the notification has more. */
  what: string;
  more: string;
  /** The email says what each of them is paid. */
  withAmount?: boolean;
  /** For the notification. */
  text?: string;
}

/**
 * Tells the agent, and co-agents if it concerns them, by a notification and an email, but not the actor. Call it in the
 * transaction, and `mails.wake()` after it.
 */
export async function tellMembers(
  transaction: DatabaseTransaction,
  { actor, brokerage }: { actor: Pick<Actor, 'id'>; brokerage: Brokerage },
  row: Pick<ClosingRow, 'id' | 'agent_id' | 'property'>,
  { coAgents = false, ...notice }: Notice & { coAgents?: boolean },
): Promise<void> {
  const shares = coAgents
    ? await transaction
        .selectFrom('closing_shares')
        .select('user_id')
        .where('closing_id', '=', row.id)
        .execute()
    : [];
  const ids = new Set([row.agent_id, ...shares.map(({ user_id }) => user_id)].flatMap((id) => id ?? []));
  ids.delete(actor.id);
  await tell(transaction, brokerage, row, ids, notice);
}

/** In cents: what the agent keeps, and the shares of co-agents; an amount that is owed is negative. */
async function amountsOf(
  transaction: DatabaseTransaction,
  id: string,
): Promise<ReadonlyMap<string | null, number>> {
  const { agent_id, kept } = await transaction
    .selectFrom('closings')
    .select(['agent_id', 'kept'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const shares = await transaction
    .selectFrom('closing_shares')
    .select(['user_id', 'amount'])
    .where('closing_id', '=', id)
    .execute();
  return new Map([
    ...shares.map(({ user_id, amount }) => [user_id, Number(amount)] as const),
    [agent_id, Number(kept)] as const,
  ]);
}

async function tell(
  transaction: DatabaseTransaction,
  brokerage: Brokerage,
  row: Pick<ClosingRow, 'id' | 'property'>,
  ids: ReadonlySet<string>,
  { what, more, text = '', withAmount = false }: Notice,
): Promise<void> {
  if (ids.size === 0) return;
  const amounts = withAmount ? await amountsOf(transaction, row.id) : undefined;
  const users = await transaction
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', 'in', [...ids])
    .where('suspended_at', 'is', null)
    .execute();
  const sentence = text === '' ? `${what}: ${row.property}` : `${what}: ${row.property}. ${text}`;
  for (const { id, name, email } of users) {
    const amount = amounts?.get(id);
    const yours = amount === undefined || amount < 0 ? '' : `Your part is ${formatMoney(amount)}.`;
    await transaction
      .insertInto('notifications')
      .values({
        id: newId(),
        user_id: id,
        kind: 'closing',
        object_id: row.id || null,
        text: `${sentence}${yours && `. ${yours}`}`.slice(0, 200),
        created_at: now(),
      })
      .execute();
    const words = { what, more: yours ? `${yours} ${more}` : more, closing: row.id, property: row.property };
    const mail = closingMail({ name, email }, words, brokerage);
    await queueMail(transaction, mail, { userId: id });
  }
}

/** An email to those who may approve, but `but`. @returns their addresses */
export async function mailApprovers(
  transaction: DatabaseTransaction,
  brokerage: Brokerage,
  { id: closing, property }: Pick<ClosingRow, 'id' | 'property'>,
  { what, more, but }: { what: string; more: string; but: ReadonlySet<string> },
): Promise<string[]> {
  const { approvers } = await settingsOf(transaction);
  const ids = approvers.map(({ user }) => user).filter((id) => !but.has(id));
  if (ids.length === 0) return [];
  const those = await activeOffice(transaction, ids);
  for (const { id, name, email } of those) {
    const mail = approverMail({ name, email }, { what, more, closing, property }, brokerage);
    await queueMail(transaction, mail, { userId: id, area: 'closings' });
  }
  return those.map(({ email }) => email);
}

/**
 * Every withdrawal gives this one notice: to the agent, the co-agents of before and after, the approvers and the actor.
 * It says what escrow must get (docs/product.md P29.11). The rest of the office is told that something has to be sent.
 */
export async function tellOfWithdrawal(
  transaction: DatabaseTransaction,
  { actor, brokerage }: { actor: Pick<Actor, 'id'>; brokerage: Brokerage },
  { before, after }: { before: ClosingRow; after: ClosingRow },
  { what, more, reason, letters }: WithdrawalNotice,
): Promise<void> {
  const told = `${letters.map(withdrawnLetter).join(' ')} ${more}`;
  const notice = { what, more: told, text: reason };
  const but = await tellSharing(transaction, { actor: { id: '' }, brokerage }, { before, after }, notice);
  const mailed = await mailApprovers(transaction, brokerage, after, { what, more: told, but });
  await tellOffice(transaction, actor, after, 'withdrawn', mailed);
}

/**
 * Tells the agent and the co-agents of before and after, but not the actor.
 * @returns the ids of the agent and of all co-agents
 */
export async function tellSharing(
  transaction: DatabaseTransaction,
  { actor, brokerage }: { actor: Pick<Actor, 'id'>; brokerage: Brokerage },
  { before, after }: { before: ClosingRow; after: ClosingRow },
  notice: Notice,
): Promise<ReadonlySet<string>> {
  const sharing = (row: ClosingRow) => entryOf(row).coAgents.map(({ user }) => user);
  const members = new Set([after.agent_id, ...sharing(after)].flatMap((id) => id ?? []));
  const gone = new Set(sharing(before).filter((id) => !members.has(id)));
  const concerned = new Set([...members, ...gone]);
  members.delete(actor.id);
  gone.delete(actor.id);
  await tell(transaction, brokerage, after, members, notice);
  // Its page is no longer theirs.
  const noShare = { ...notice, more: `${notice.more} You no longer have a share of it.` };
  await tell(transaction, brokerage, { id: '', property: before.property }, gone, noShare);
  return concerned;
}

export const withdrawnWords = 'The approval of a closing was withdrawn';

interface WithdrawalNotice {
  what: string;
  more: string;
  reason: string;
  letters: readonly WithdrawnLetter[];
}

function withdrawnLetter({ letter, notice, sent }: WithdrawnLetter): string {
  return sent
    ? `Letter ${letter} was marked as sent: escrow or title must get notice ${notice}, which withdraws it.`
    : `Notice ${notice} withdraws letter ${letter}. If escrow or title has the letter, they must get the notice.`;
}
