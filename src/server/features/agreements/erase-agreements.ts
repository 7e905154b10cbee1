import { today } from '../../../shared/dates.ts';
import { hour } from '../../../shared/time.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import type { Parts } from '../../platform/parts.ts';
import { dropDocument } from '../documents/documents.service.ts';
import { type Held, isNotAt, isNotOf } from '../member-files/held.ts';
import { heldInRun } from '../member-files/held-in-run.ts';
import { forgetGone } from '../member-files/keep-links.ts';
import { yearsKept } from '../security-log/years-kept.ts';
import { dropShown } from './prepare.service.ts';

/** Each with two files. */
const batch = 20;

/**
 * Ends agreements whose people are gone, erases those that ended long ago, and drops those that were only shown.
 * Returns how many were erased.
 */
export async function eraseAgreements({ db, sealing }: Pick<Parts, 'db' | 'sealing'>): Promise<number> {
  await inBatches(db, endOfFormer, batch);
  let erased = 0;
  const heldNow = heldInRun(sealing);
  await inBatches(
    db,
    async (transaction) => {
      const count = await eraseSome(transaction, await heldNow(transaction));
      erased += count;
      return count;
    },
    batch,
  );
  await inBatches(db, dropForgotten, batch);
  return erased;
}

/** Ends agreements of deleted accounts, and of applications that were deleted with their lead. */
async function endOfFormer(transaction: DatabaseTransaction): Promise<number> {
  const rows = await transaction
    .selectFrom('agreements')
    .select(['id', 'state'])
    .where('user_id', 'is', null)
    .where('state', 'in', ['signed', 'in-force'])
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('applications')
            .select('applications.id')
            .whereRef('applications.agreement_id', '=', 'agreements.id'),
        ),
      ),
    )
    .limit(batch)
    .execute();
  const joined = await transaction
    .selectFrom('agreements')
    .select(['id', 'state'])
    .where('user_id', 'is', null)
    .where('state', '=', 'in-force')
    .limit(batch)
    .execute();
  const all = new Map([...rows, ...joined].map(({ id, state }) => [id, state]));
  for (const [id, state] of all)
    await transaction
      .updateTable('agreements')
      .set({
        state: state === 'in-force' ? 'ended' : 'declined',
        ended_on: today(),
        ended_reason: 'The account or application was deleted',
      })
      .where('id', '=', id)
      .execute();
  return all.size;
}

/** By the day before which it must have ended. */
async function eraseSome(transaction: DatabaseTransaction, held: Held): Promise<number> {
  const { keep_years } = await transaction
    .selectFrom('agreement_settings')
    .select('keep_years')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const years = await yearsKept(transaction, 'agreements', keep_years);
  const day = today();
  const before = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
  const rows = await transaction
    .selectFrom('agreements')
    .select(['id', 'user_was', 'document_id', 'final_document_id'])
    .where('ended_on', '<', before)
    .where(isNotAt(held, 'agreements.email'))
    .where(isNotOf(held, 'user_id'))
    // Signed under a former address of a deleted account.
    .where(isNotOf(held, 'user_was'))
    .limit(batch)
    .execute();
  for (const { id, document_id, final_document_id } of rows) {
    // The ask is done, so it must not come back when its agreement goes.
    await transaction.deleteFrom('agreement_asks').where('agreement_id', '=', id).execute();
    await transaction.deleteFrom('agreements').where('id', '=', id).execute();
    await dropDocument(transaction, document_id);
    if (final_document_id !== null) await dropDocument(transaction, final_document_id);
  }
  await forgetGone(
    transaction,
    rows.flatMap(({ user_was }) => user_was ?? []),
  );
  return rows.length;
}

async function dropForgotten(transaction: DatabaseTransaction): Promise<number> {
  const rows = await transaction
    .selectFrom('agreement_drafts as draft')
    .select('draft.document_id')
    .where('draft.created_at', '<', fromNow(-hour))
    .where((e) =>
      e.and([
        e.not(
          e.exists(
            e
              .selectFrom('applications')
              .select('applications.id')
              .whereRef('applications.document_id', '=', 'draft.document_id'),
          ),
        ),
        e.not(
          e.exists(
            e
              .selectFrom('agreement_asks')
              .select('agreement_asks.user_id')
              .whereRef('agreement_asks.document_id', '=', 'draft.document_id'),
          ),
        ),
      ]),
    )
    .limit(batch)
    .execute();
  for (const { document_id } of rows) await dropShown(transaction, document_id);
  return rows.length;
}
