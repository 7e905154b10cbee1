import { sql } from 'kysely';
import { type AuditAction, auditActions } from '../../../shared/audit-actions.ts';
import { containing } from '../db/containing.ts';
import type { DatabaseTransaction } from '../db/database.ts';

export const erasedName = '(erased)';

/** Whose details name the author (features/posts/post-audit.ts). */
const decisions: AuditAction[] = auditActions.filter((action) => /^(post|comment)\./.test(action));

interface Erased {
  /** Of users, leads and mails. */
  ids: string[];
  /** Of a user: as who did something, and as the author of a text that staff decided about. */
  user?: { id: string; name: string } | undefined;
  /** Lower case. */
  email?: string | undefined;
}

/** Takes names, addresses and what was changed out of the audit log: what was done and when stays (docs/product.md P19.2). */
export async function eraseNames(
  transaction: DatabaseTransaction,
  { ids, user, email }: Erased,
): Promise<void> {
  const blank = { object_name: erasedName, details: '' };
  const names = user ? await namesOf(transaction, user) : [];
  if (ids.length > 0)
    await transaction.updateTable('audit_log').set(blank).where('object_id', 'in', ids).execute();
  if (email)
    await transaction
      .updateTable('audit_log')
      .set(blank)
      .where((e) =>
        e.or([
          e(e.fn<string>('lower', ['object_name']), '=', email),
          containing(transaction, 'details', email),
        ]),
      )
      .execute();
  if (!user) return;
  await transaction
    .updateTable('audit_log')
    .set({ actor_name: erasedName })
    .where('actor_id', '=', user.id)
    .execute();
  // The text itself may be gone.
  await transaction
    .updateTable('audit_log')
    .set(blank)
    .where('action', 'in', decisions)
    .where((e) => e.or(names.map((name) => startsWith(`by ${name}`))))
    .execute();
}

/** The present name and those before, as far as the audit log has them. */
async function namesOf(
  transaction: DatabaseTransaction,
  { id, name }: { id: string; name: string },
): Promise<string[]> {
  const changes = await transaction
    .selectFrom('audit_log')
    .select(['object_name', 'details'])
    .where('object_id', '=', id)
    .execute();
  const former = changes.flatMap(({ object_name, details }) => [
    object_name,
    // As features/users/users.service.ts writes it.
    /^name: (.+?) → /.exec(details)?.[1] ?? name,
  ]);
  return [...new Set([name, ...former])];
}

const startsWith = (by: string) => {
  const pattern = `${by.replaceAll(/[\\%_]/g, '\\$&')} · %`;
  return sql<boolean>`(details = ${by} or details like ${pattern} escape '\\')`;
};
