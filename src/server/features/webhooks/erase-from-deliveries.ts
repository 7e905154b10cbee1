import type { Database } from '../../platform/db/database.ts';
import { inPages } from '../../platform/db/in-batches.ts';
import { afterKeyset } from '../../platform/db/keyset.ts';

/**
 * Takes users out of deliveries about leads, sent or waiting, such as the owner's name; from the time `since` (ISO) on.
 * Deliveries about a user are deleted with the user.
 */
export async function eraseFromDeliveries(
  db: Database,
  userIds: readonly string[],
  since?: string,
): Promise<void> {
  const erased = new Set(userIds);
  const pages = inPages(db, since, (after, limit) =>
    db
      .selectFrom('webhook_deliveries')
      .select(['id', 'payload', 'created_at'])
      .where(afterKeyset('created_at', 'id', after))
      .where('lead_id', 'is not', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
  for await (const rows of pages)
    for (const { id, payload } of rows.filter((row) => names(row.payload, erased)))
      await db
        .updateTable('webhook_deliveries')
        .set({ payload: without(payload, erased) })
        .where('id', '=', id)
        .execute();
}

const names = (payload: string, ids: ReadonlySet<string>): boolean =>
  [...payload.matchAll(/"_id":"([\da-f-]{36})"/g)].some(([, id = '']) => ids.has(id));

/** A person with one of these ids becomes null, as after the deletion. */
const without = (payload: string, ids: ReadonlySet<string>): string =>
  JSON.stringify(
    JSON.parse(payload, (_, value: unknown) =>
      typeof value === 'object' && value !== null && '_id' in value && ids.has(String(value._id))
        ? null
        : value,
    ),
  );
