import { expressionBuilder } from 'kysely';
import type { Tables } from '../../tables/tables.ts';
import type { Database } from './database.ts';

const user = expressionBuilder<Tables, 'users'>();

/** The condition that a user can sign in: with a password, and not suspended. */
export const isActive = user.and([
  user('users.suspended_at', 'is', null),
  user('users.password_hash', 'is not', null),
]);

export const activeUsers = (db: Database) => db.selectFrom('users').where(isActive);
