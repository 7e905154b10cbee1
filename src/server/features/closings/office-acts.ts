import type { OfficeClosing } from '../../../shared/closing-answers.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { type By, lockClosing } from './closing-changes.ts';
import { interestIn } from './closing-interest.ts';
import { findClosing } from './closing-rows.ts';
import { getClosing } from './office.service.ts';
import { sayingWhatReopens } from './reopened.ts';

export type OfficeParts = Pick<Parts, 'db' | 'config' | 'mails' | 'images' | 'sealing'>;

interface OfficeCall {
  actor: Actor;
  id: string;
  expected: number[] | undefined;
  /** Another closing that changes with it. */
  also?: string;
}

/**
 * One change by a call of the office, of a closing that is locked until the transaction ends.
 * @throws 403 for who is paid by the deal, before or after the change (docs/security.md S18.1); 404; 412 on a conflict
 */
export async function byOffice(
  { db, config, mails }: OfficeParts,
  { actor, id, expected, also = id }: OfficeCall,
  change: (transaction: DatabaseTransaction, row: ClosingRow, by: By) => Promise<void>,
): Promise<OfficeClosing> {
  const closing = await inTransaction(db, async (transaction) => {
    // In the order of ids: two links of the same closings must not wait for each other.
    const first = also < id ? await lockClosing(transaction, also) : undefined;
    const row = await lockClosing(transaction, id, expected);
    const side = also > id ? await lockClosing(transaction, also) : (first ?? row);
    await demandNoInterest(transaction, actor, row);
    const by: By = { actor, call: 'office' };
    await sayingWhatReopens(transaction, by, { config, deals: [row.deal_id, side.deal_id] }, () =>
      change(transaction, row, by),
    );
    await demandNoInterest(transaction, actor, await findClosing(transaction, id));
    return getClosing({ db: transaction, config }, actor, id);
  });
  mails.wake();
  return closing;
}

/** @throws 403 with the reason for who is paid by the deal */
async function demandNoInterest(
  transaction: DatabaseTransaction,
  actor: Actor,
  row: ClosingRow,
): Promise<void> {
  const interest = await interestIn(transaction, actor.id, row);
  if (interest !== null) throw new HttpError(403, [{ msg: interest }]);
}
