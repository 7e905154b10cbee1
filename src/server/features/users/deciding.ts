/** People who decide for the brokerage, and whom someone kept from it lately. */

import { formatDay } from '../../../shared/dates.ts';
import { day } from '../../../shared/time.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { LetterParts } from '../../platform/parts.ts';
import { personOf } from '../member-files/same-person.ts';
import { isOwnAccount } from '../security-log/own-account.ts';
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
  const isOwn = await isOwnAccount(transaction, actor, userId);
  const made = await change();
  const has = await decidingOf(transaction, userId);
  const lost = decidingLabel(Object.fromEntries(all.map((each) => [each, had[each] && !has[each]])));
  if (lost !== '')
    await appendInTransaction(transaction, sealing, [
      {
        event: 'approver.dropped',
        detail: `${lost}: ${isOwn ? 'own account' : 'user'} ${userId}, ${how}`,
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
export const droppedBy = async (
  db: Database | DatabaseTransaction,
  userId: string,
  what: 'admin' | 'approves',
): Promise<string[]> => [...new Set((await dropsBy(db, userId, what)).map(({ id }) => id))];

/** Says whom the only one who decides as `what` kept from it last, and until when that counts; null for no one. */
export async function whyNotAlone(
  db: Database | DatabaseTransaction,
  userId: string,
  what: 'admin' | 'approves',
): Promise<string | null> {
  const last = (await dropsBy(db, userId, what)).at(-1);
  if (!last) return null;
  const user = await db.selectFrom('users').select('name').where('id', '=', last.id).executeTakeFirst();
  const name = user?.name ?? 'someone whose account was deleted';
  const role = what === 'admin' ? 'admin' : 'approver';
  const until = new Date(Date.parse(last.at) + stillCounts).toISOString();
  const [on, over] = [last.at, until].map(formatDay);
  return `You removed ${name} as an ${role} on ${on}, so until ${over} only another ${role} can.`;
}

/** The oldest first. */
async function dropsBy(
  db: Database | DatabaseTransaction,
  userId: string,
  what: 'admin' | 'approves',
): Promise<{ id: string; at: string }[]> {
  const { accounts } = await personOf(db, userId);
  const events = await db
    .selectFrom('security_log')
    .select(['event', 'detail', 'created_at'])
    .where('user_id', 'in', [...new Set([userId, ...accounts])])
    .where('event', 'in', ['approver.dropped', 'approvers.changed'])
    .where('created_at', '>=', fromNow(-stillCounts))
    .orderBy('created_at')
    .orderBy('number')
    .execute();
  return events.flatMap(({ event, detail, created_at }) => {
    const [deciding = '', whom = ''] = detail.split(': ');
    // As tell-of-approvers.ts writes it. One's own account is none of these.
    const isSettings = event === 'approvers.changed';
    const isIt = isSettings
      ? what === 'approves' && deciding === 'closings'
      : deciding.split(', ').includes(words[what]);
    if (!isIt) return [];
    return idsAfter(isSettings ? 'dropped' : 'user', whom).flatMap((id) =>
      id === userId ? [] : { id, at: created_at },
    );
  });
}

const idsAfter = (word: 'dropped' | 'user', text: string): string[] =>
  text.split(', ').flatMap((part) => (part.startsWith(`${word} `) ? part.slice(word.length + 1) : []));
