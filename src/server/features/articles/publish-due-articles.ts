import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database } from '../../platform/db/database.ts';
import { databaseClock } from '../../platform/db/database-time.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { Parts } from '../../platform/parts.ts';

/**
 * Publishes scheduled articles that are due by the database's clock, everywhere at once, with an audit event; runs every
 * few seconds.
 */
export async function publishDueArticles({ db, content }: Pick<Parts, 'db' | 'content'>): Promise<void> {
  // A read takes no lock, and usually nothing is due.
  if (!(await isAnyDue(db))) return;
  await publish(db);
  await content.refresh();
}

async function isAnyDue(db: Database): Promise<boolean> {
  const due = await db
    .selectFrom('articles')
    .select('id')
    .where('due_at', '<=', databaseClock(db))
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/** Only one process publishes it: clearing `due_at` claims the row. */
async function publish(db: Database): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const published = await transaction
      .updateTable('articles')
      .set({ due_at: null, updated_at: databaseClock(transaction) })
      .where('due_at', '<=', databaseClock(transaction))
      .returning(['id', 'title'])
      .execute();
    for (const { id, title } of published) {
      await recordAuditEvent(transaction, undefined, {
        action: 'article.published',
        object: { id, name: title },
        details: 'at its scheduled time',
      });
    }
    if (published.length > 0) await bumpContentVersion(transaction);
  });
}
