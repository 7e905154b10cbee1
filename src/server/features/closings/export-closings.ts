import { referredOf } from '../../../shared/closings/closing.ts';
import type { ClosingStatementAnswer } from '../../../shared/closings/closing-answers.ts';
import { closingStateLabels } from '../../../shared/closings/closing-states.ts';
import { kindOf } from '../../../shared/closings/transaction-kinds.ts';
import { officeDay } from '../../../shared/dates.ts';
import { toCsvAmount } from '../../../shared/money.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { byteOrderMark, csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Read } from '../../platform/db/slow-reads.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillReading } from '../../platform/http/still-allowed.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { closingColumns, entryOf } from './closing-rows.ts';
import { type ClosingFilter, closingIds } from './lists.service.ts';

const atOnce = 500;

interface Parts {
  /** Sums of the corrections. */
  corrected: { gross: number; fees: number; kept: number };
  /** All that co-agents get. */
  shares: number;
  /** When the letter that stands was sent. */
  sentAt: string | null;
}

type Cell = (closing: ClosingRow, parts: Parts) => string;

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
  'Corrected gross': (_, { corrected }) => toCsvAmount(corrected.gross),
  'Corrected fees': (_, { corrected }) => toCsvAmount(corrected.fees),
  'Corrected kept': (_, { corrected }) => toCsvAmount(corrected.kept),
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
  'Letter sent': (_, { sentAt }) => dayOf(sentAt),
  Bonus: (row) => toCsvAmount(entryOf(row).bonus),
  'Credits to clients': (row) => toCsvAmount(entryOf(row).credits),
  'Referral out': (row) => toCsvAmount(referredIn(row)),
  'Shares of co-agents': (_, { shares }) => toCsvAmount(shares),
  Deductions: (row, { shares }) => toCsvAmount(deductedIn(row, shares)),
  'Corrected other': (_, { corrected: { gross, fees, kept } }) => toCsvAmount(gross - fees - kept),
};

/** As approved; before that, by the report. */
function referredIn(row: ClosingRow): number {
  if (row.settlement === null) return referredOf(entryOf(row), row.gross - entryOf(row).bonus);
  const { lines }: Pick<ClosingStatementAnswer, 'lines'> = JSON.parse(row.settlement);
  return lines.reduce((sum, { id, amount }) => (id === 'referral' ? sum - amount : sum), 0);
}

/** As approved; before that, what the agent does not keep and no one else gets. */
function deductedIn(row: ClosingRow, shares: number): number {
  if (row.settlement === null)
    return row.gross - row.fees - row.kept - entryOf(row).credits - referredIn(row) - shares;
  const { deductions }: Pick<ClosingStatementAnswer, 'deductions'> = JSON.parse(row.settlement);
  return deductions;
}

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
  const ids = await read((from) => closingIds(from, filter));
  for (let start = 0; start < ids.length; start += atOnce) {
    await requireStillReading(db, actor, 'closings');
    const some = ids.slice(start, start + atOnce);
    yield await read((from) => linesOf(from, some));
  }
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
  const shared = await db
    .selectFrom('closing_shares')
    .select((e) => ['closing_id', e.fn.sum<number>('amount').as('amount')])
    .where('closing_id', 'in', ids)
    .groupBy('closing_id')
    .execute();
  const sent = await db
    .selectFrom('closing_letters')
    .select((e) => ['closing_id', e.fn.max('sent_at').as('at')])
    .where('closing_id', 'in', ids)
    .where('withdrawn_at', 'is', null)
    .where('kind', '!=', 'notice')
    .groupBy('closing_id')
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const corrected = new Map(sums.map((row) => [row.closing_id, row]));
  const shares = new Map(shared.map(({ closing_id, amount }) => [closing_id, Number(amount)]));
  const letters = new Map(sent.map(({ closing_id, at }) => [closing_id, at]));
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .map((row) => {
      const { gross = 0, fees = 0, kept = 0 } = corrected.get(row.id) ?? {};
      // PostgreSQL adds integers up to a text.
      const parts = {
        corrected: { gross: Number(gross), fees: Number(fees), kept: Number(kept) },
        shares: shares.get(row.id) ?? 0,
        sentAt: letters.get(row.id) ?? null,
      };
      return csvLine(Object.values(cells).map((cell) => cell(row, parts)));
    })
    .join('');
}
