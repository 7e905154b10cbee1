import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { usersBehind } from '../member-files/same-person.ts';
import { ownWorkOf } from '../users/own-work.ts';

type Db = Database | DatabaseTransaction;

/** The id of the account that a file is about, also of one that was deleted; null without a file. */
export async function accountOfFile(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('member_files')
    .select(['user_id', 'user_was'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.user_id ?? row?.user_was ?? null;
}

/**
 * Accounts among these, also deleted ones, whose notes and findings of the office the actor may not read, as they are about
 * themselves (docs/security.md S17.11). Of an admin it is only the very account: a wrong number that they have, another has to be able to
 * take back.
 */
export async function ownAmong(db: Db, actor: Actor, users: readonly string[]): Promise<ReadonlySet<string>> {
  if (users.length === 0 || (await ownWorkOf(db, actor, 'file')).mayAct) return new Set();
  if (actor.admin) return new Set([actor.id]);
  return new Set([actor.id, ...(await usersBehind(db, users, [actor.id]))]);
}
