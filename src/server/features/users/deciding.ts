/** People who decide for the brokerage, and whom someone kept from it lately. */

import { day } from '../../../shared/time.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { LetterParts } from '../../platform/parts.ts';
import { personOf } from '../member-files/same-person.ts';
import { appendInTransaction } from '../security-log/security-chain.ts';

/** For so long who was kept from deciding counts as someone else who could (docs/security.md S17.10). */
const stillCounts = 30 * day;

interface Deciding {
  admin: boolean;
  approves: boolean;
  signs: boolean;
}

/** The security log has these words, and `droppedBy` reads them there. */
const words = {
  admin: 'admin rights',
  approves: 'approving closings',
  signs: 'signing agreements',
} as const satisfies Record<keyof Deciding, string>;

const all = ['admin', 'approves', 'signs'] as const;

export const decidingLabel = (deciding: Partial<Deciding>): string =>
  all
    .filter((each) => deciding[each])
    .map((each) => words[each])
    .join(', ');

/** The ids of those whom the settings name. */
export async function decidersOf(
  db: Database | DatabaseTransaction,
): Promise<{ approvers: string[]; signers: string[] }> {
  const { approvers } = await db
    .selectFrom('closing_settings')
    .select('approvers')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const named: { user: string }[] = JSON.parse(approvers);
  const signers = await db.selectFrom('agreement_signers').select('user_id').execute();
  return { approvers: named.map(({ user }) => user), signers: signers.map(({ user_id }) => user_id) };
}

/** Finds what a user decides; nothing once they have gone. Only those who can sign in decide as admins. */
export async function decidingOf(db: Database | DatabaseTransaction, userId: string): Promise<Deciding> {
  const { approvers, signers } = await decidersOf(db);
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('admin', '=', true)
    .where(isActive)
    .executeTakeFirst();
  return {
    admin: admin !== undefined,
    approves: approvers.includes(userId),
    signs: signers.includes(userId),
  };
}

/**
 * Makes a change of a user's account by someone. If it keeps another person from deciding, the security log has it. Call
 * it late in the transaction, as appendInTransaction.
 * @param how in fixed words, such as 'suspended'
 */
export async function notingDropped<T>(
  transaction: DatabaseTransaction,
  { sealing }: Pick<LetterParts, 'sealing'>,
  actor: Pick<Actor, 'id'> | undefined,
  { userId, how }: { userId: string; how: 'suspended' | 'deleted' | 'other rights' },
  change: () => Promise<T>,
): Promise<T> {
  if (!actor || actor.id === userId) return change();
  const had = await decidingOf(transaction, userId);
  const made = await change();
  const has = await decidingOf(transaction, userId);
  const lost = decidingLabel(Object.fromEntries(all.map((each) => [each, had[each] && !has[each]])));
  if (lost !== '')
    await appendInTransaction(transaction, sealing, [
      {
        event: 'approver.dropped',
        detail: `${lost}: user ${userId}, ${how}`,
        user_id: actor.id,
        address: '',
        device: '',
        request_id: '',
        created_at: now(),
      },
    ]);
  return made;
}

/** The ids of others whom a user, by any of their accounts, has lately kept from deciding as `what`. */
export async function droppedBy(
  db: Database | DatabaseTransaction,
  userId: string,
  what: 'admin' | 'approves',
): Promise<string[]> {
  const accounts = new Set([userId, ...(await personOf(db, userId)).accounts]);
  const events = await db
    .selectFrom('security_log')
    .select(['event', 'detail'])
    .where('user_id', 'in', [...accounts])
    .where('event', 'in', ['approver.dropped', 'approvers.changed'])
    .where('created_at', '>=', fromNow(-stillCounts))
    .execute();
  const dropped = events.flatMap(({ event, detail }) => {
    const [deciding = '', whom = ''] = detail.split(': ');
    // As tell-of-approvers.ts writes it.
    if (event === 'approvers.changed')
      return what === 'approves' && deciding === 'closings' ? idsAfter('dropped', whom) : [];
    return deciding.split(', ').includes(words[what]) ? idsAfter('user', whom) : [];
  });
  return [...new Set(dropped)].filter((id) => !accounts.has(id));
}

const idsAfter = (word: 'dropped' | 'user', text: string): string[] =>
  text.split(', ').flatMap((part) => (part.startsWith(`${word} `) ? part.slice(word.length + 1) : []));
