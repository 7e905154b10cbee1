import type { Database } from './database.ts';

/** Users who can sign in. */
export const activeUsers = (db: Database) =>
  db.selectFrom('users').where('users.suspended_at', 'is', null).where('users.password_hash', 'is not', null);
