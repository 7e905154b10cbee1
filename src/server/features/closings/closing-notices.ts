import type { Brokerage } from '../../../shared/brokerage.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { closingMail, reopenedMail } from './closing-mails.ts';
import { activeOffice, settingsOf } from './closing-settings.service.ts';

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
      .values({ id: newId(), user_id: id, kind: 'closing', text, created_at: now() })
      .execute();
    const mail = reopenedMail({ name, email }, row.id, brokerage);
    await queueMail(transaction, mail, { userId: id });
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
 * Tells the agent, and co-agents if it concerns them, by a notification and a mail; not who did it. Call it in the
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
