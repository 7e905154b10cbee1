import type { ClosingStatementAnswer } from '../../../shared/closings/closing-answers.ts';
import { closingStateLabels } from '../../../shared/closings/closing-states.ts';
import { kindOf } from '../../../shared/closings/transaction-kinds.ts';
import { officeDay } from '../../../shared/dates.ts';
import { toCsvAmount } from '../../../shared/money.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { byteOrderMark, csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Keyset } from '../../platform/db/keyset.ts';
import type { Read } from '../../platform/db/slow-reads.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillReading } from '../../platform/http/still-allowed.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { closingColumns } from './closing-rows.ts';
import { type ClosingFilter, listClosings } from './lists.service.ts';

const atOnce = 500;

interface Corrections {
  gross: number;
  fees: number;
  kept: number;
}

type Cell = (closing: ClosingRow, corrected: Corrections) => string;

const dayOf = (moment: string | null): string => (moment === null ? '' : officeDay(moment));

/** The columns of the file, in order. */
const cells: Record<string, Cell> = {
  Agent: ({ agent_name }) => agent_name,
  Property: ({ property }) => property,
  'File number': ({ file_number }) => file_number,
  Kind: ({ kind }) => kindOf(kind).short,
  State: ({ state }) => closingStateLabels[state],
  'State since': ({ since }) => dayOf(since),
  Price: ({ price }) => toCsvAmount(price),
  Gross: ({ gross }) => toCsvAmount(gross),
  Fees: ({ fees }) => toCsvAmount(fees),
  Kept: ({ kept }) => toCsvAmount(kept),
  'Corrected gross': (_, { gross }) => toCsvAmount(gross),
  'Corrected fees': (_, { fees }) => toCsvAmount(fees),
  'Corrected kept': (_, { kept }) => toCsvAmount(kept),
  'Fees of version': ({ schedule }) => versionOf(schedule),
  Payees: ({ settlement }) => payeesIn(settlement),
  Reported: ({ reported_at }) => dayOf(reported_at),
  Approved: ({ approved_at }) => dayOf(approved_at),
  'Approved by': ({ approver_name }) => approver_name ?? '',
  'Expected to close': ({ expected_on }) => expected_on ?? '',
  Closed: ({ closed_on }) => closed_on ?? '',
  'Package received': ({ package_at }) => dayOf(package_at),
  'Pay by': ({ promise_due }) => promise_due ?? '',
  Promise: ({ promise }) => promise ?? '',
  'Funds received': ({ funds_at }) => dayOf(funds_at),
  Paid: ({ paid_on }) => paid_on ?? '',
  'Paid by': ({ payer_name }) => payer_name ?? '',
  Method: ({ method }) => method,
  'Fell through': ({ fell_at }) => dayOf(fell_at),
  Reason: ({ fell_reason }) => fell_reason,
};

function versionOf(schedule: string | null): string {
  if (schedule === null) return '';
  const { version }: { version: number } = JSON.parse(schedule);
  return String(version);
}

/** As approved; before that it is open who gets what. */
function payeesIn(settlement: string | null): string {
  if (settlement === null) return '';
  const { payees }: Pick<ClosingStatementAnswer, 'payees'> = JSON.parse(settlement);
  return payees
    .map(
      ({ name, license, amount }) =>
        `${name}${license ? `, license ${license}` : ''}: ${toCsvAmount(amount)}`,
    )
    .join('; ');
}

/** Closings of a filter as chunks of CSV (docs/product.md P29.24); the first records an audit event. */
export async function* exportClosings(
  { db, read }: { db: Database; read: Read },
  actor: Actor,
  filter: ClosingFilter,
  filename: string,
): AsyncGenerator<string> {
  await inTransaction(db, (transaction) =>
    recordAuditEvent(transaction, actor, {
      action: 'closings.exported',
      object: { id: filename, name: 'Closings' },
    }),
  );
  yield byteOrderMark + csvLine(Object.keys(cells));
  let after: Keyset | undefined;
  do {
    await requireStillReading(db, actor, 'closings');
    const start = after;
    const page = await read((from) => listClosings(from, filter, { limit: atOnce, after: start }));
    const ids = page.rows.map(({ _id }) => _id);
    if (ids.length > 0) yield await read((from) => linesOf(from, ids));
    after = page.next;
  } while (after);
}

async function linesOf(db: Database, ids: string[]): Promise<string> {
  const rows = await db.selectFrom('closings').select(closingColumns).where('id', 'in', ids).execute();
  const sums = await db
    .selectFrom('closing_corrections')
    .select(['closing_id'])
    .select((e) => [
      e.fn.sum<number>('gross').as('gross'),
      e.fn.sum<number>('fees').as('fees'),
      e.fn.sum<number>('kept').as('kept'),
    ])
    .where('closing_id', 'in', ids)
    .groupBy('closing_id')
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const corrected = new Map(sums.map((row) => [row.closing_id, row]));
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .map((row) => {
      const { gross = 0, fees = 0, kept = 0 } = corrected.get(row.id) ?? {};
      // PostgreSQL adds integers up to a text.
      const sum = { gross: Number(gross), fees: Number(fees), kept: Number(kept) };
      return csvLine(Object.values(cells).map((cell) => cell(row, sum)));
    })
    .join('');
}
