import { now } from '../../platform/db/ids.ts';
import { batch, inBatches } from '../../platform/db/in-batches.ts';
import { dropDocument } from '../documents/documents.service.ts';
import { isNotOf } from './held.ts';
import { heldInRun } from './held-in-run.ts';
import type { MarkingDatabase } from './identities.ts';
import { forgetGone, keepNumberLinks } from './keep-links.ts';

/** Each may have many documents. */
const filesAtOnce = 10;

/**
 * Erases files of members who left before a time, with their documents, but those under a legal hold. From the first run
 * after an account has gone counts how long its file stays.
 */
export async function eraseMemberFiles({ db, sealing }: MarkingDatabase, before: string): Promise<void> {
  await inBatches(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('member_files')
      .set({ left_at: now() })
      .where('id', 'in', (e) =>
        e
          .selectFrom('member_files')
          .select('id')
          .where('user_id', 'is', null)
          .where('left_at', 'is', null)
          .limit(batch),
      )
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
  const heldNow = heldInRun(sealing);
  await inBatches(
    db,
    async (transaction) => {
      const held = await heldNow(transaction);
      const old = await transaction
        .selectFrom('member_files')
        .select(['id', 'user_was'])
        .where('user_id', 'is', null)
        .where('left_at', '<', before)
        .where(isNotOf(held, 'user_was'))
        .limit(filesAtOnce)
        .execute();
      if (old.length === 0) return 0;
      const ids = old.map(({ id }) => id);
      const documents = await transaction
        .selectFrom('member_file_entries')
        .select('document_id')
        .where('file_id', 'in', ids)
        .where('document_id', 'is not', null)
        .execute();
      const accounts = old.flatMap(({ user_was }) => user_was ?? []);
      await keepNumberLinks(transaction, accounts);
      await transaction.deleteFrom('member_files').where('id', 'in', ids).execute();
      await forgetGone(transaction, accounts);
      for (const { document_id } of documents) if (document_id) await dropDocument(transaction, document_id);
      return old.length;
    },
    filesAtOnce,
  );
}
