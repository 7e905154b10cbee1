/** Tells admins when a license number that someone saves makes them one person with someone of the office. */

import { isActive } from '../../platform/db/active-users.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Parts } from '../../platform/parts.ts';
import { isOfStaff } from '../../platform/rights.ts';
import { tellAdmins } from '../security-log/tell-admins.ts';
import { accountsByNumber, goneWithNumber } from './identities.ts';
import { numberLinkMail } from './link-mails.ts';
import { maxByNumber, personOf } from './same-person.ts';

export interface Linked {
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
  const after = await personOf(transaction, userId);
  const linked = [...after.accounts].filter((id) => !before.accounts.has(id));
  if (linked.length === 0) return { number, staff: [] };
  const staff = await transaction
    .selectFrom('users')
    .select(['users.id', 'users.name'])
    .where('users.id', 'in', linked)
    .where(isActive)
    .where(isOfStaff)
    .orderBy('users.id')
    .execute();
  return { number, staff };
}

/**
 * Emails all admins, and the security log, once for each number; call it late in the transaction, and `mails.wake()`
 * afterwards.
 * @param member whose number it is, if not the actor's own
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
  await tellAdmins(transaction, { sealing }, actor, {
    event: 'license.linked',
    detail: `license ${number}: user ${member.id} is one person with ${ids}`,
    mail: (admin) => numberLinkMail(admin, told, config.brokerage),
  });
}
