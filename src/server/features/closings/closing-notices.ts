import type { Brokerage } from '../../../shared/brokerage.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { approverMail, closingMail, reopenedMail } from './closing-mails.ts';
import { entryOf } from './closing-rows.ts';
import { activeOffice, settingsOf } from './closing-settings.service.ts';
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
  const text = `An approved closing is open again: ${row.property}`.slice(0, 200);
  for (const { id, name, email } of await activeOffice(transaction, ids)) {
    await transaction
      .insertInto('notifications')
      .values({ id: newId(), user_id: id, kind: 'closing', text, area: 'closings', created_at: now() })
      .execute();
    const mail = reopenedMail({ name, email }, row.id, brokerage);
    await queueMail(transaction, mail, { userId: id, area: 'closings' });
  }
}

interface Notice {
  /** Whole sentences of ours; the mail has no text that someone typed, and the notification has. */
  what: string;
  more: string;
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
  { what, more, text = '', coAgents = false }: Notice & { coAgents?: boolean },
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
  await tell(transaction, brokerage, row, ids, { what, more, text });
}

async function tell(
  transaction: DatabaseTransaction,
  brokerage: Brokerage,
  row: Pick<ClosingRow, 'id' | 'property'>,
  ids: ReadonlySet<string>,
  { what, more, text = '' }: Notice,
): Promise<void> {
  if (ids.size === 0) return;
  const users = await transaction
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', 'in', [...ids])
    .where('suspended_at', 'is', null)
    .execute();
  const sentence = text === '' ? `${what}: ${row.property}` : `${what}: ${row.property}. ${text}`;
  for (const { id, name, email } of users) {
    await transaction
      .insertInto('notifications')
      .values({ id: newId(), user_id: id, kind: 'closing', text: sentence.slice(0, 200), created_at: now() })
      .execute();
    const mail = closingMail({ name, email }, { what, more, closing: row.id }, brokerage);
    await queueMail(transaction, mail, { userId: id });
  }
}

/** An email to those who may approve, but `but`. */
export async function mailApprovers(
  transaction: DatabaseTransaction,
  brokerage: Brokerage,
  closing: string,
  { what, more, but }: { what: string; more: string; but: ReadonlySet<string> },
): Promise<void> {
  const { approvers } = await settingsOf(transaction);
  const ids = approvers.map(({ user }) => user).filter((id) => !but.has(id));
  if (ids.length === 0) return;
  for (const { id, name, email } of await activeOffice(transaction, ids))
    await queueMail(transaction, approverMail({ name, email }, { what, more, closing }, brokerage), {
      userId: id,
      area: 'closings',
    });
}

/**
 * Every withdrawal gives this one notice: to the agent, the co-agents of before and after, the approvers and the actor.
 * It says what escrow must get (docs/product.md P29.11).
 */
export async function tellOfWithdrawal(
  transaction: DatabaseTransaction,
  brokerage: Brokerage,
  { before, after }: { before: ClosingRow; after: ClosingRow },
  { what, more, reason, letters }: WithdrawalNotice,
): Promise<void> {
  const told = `${letters.map(withdrawnLetter).join(' ')} ${more}`;
  const notice = { what, more: told, text: reason };
  const but = await tellSharing(transaction, { actor: { id: '' }, brokerage }, { before, after }, notice);
  await mailApprovers(transaction, brokerage, after.id, { what, more: told, but });
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
