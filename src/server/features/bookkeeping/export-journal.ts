import { journalColumns } from '../../../shared/bookkeeping/journal.ts';
import { toCsvAmount } from '../../../shared/money.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillReading } from '../../platform/http/still-allowed.ts';
import { notFound } from '../../platform/http-error.ts';
import type { JournalLine } from './journal.service.ts';

const atOnce = 200;

/**
 * An export as chunks of CSV, the same whenever it is made; the first records an audit event. Without a byte order mark,
 * as the columns are found by their names.
 * @throws 404 without one of this number, and once a closing or due of it is erased
 */
export async function* exportJournal(db: Database, actor: Actor, number: number): AsyncGenerator<string> {
  const made = await db
    .selectFrom('journal_exports')
    .select(['entries'])
    .where('number', '=', number)
    .executeTakeFirst();
  const { count } = await db
    .selectFrom('journal_entries')
    .select((e) => e.fn.countAll().as('count'))
    .where('export', '=', number)
    .executeTakeFirstOrThrow();
  if (!made || made.entries !== Number(count)) throw notFound('Export');
  await inTransaction(db, (transaction) =>
    recordAuditEvent(transaction, actor, {
      action: 'journal.exported',
      object: { id: String(number), name: `Journal entries for QuickBooks, export ${number}` },
      details: 'downloaded',
    }),
  );
  yield csvLine([...journalColumns]);
  for (let after = 0; ; ) {
    await requireStillReading(db, actor, 'admin');
    const rows = await db
      .selectFrom('journal_entries')
      .select(['number', 'on_day', 'lines'])
      .where('export', '=', number)
      .where('number', '>', after)
      .orderBy('number')
      .limit(atOnce)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.number;
    yield rows.map(linesOfEntry).join('');
  }
}

function linesOfEntry({ number, on_day, lines }: { number: number; on_day: string; lines: string }): string {
  const [year, month, day] = on_day.split('-');
  const entry: JournalLine[] = JSON.parse(lines);
  return entry
    .map(({ account, cents, text, name }) =>
      csvLine([
        String(number),
        `${month}/${day}/${year}`,
        account,
        cents > 0 ? toCsvAmount(cents) : '',
        cents < 0 ? toCsvAmount(-cents) : '',
        text,
        name,
      ]),
    )
    .join('');
}
