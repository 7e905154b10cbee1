import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';

/**
 * The name that a member signs by: that of the agreement in force, which is the one on their license, unless the office has
 * given the account another name since (docs/product.md P27.16).
 */
export async function nameToSign(
  db: Database | DatabaseTransaction,
  { id, name }: { id: string; name: string },
  before: { name: string; signed_at: string } | undefined,
): Promise<string> {
  if (!before) return name;
  // As users.service.ts writes it in an audit event.
  const first = await db
    .selectFrom('audit_log')
    .select('details')
    .where('object_id', '=', id)
    .where('action', '=', 'user.updated')
    .where('details', 'like', 'name: %')
    .where('created_at', '>=', before.signed_at)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  const isRenamed = first !== undefined && !first.details.startsWith(`name: ${name} → `);
  return isRenamed ? name : before.name;
}
