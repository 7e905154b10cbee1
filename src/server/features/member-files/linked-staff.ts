/** Tells admins when a license number or a payee that is saved makes a member one person with someone of the office. */

import { isActive } from '../../platform/db/active-users.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Parts } from '../../platform/parts.ts';
import { isOfStaff } from '../../platform/rights.ts';
import { tellAdmins } from '../security-log/tell-admins.ts';
import { accountsByNumber, goneWithNumber } from './identities.ts';
import { numberLinkMail, payeeLinkMail } from './link-mails.ts';
import { maxByNumber, type Person, personOf } from './same-person.ts';

export interface Linked {
  /** '' if it was by their payee. */
  number: string;
  /** Those of the office who were another person before. */
  staff: { id: string; name: string }[];
}

/**
 * Saves a user's number by `save`, and finds whom of the office it makes one person with them (docs/security.md S17.12). No
 * one for a number that is theirs already, and for one that many have, which the desk shows.
 */
export async function linkedBySaving(
  transaction: DatabaseTransaction,
  userId: string,
  number: string,
  save: () => Promise<void>,
): Promise<Linked> {
  const holders = (await accountsByNumber(transaction, [number])).filter((id) => id !== userId);
  const isOfOthers = holders.length > 0 || (await goneWithNumber(transaction, [number])).length > 0;
  const before =
    isOfOthers && holders.length <= maxByNumber ? await personOf(transaction, userId) : undefined;
  await save();
  if (!before || before.numbers.includes(number)) return { number, staff: [] };
  return { number, staff: await newStaff(transaction, userId, before) };
}

/** Saves by `save` who is paid for a user, and finds whom of the office that makes one person with them (as S17.12 says). */
export async function linkedByPayee(
  transaction: DatabaseTransaction,
  userId: string,
  save: () => Promise<void>,
): Promise<Linked> {
  const before = await personOf(transaction, userId);
  await save();
  return { number: '', staff: await newStaff(transaction, userId, before) };
}

/** Those of the office who are one person with the user now, and were another `before`. */
async function newStaff(
  transaction: DatabaseTransaction,
  userId: string,
  before: Pick<Person, 'accounts'>,
): Promise<Linked['staff']> {
  const after = await personOf(transaction, userId);
  const linked = [...after.accounts].filter((id) => !before.accounts.has(id));
  if (linked.length === 0) return [];
  return transaction
    .selectFrom('users')
    .select(['users.id', 'users.name'])
    .where('users.id', 'in', linked)
    .where(isActive)
    .where(isOfStaff)
    .orderBy('users.id')
    .execute();
}

/**
 * Emails all admins, and the security log, once for each number or payee; call it late in the transaction, and
 * `mails.wake()` afterwards.
 * @param member whose number or payee it is, if not the actor's own
 */
export async function tellOfLinked(
  transaction: DatabaseTransaction,
  { config, sealing }: Pick<Parts, 'config' | 'sealing'>,
  actor: Pick<Actor, 'id' | 'name'>,
  { number, staff }: Linked,
  member: Pick<Actor, 'id' | 'name'> = actor,
): Promise<void> {
  if (staff.length === 0) return;
  const ids = staff.map(({ id }) => `user ${id}`).join(', ');
  const by = member.id === actor.id ? undefined : actor.name;
  const told = { member, by, number, staff: staff.map(({ name }) => name) };
  const isOnePerson = `user ${member.id} is one person with ${ids}`;
  await tellAdmins(
    transaction,
    { sealing },
    actor,
    number === ''
      ? {
          event: 'payee.linked',
          detail: `payee: ${isOnePerson}`,
          mail: (admin) => payeeLinkMail(admin, told, config.brokerage),
        }
      : {
          event: 'license.linked',
          detail: `license ${number}: ${isOnePerson}`,
          mail: (admin) => numberLinkMail(admin, told, config.brokerage),
        },
  );
}
