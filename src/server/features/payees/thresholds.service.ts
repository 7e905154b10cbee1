/** From which sum on a payee of a year needs a form: as the law says, or as the office entered it (docs/product.md P32.2). */

import { formatMoney } from '../../../shared/money.ts';
import type { ThresholdFields, YearThreshold } from '../../../shared/payees/payees.contract.ts';
import { type Threshold, thresholdOfLaw } from '../../../shared/payees/payees.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandVersion, versionOfContent } from '../../platform/http/versions.ts';
import { invalid } from '../../platform/http-error.ts';

type Db = Database | DatabaseTransaction;

async function entered(db: Db): Promise<Record<string, Threshold>> {
  const { form_thresholds } = await db
    .selectFrom('closing_settings')
    .select('form_thresholds')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const thresholds: Record<string, Threshold> = form_thresholds === null ? {} : JSON.parse(form_thresholds);
  return thresholds;
}

export const thresholdOf = async (db: Db, year: number): Promise<Threshold | null> =>
  thresholdOfLaw(year) ?? (await entered(db))[year] ?? null;

/** With its version. */
export async function readThreshold(
  db: Db,
  year: number,
): Promise<{ threshold: YearThreshold; version: number }> {
  const threshold = {
    year,
    threshold: await thresholdOf(db, year),
    byLaw: thresholdOfLaw(year) !== null,
  };
  return { threshold, version: versionOfContent(threshold) };
}

/** @throws 400 for a year whose threshold is fixed by law; 412 on a conflict */
export async function saveThreshold(
  db: Database,
  actor: Actor,
  year: number,
  { amount, source }: ThresholdFields,
  expected?: number[],
): Promise<{ threshold: YearThreshold; version: number }> {
  if (thresholdOfLaw(year) !== null) throw invalid(`The threshold of ${year} is fixed by law`);
  return inTransaction(db, async (transaction) => {
    // No-op, to take turns with who saves.
    await transaction.updateTable('closing_settings').set({ id: 1 }).where('id', '=', 1).execute();
    const before = await readThreshold(transaction, year);
    demandVersion('Threshold', before.version, expected);
    const thresholds = { ...(await entered(transaction)), [year]: { amount, source } };
    await transaction
      .updateTable('closing_settings')
      .set({ form_thresholds: JSON.stringify(thresholds) })
      .where('id', '=', 1)
      .execute();
    const was = before.threshold.threshold;
    await recordAuditEvent(transaction, actor, {
      action: 'payee-threshold.updated',
      object: { id: String(year), name: `Threshold of ${year}` },
      details: `${was ? thresholdText(was) : 'none'} → ${thresholdText({ amount, source })}`,
    });
    return readThreshold(transaction, year);
  });
}

const thresholdText = ({ amount, source }: Threshold) => `${formatMoney(amount)} (${source})`;
