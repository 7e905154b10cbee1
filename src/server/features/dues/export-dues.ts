import type { Due } from '../../../shared/dues/dues.contract.ts';
import { dueStateLabels } from '../../../shared/dues/dues.ts';
import { toCsvAmount } from '../../../shared/money.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { byteOrderMark, csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Keyset } from '../../platform/db/keyset.ts';
import type { Read } from '../../platform/db/slow-reads.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillReading } from '../../platform/http/still-allowed.ts';
import { listDues } from './due-rows.ts';

const atOnce = 500;

/** The columns of the file, in order. */
const cells: Record<string, (due: Due) => string> = {
  Member: ({ member }) => member.name,
  Due: ({ label }) => label,
  Reason: ({ reason }) => reason,
  Amount: ({ amount }) => toCsvAmount(amount),
  Charged: ({ charged }) => charged,
  'Due by': ({ due }) => due,
  State: ({ state }) => dueStateLabels[state],
  Invoice: ({ invoice }) => (invoice === null ? '' : String(invoice)),
};

/** The open dues as chunks of CSV; the first records an audit event. */
export async function* exportDues(
  { db, read }: { db: Database; read: Read },
  actor: Actor,
  filename: string,
): AsyncGenerator<string> {
  await inTransaction(db, (transaction) =>
    recordAuditEvent(transaction, actor, {
      action: 'dues.exported',
      object: { id: filename, name: 'Dues' },
    }),
  );
  yield byteOrderMark + csvLine(Object.keys(cells));
  let after: Keyset | undefined;
  do {
    await requireStillReading(db, actor, 'closings');
    const start = after;
    const page = await read((from) => listDues(from, { state: 'open' }, { limit: atOnce, after: start }));
    yield page.rows.map((due) => csvLine(Object.values(cells).map((cell) => cell(due)))).join('');
    after = page.next;
  } while (after);
}
