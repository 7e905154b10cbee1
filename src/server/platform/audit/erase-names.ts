import { type AuditAction, auditActions } from '../../../shared/audit/audit-actions.ts';
import type { AuditRow } from '../../tables/logs.ts';
import type { Database, DatabaseTransaction } from '../db/database.ts';
import { inPages } from '../db/in-batches.ts';
import { afterKeyset } from '../db/keyset.ts';

export const erasedName = '(erased)';

/** Events whose details name the author (features/posts/post-audit.ts). */
const decisions: ReadonlySet<AuditAction> = new Set(
  auditActions.filter((action) => /^(post|comment)\./.test(action)),
);

/** The names of an erased person in events about others. */
export interface Sought {
  /** Lower case. */
  emails: readonly string[];
  /** Ids of users: events name them as the author of a text that staff decided about, or as the owner of a lead. */
  accounts: readonly string[];
  /** Present and former ones. */
  names: readonly string[];
  /** Those of `names` that no other account has or had: an older event without ids can mean someone else. */
  ownNames: readonly string[];
}

const blank = { object_name: erasedName, details: '' };

/**
 * Takes names and changed values out of the events about these users, leads and emails. The act and its time stay
 * (docs/product.md P19.2).
 */
export async function eraseObjects(transaction: DatabaseTransaction, ids: string[]): Promise<void> {
  if (ids.length > 0)
    await transaction.updateTable('audit_log').set(blank).where('object_id', 'in', ids).execute();
}

type Event = Pick<AuditRow, 'id' | 'action' | 'object_name' | 'details' | 'created_at'> & {
  named: string | null;
};

const eventColumns = ['id', 'action', 'object_name', 'details', 'created_at', 'named'] as const;

/**
 * Takes people out of the events about others, from the time `since` (ISO) on. Reads the log once for any number of
 * people. It pauses to let requests through, unless in a transaction.
 */
export async function eraseFromEvents(db: Database, sought: Sought, since?: string): Promise<void> {
  const emails = new Set(sought.emails);
  const pages = inPages<Event>(db, since, (after, limit) =>
    db
      .selectFrom('audit_log')
      .select(eventColumns)
      .where(afterKeyset('created_at', 'id', after))
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
  for await (const rows of pages) {
    const about = rows.filter((row) => isOnlyAbout(row, emails) || isAuthor(row, sought)).map(({ id }) => id);
    if (about.length > 0) await db.updateTable('audit_log').set(blank).where('id', 'in', about).execute();
    for (const row of rows) if (!about.includes(row.id)) await eraseFromEvent(db, row, emails, sought);
  }
}

/** Leaves the rest of the event: the former names of others count (docs/security.md S10.4). */
async function eraseFromEvent(
  db: Database,
  row: Event,
  emails: ReadonlySet<string>,
  sought: Sought,
): Promise<void> {
  for (let seen: Event | undefined = row; seen; ) {
    const { id, object_name, details }: Event = seen;
    const left = {
      object_name: withoutAddresses(object_name, emails),
      details: withoutOwners({ ...seen, details: withoutAddresses(details, emails) }, sought),
    };
    if (left.object_name === object_name && left.details === details) return;
    const { numUpdatedRows } = await db
      .updateTable('audit_log')
      .set(left)
      .where('id', '=', id)
      .where('object_name', '=', object_name)
      .where('details', '=', details)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
    // Another erasure took someone else out of it: what that took must not come back.
    seen = await db.selectFrom('audit_log').select(eventColumns).where('id', '=', id).executeTakeFirst();
  }
}

/** Events that have an address as their object or details, and say nothing of anyone else. */
const ofAddresses: ReadonlySet<AuditAction> = new Set([
  'legal-hold.placed',
  'legal-hold.released',
  'mail.retried',
  'invitation.shown',
]);

const isOnlyAbout = ({ action, object_name, details }: Event, emails: ReadonlySet<string>): boolean =>
  ofAddresses.has(action) && [object_name, details].some((text) => emails.has(text.toLowerCase()));

const addresses = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~@-]+/gu;

/** Finds whole addresses only, not texts that begin or end like one. */
function withoutAddresses(text: string, emails: ReadonlySet<string>): string {
  if (!text.includes('@')) return text;
  return text.replaceAll(addresses, (found) => {
    const each = found.toLowerCase();
    if (emails.has(each)) return erasedName;
    // A sentence may end after it.
    return each.endsWith('.') && emails.has(each.slice(0, -1)) ? `${erasedName}.` : found;
  });
}

/** The text itself may be gone. */
function isAuthor({ action, details, named }: Event, { accounts, ownNames }: Sought): boolean {
  if (!decisions.has(action) || !details.startsWith('by ')) return false;
  if (named !== null) return idsIn(named).some((id) => id !== null && accounts.includes(id));
  return ownNames.some((name) => details === `by ${name}` || details.startsWith(`by ${name} · `));
}

/** Takes out the owner of a lead, before or after the change (features/leads/lead-changes.service.ts). */
function withoutOwners(
  { action, details, named }: Pick<Event, 'action' | 'details' | 'named'>,
  { accounts, names, ownNames }: Sought,
): string {
  if (action !== 'lead.updated' || !details.includes('owner: ')) return details;
  if (named === null) return ownNames.reduce(withoutNext, ownNames.reduce(withoutFormer, details));
  const [former, next] = idsIn(named).map((id) => id !== null && accounts.includes(id));
  const after = former ? names.reduce(withoutFormer, details) : details;
  return next ? names.reduce(withoutNext, after) : after;
}

const idsIn = (named: string): (string | null)[] => JSON.parse(named);

const withoutFormer = (text: string, name: string): string =>
  text.replaceAll(`owner: ${name} → `, () => `owner: ${erasedName} → `);

function withoutNext(text: string, name: string): string {
  const after = text.endsWith(` → ${name}`) ? `${text.slice(0, -name.length)}${erasedName}` : text;
  return after.replaceAll(` → ${name}, `, () => ` → ${erasedName}, `);
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

/** The present names of users and those before, as far as the audit log has them. */
export async function namesOf(db: Database, users: { id: string; name: string }[]): Promise<string[]> {
  const ids = users.map(({ id }) => id);
  const changes = await db
    .selectFrom('audit_log')
    .select(['object_name', 'details'])
    .where('object_id', 'in', ids)
    .execute();
  const former = changes.flatMap(({ object_name, details }) => [
    object_name,
    formerIn(details) ?? object_name,
  ]);
  const names = new Set([...users.map(({ name }) => name), ...former]);
  names.delete(erasedName);
  return [...names];
}

/** As features/users/users.service.ts writes it. */
const formerIn = (details: string): string | undefined => /^name: (.+?) → /.exec(details)?.[1];

/** Those of these names that no account but these has or had, as far as the audit log has it. */
export async function namesOfNoOther(
  db: Database,
  names: readonly string[],
  accounts: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const present = await db
    .selectFrom('users')
    .select('name')
    .where('name', 'in', names)
    .where('id', 'not in', accounts)
    .execute();
  const changes = await db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'user.updated')
    .where('details', 'like', 'name: %')
    .where('object_id', 'not in', accounts)
    .execute();
  const others = new Set([
    ...present.map(({ name }) => name),
    ...changes.map(({ details }) => formerIn(details)),
  ]);
  return names.filter((name) => !others.has(name));
}
