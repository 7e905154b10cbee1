/** By which corporation, or as a person, the letters of closings pay their members (docs/product.md P32.3). */

import { sql } from 'kysely';
import type { ClosingStatementAnswer } from '../../../shared/closings/closing-answers.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { batch, eachBatch } from '../bookkeeping/paid-figures.ts';
import { corporationsNamed } from './letter-content.ts';

/**
 * Notes in the figures of these closings whom their letters pay: a corporation, as corporationForm, or '' for the member. Those
 * of a closing without a letter stay null. @returns how many it noted
 */
export async function noteCorporationsPaid(
  transaction: DatabaseTransaction,
  closings: readonly string[],
): Promise<number> {
  if (closings.length === 0) return 0;
  const letters = await transaction
    .selectFrom('closing_letters as letter')
    .innerJoin('closings', 'closings.id', 'letter.closing_id')
    .select(['letter.closing_id', 'letter.content', 'closings.settlement'])
    .where('letter.closing_id', 'in', closings)
    .where('letter.withdrawn_at', 'is', null)
    .where('letter.kind', '!=', 'notice')
    .orderBy('letter.number')
    .execute();
  const paid = letters.flatMap(({ closing_id, content, settlement }) => {
    if (settlement === null) return [];
    const { payees }: Pick<ClosingStatementAnswer, 'payees'> = JSON.parse(settlement);
    const corporationAt = corporationsNamed(content);
    return payees.flatMap(({ to: role, user }, at) => {
      const paid_to = corporationAt(at);
      if (paid_to === undefined || (role !== 'agent' && role !== 'co-agent')) return [];
      return [{ closing_id, user_id: role === 'agent' ? null : user, paid_to }];
    });
  });
  if (paid.length === 0) return 0;
  const rows = JSON.stringify(paid);
  const given = isPostgres(transaction)
    ? sql`json_to_recordset(${rows}::json) as given(closing_id uuid, user_id uuid, paid_to text)`
    : sql`(select value ->> '$.closing_id' as closing_id, value ->> '$.user_id' as user_id, value ->> '$.paid_to' as paid_to
        from json_each(${rows})) as given`;
  const { numAffectedRows = 0n } = await sql`
    update paid_figures set paid_to = given.paid_to from ${given}
    where paid_figures.closing_id = given.closing_id and paid_figures.paid_to is null
      and (given.user_id is null and kind in ('closing', 'correction')
        or kind = 'share' and paid_figures.user_id = given.user_id)`.execute(transaction);
  return Number(numAffectedRows);
}

/** Notes it for payments of an earlier version. Returns how many. May stop anywhere and run again. */
export const refillCorporationsPaid = (db: Database): Promise<number> =>
  eachBatch(
    db,
    (after) =>
      db
        .selectFrom('paid_figures')
        .select('closing_id as id')
        .distinct()
        .where('paid_to', 'is', null)
        .where('closing_id', '>', after)
        .orderBy('closing_id')
        .limit(batch)
        .$narrowType<{ id: string }>()
        .execute(),
    noteCorporationsPaid,
  );
