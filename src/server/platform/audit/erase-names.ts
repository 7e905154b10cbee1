import { sql } from 'kysely';
import { type AuditAction, auditActions } from '../../../shared/audit-actions.ts';
import { containing } from '../db/containing.ts';
import type { Database, DatabaseTransaction } from '../db/database.ts';

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

/**
 * Takes names, addresses and what was changed out of the audit log: what was done and when stays (docs/product.md P19.2).
 * Returns the names that the user had.
 */
export async function eraseNames(
  transaction: DatabaseTransaction,
  { ids, user, email }: Erased,
): Promise<string[]> {
  const blank = { object_name: erasedName, details: '' };
  const names = user ? await namesOf(transaction, user) : [];
  if (ids.length > 0)
    await transaction.updateTable('audit_log').set(blank).where('object_id', 'in', ids).execute();
  if (email) await eraseAddress(transaction, email);
  if (!user) return names;
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
  await transaction
    .updateTable('audit_log')
    .set({ details: '' })
    .where('action', '=', 'lead.updated')
    .where((e) => e.or(names.map(isOwner)))
    .execute();
  return names;
}

const batch = 200;

/** Takes an e-mail address, in lower case, out of the audit log, but not one that only ends or begins like it. */
export async function eraseAddress(db: Database, email: string): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('audit_log')
      .select(['id', 'object_name', 'details'])
      .where((e) => e.or([containing(db, 'object_name', email), containing(db, 'details', email)]))
      .$if(last !== '', (query) => query.where('id', '>', last))
      .orderBy('id')
      .limit(batch)
      .execute();
    const ids = rows
      .filter(({ object_name, details }) => names(object_name, email) || names(details, email))
      .map(({ id }) => id);
    if (ids.length > 0)
      await db
        .updateTable('audit_log')
        .set({ object_name: erasedName, details: '' })
        .where('id', 'in', ids)
        .execute();
    const end = rows.at(-1);
    if (!end || rows.length < batch) return;
    last = end.id;
  }
}

const partOfAddress = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~@-]/u;

function names(text: string, email: string): boolean {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(email); at !== -1; at = lower.indexOf(email, at + 1)) {
    const [before, after] = [lower.charAt(at - 1), lower.charAt(at + email.length)];
    // A sentence may end after it.
    if (!partOfAddress.test(before) && (after === '.' || !partOfAddress.test(after))) return true;
  }
  return false;
}

/** Takes the name of who did something out of the audit log, at most `limit` times. Returns how often. */
export async function eraseActor(
  transaction: DatabaseTransaction,
  actorId: string,
  limit: number,
): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('audit_log')
    .set({ actor_name: erasedName })
    .where('id', 'in', (own) =>
      own
        .selectFrom('audit_log')
        .select('id')
        .where('actor_id', '=', actorId)
        .where('actor_name', '!=', erasedName)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
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

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

const isLike = (patterns: string[]) =>
  sql<boolean>`(${sql.join(
    patterns.map((pattern) => sql`details like ${pattern} escape '\\'`),
    sql` or `,
  )})`;

const startsWith = (by: string) => isLike([escaped(by), `${escaped(by)} · %`]);

/** Of a lead, before or after the change (features/leads/lead-changes.service.ts). */
function isOwner(name: string) {
  const is = escaped(name);
  return isLike([`%owner: ${is} → %`, `%owner: % → ${is}`, `%owner: % → ${is}, %`]);
}
