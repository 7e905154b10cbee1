import { type Held, heldBy } from '../../../shared/users/rights.ts';
import type { User } from '../../../shared/users/users.contract.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { versionOfContent } from '../../platform/http/versions.ts';
import { notFound } from '../../platform/http-error.ts';
import { heldColumns } from '../../platform/rights.ts';

/** Adds the time until which they can accept their last invitation. */
export type UserWithInvitation = Awaited<ReturnType<typeof findUser>>;

export const userRows = (db: Database) =>
  db
    .selectFrom('users')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.password_hash',
      ...heldColumns,
      'users.suspended_at',
      'users.last_sign_in_at',
      'users.imported_at',
      'users.created_at',
      'users.second_factor',
    ])
    .select((user) =>
      user
        .selectFrom('password_links')
        .select((link) => link.fn.max('password_links.expires_at').as('until'))
        .whereRef('password_links.user_id', '=', 'users.id')
        .where('password_links.kind', '=', 'invitation')
        .where('password_links.expires_at', '>', now())
        .as('invited_until'),
    );

/** @throws 404 'User not found' */
export async function findUser(db: Database, id: string) {
  const row = await userRows(db).where('users.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('User');
  return row;
}

/** Another one, as soon as name, email address or a right is. */
export const userVersion = ({ name, email, ...held }: Pick<User, 'name' | 'email'> & Held): number =>
  versionOfContent([name, email, heldBy(held)]);

/** A user as admins see them. @throws 404 'User not found' */
export async function getUser(db: Database, id: string): Promise<User> {
  return toUser(await findUser(db, id));
}

/** Locks a user, and out all changes of users, until the transaction ends. @throws 404 'User not found' */
export async function lockUser(transaction: DatabaseTransaction, id: string): Promise<UserWithInvitation> {
  await acquireLock(transaction, 'users');
  return findUser(transaction, id);
}

export function toUser(row: UserWithInvitation): User {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    ...heldBy(row),
    date: row.created_at,
    state: stateOf(row),
    invitedUntil: row.invited_until,
    lastSignIn: row.last_sign_in_at,
    secondFactor: row.second_factor,
  };
}

function stateOf({ suspended_at, password_hash }: UserWithInvitation): User['state'] {
  if (suspended_at !== null) return 'suspended';
  return password_hash === null ? 'invited' : 'active';
}
