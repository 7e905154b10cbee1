import { sql } from 'kysely';
import { counted } from '../../../shared/counted.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/ids.ts';
import { batch, inBatches } from '../../platform/db/in-batches.ts';
import { isNotOf } from '../member-files/held.ts';
import type { HeldNow } from '../member-files/held-in-run.ts';
import { forgetGone } from '../member-files/keep-links.ts';

/**
 * Erases dues once the years of closings are over, from the day they were settled; an open one, and the newest annual fee,
 * which would be charged again, only when its account has gone; not of those under a legal hold. The audit log says how many.
 */
export const eraseOldDues = (db: Database, before: string, heldNow: HeldNow): Promise<void> =>
  inBatches(db, async (transaction) => {
    const held = await heldNow(transaction);
    const hasNewer = sql<boolean>`(user_id is null or annual_on is null or exists (
      select 1 from dues as newer where newer.user_id = dues.user_id and newer.annual_on > dues.annual_on))`;
    const rows = await transaction
      .deleteFrom('dues')
      .where('id', 'in', (old) =>
        old
          .selectFrom('dues')
          .select('id')
          .where('keep_from', '<', before)
          .where((e) => e.or([e('state', '!=', 'open'), e('user_id', 'is', null)]))
          .where(isNotOf(held, 'user_id'))
          .where(isNotOf(held, 'user_was'))
          .where(hasNewer)
          .limit(batch),
      )
      .returning('user_was')
      .execute();
    await forgetGone(
      transaction,
      rows.flatMap(({ user_was }) => user_was ?? []),
    );
    const erased = rows.length;
    if (erased > 0)
      await recordAuditEvent(transaction, undefined, {
        action: 'personal-data.erased',
        object: { id: newId(), name: counted(erased, 'due') },
        details: 'settled long enough ago',
      });
    return erased;
  });
