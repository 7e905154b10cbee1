import type { Passkey } from '../../../shared/factors/factors.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PasskeyRow } from '../../tables/sign-in.ts';

/** Oldest first. */
export async function listPasskeys(db: Database, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toPasskey);
}

export const toPasskey = (row: Pick<PasskeyRow, 'id' | 'name' | 'created_at' | 'last_used_at'>): Passkey => ({
  _id: row.id,
  name: row.name,
  created: row.created_at,
  lastUsed: row.last_used_at,
});
