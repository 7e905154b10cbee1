/** Journal entries for QuickBooks: each payment, correction and due is exported once (docs/product.md P31.6). */

import { sql } from 'kysely';
import type { z } from 'zod';
import type { bookkeepingContract, JournalExport } from '../../../shared/bookkeeping/bookkeeping.contract.ts';
import { incomeKinds, keysOf, recordOf, sourceKinds } from '../../../shared/bookkeeping/figures.ts';
import { type JournalAccount, journalAccounts } from '../../../shared/bookkeeping/journal.ts';
import { officeDay } from '../../../shared/dates.ts';
import { statesIn } from '../../../shared/dues/due-history.ts';
import type { DueState } from '../../../shared/dues/dues.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandVersion, versionOfContent } from '../../platform/http/versions.ts';
import { invalid } from '../../platform/http-error.ts';
import type { JournalEntryRow, JournalExportRow, PaidFiguresRow } from '../../tables/bookkeeping.ts';
import { demandRange, expressions, namesOfSources, type Range } from './reports.service.ts';

type Db = Database | DatabaseTransaction;
type Names = Record<JournalAccount, string>;

/** One line of an entry; credits are negative. */
export interface JournalLine {
  account: string;
  cents: number;
  text: string;
  name: string;
}

const maxExports = 100;
const maxWaiting = 10_000;
/** Lines of a file: a limit of ours, as Intuit states none for this import that we could find. */
const maxLines = 1_000;
/** An entry has two lines at least. */
const maxEntries = maxLines / 2;

type Journal = z.output<(typeof bookkeepingContract)['GET /api/bookkeeping/journal']['response']>;

/** @throws 400 for days in the wrong order */
export async function readJournal(db: Database, range: Range): Promise<Journal> {
  demandRange(range);
  const some = waiting(db, range).select('paid_figures.id').limit(maxWaiting).as('some');
  const { count } = await db
    .selectFrom(some)
    .select((e) => e.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const reversed = await takenBack(db, range);
  const exports = await db
    .selectFrom('journal_exports')
    .select(['number', 'from_day', 'to_day', 'entries', 'maker_name', 'created_at'])
    .orderBy('number', 'desc')
    .limit(maxExports)
    .execute();
  return {
    waiting: Math.min(maxWaiting, Number(count) + reversed.length),
    accounts: await accountNames(db),
    exports: exports.map(toExport),
  };
}

const toExport = (row: JournalExportRow): JournalExport => ({
  number: row.number,
  from: row.from_day,
  to: row.to_day,
  entries: row.entries,
  date: row.created_at,
  by: row.maker_name,
});

async function accountNames(db: Db): Promise<Names> {
  const rows = await db.selectFrom('journal_accounts').select(['account', 'name']).execute();
  const given = new Map(rows.map(({ account, name }) => [account, name]));
  return recordOf(journalAccounts, (account) => given.get(account) ?? journalAccounts[account].name);
}

interface VersionedNames {
  names: Names;
  version: number;
}

export async function readAccounts(db: Db): Promise<VersionedNames> {
  const names = await accountNames(db);
  return { names, version: versionOfContent(names) };
}

/**
 * Accounts that are left out have their usual names. Exports that are made stay as they are.
 * @throws 412 on a conflict
 */
export async function saveAccounts(
  db: Database,
  actor: Actor,
  given: Partial<Names>,
  expected?: number[],
): Promise<VersionedNames> {
  return inTransaction(db, async (transaction) => {
    await lock(transaction);
    const { names: before, version } = await readAccounts(transaction);
    demandVersion('The list of accounts', version, expected);
    await transaction.deleteFrom('journal_accounts').execute();
    const rows = keysOf(journalAccounts).flatMap((account) => {
      const name = given[account];
      return name === undefined || name === journalAccounts[account].name ? [] : [{ account, name }];
    });
    if (rows.length > 0) await transaction.insertInto('journal_accounts').values(rows).execute();
    const { names: after, version: saved } = await readAccounts(transaction);
    const changes = keysOf(journalAccounts).flatMap((account) =>
      before[account] === after[account]
        ? []
        : [`${journalAccounts[account].label}: ${before[account]} → ${after[account]}`],
    );
    await recordAuditEvent(transaction, actor, {
      action: 'journal-accounts.updated',
      object: { id: 'accounts', name: 'Accounts for QuickBooks' },
      details: changes.join('; ') || 'nothing changed',
    });
    return { names: after, version: saved };
  });
}

/** No-op, to take turns: two exports at once have nothing in common. */
const lock = (transaction: DatabaseTransaction) =>
  transaction.updateTable('closing_settings').set({ id: 1 }).where('id', '=', 1).execute();

/** The rows of these days that make an entry and are in no export. A co-agent's share is in the entry of its closing. */
const waiting = (db: Db, { from, to }: Range) =>
  db
    .selectFrom('paid_figures')
    .where('on_day', '>=', from)
    .where('on_day', '<=', to)
    .where('kind', '!=', 'share')
    .where(sql<boolean>`(gross != 0 or kept != 0 or ${expressions.income} != 0)`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('journal_entries')
            .select('journal_entries.number')
            .whereRef('journal_entries.figure', '=', 'paid_figures.id')
            .where('journal_entries.kind', '=', 'entry'),
        ),
      ),
    );

type TakenBack = Pick<JournalEntryRow, 'number' | 'figure' | 'due_id' | 'on_day' | 'lines'>;

/** Entries of dues whose payment no longer stands, by the day on which it was taken back. */
async function takenBack(db: Db, { from, to }: Range): Promise<TakenBack[]> {
  const rows = await db
    .selectFrom('journal_entries as entry')
    .innerJoin('dues', 'dues.id', 'entry.due_id')
    .innerJoin('journal_exports', 'journal_exports.number', 'entry.export')
    .select(['entry.number', 'entry.figure', 'entry.due_id', 'entry.on_day', 'entry.lines', 'dues.history'])
    .select(['dues.credit_of', 'journal_exports.created_at as exported'])
    .where('entry.kind', '=', 'entry')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('paid_figures')
            .select('paid_figures.id')
            .whereRef('paid_figures.id', '=', 'entry.figure'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('journal_entries as reversal')
            .select('reversal.number')
            .whereRef('reversal.figure', '=', 'entry.figure')
            .where('reversal.kind', '=', 'reversal'),
        ),
      ),
    )
    .orderBy('entry.number')
    .limit(maxEntries)
    .execute();
  return rows.flatMap(({ history, credit_of, exported, ...row }) => {
    const [bank]: JournalLine[] = JSON.parse(row.lines);
    // A credit that was paid back is money out.
    const isCredit = credit_of !== null && (bank?.cents ?? 0) > 0;
    const on_day = dayOfEnd(history, exported, (state) => (isCredit ? state !== 'void' : state === 'paid'));
    return on_day >= from && on_day <= to ? [{ ...row, on_day }] : [];
  });
}

/**
 * The first event that ended what was exported, as later ones are of other payments: a payment that was taken back after the
 * last one before the export, or a credit that was voided.
 */
function dayOfEnd(history: string, exported: string, stands: (state: DueState) => boolean): string {
  const events = statesIn(history);
  const from = events.findLastIndex(({ date, state }) => date <= exported && stands(state));
  const end = events.slice(from + 1).find(({ state }) => !stands(state));
  return officeDay((end ?? events.at(-1))?.date ?? now());
}

/**
 * Exports the oldest entries of these days that no export has, up to 1,000 lines.
 * @throws 400 for days in the wrong order, and when nothing is left
 */
export async function makeExport(db: Database, actor: Actor, range: Range): Promise<JournalExport> {
  demandRange(range);
  return inTransaction(db, async (transaction) => {
    await lock(transaction);
    const entries = withinLines([
      ...(await newEntries(transaction, range)),
      ...(await takenBack(transaction, range)).map(toReversal),
    ]);
    if (entries.length === 0) throw invalid('Nothing of these days is left to export', 'to');
    const last = await lastNumbers(transaction);
    const row: JournalExportRow = {
      number: last.export + 1,
      from_day: range.from,
      to_day: range.to,
      entries: entries.length,
      maker_name: actor.name,
      created_at: now(),
    };
    await transaction.insertInto('journal_exports').values(row).execute();
    await transaction
      .insertInto('journal_entries')
      .values(
        entries.map(({ lines, ...entry }, at) => ({
          ...entry,
          number: last.entry + 1 + at,
          export: row.number,
          lines: JSON.stringify(lines),
        })),
      )
      .execute();
    await recordAuditEvent(transaction, actor, {
      action: 'journal.exported',
      object: { id: String(row.number), name: `Journal entries for QuickBooks, export ${row.number}` },
    });
    return toExport(row);
  });
}

/** Counted by the exports, as entries go with their closing or due, and the books of the office hold their numbers. */
async function lastNumbers(db: Db): Promise<Record<'export' | 'entry', number>> {
  const { last, entries } = await db
    .selectFrom('journal_exports')
    .select((e) => [e.fn.max('number').as('last'), e.fn.sum('entries').as('entries')])
    .executeTakeFirstOrThrow();
  return { export: Number(last ?? 0), entry: Number(entries ?? 0) };
}

type NewEntry = Omit<JournalEntryRow, 'number' | 'export' | 'lines'> & { lines: JournalLine[] };

function withinLines(entries: NewEntry[]): NewEntry[] {
  let lines = 0;
  const end = entries.findIndex((entry) => {
    lines += entry.lines.length;
    return lines > maxLines;
  });
  return end < 0 ? entries : entries.slice(0, end);
}

function toReversal({ figure, due_id, on_day, lines }: TakenBack): NewEntry {
  const before: JournalLine[] = JSON.parse(lines);
  return {
    figure,
    kind: 'reversal',
    closing_id: null,
    due_id,
    on_day,
    lines: before.map((line) => ({ ...line, cents: -line.cents, text: `Taken back: ${line.text}` })),
  };
}

async function newEntries(transaction: DatabaseTransaction, range: Range): Promise<NewEntry[]> {
  const rows = await waiting(transaction, range)
    .select(['id', 'kind', 'closing_id', 'due_id', 'user_id', 'user_name', 'on_day', 'gross', 'kept'])
    .select(['credits', 'referred', 'unexplained'])
    .select(keysOf(incomeKinds).map((kind) => expressions[kind].as(kind)))
    .select([expressions.waived.as('less'), expressions.income.as('income')])
    .orderBy('on_day')
    .orderBy('id')
    .limit(maxEntries)
    .execute();
  const named = await namesOfSources(transaction, rows);
  const closings = rows.flatMap(({ kind, closing_id }) =>
    kind === 'closing' && closing_id !== null ? [closing_id] : [],
  );
  const shares =
    closings.length === 0
      ? []
      : await transaction
          .selectFrom('paid_figures')
          .select(['closing_id', 'user_name', 'kept'])
          .where('kind', '=', 'share')
          .where('closing_id', 'in', closings)
          .orderBy('id')
          .execute();
  const sharesOf = Map.groupBy(shares, ({ closing_id }) => closing_id);
  const names = await accountNames(transaction);
  return rows.map((row) => ({
    figure: row.id,
    kind: 'entry',
    closing_id: row.closing_id,
    due_id: row.due_id,
    on_day: row.on_day,
    lines: linesOf(
      { ...row, text: titleOf(row.kind, named(row)) },
      row.kind === 'closing' ? (sharesOf.get(row.closing_id) ?? []) : [],
      names,
    ),
  }));
}

type Entry = Pick<
  PaidFiguresRow,
  'kind' | 'user_name' | 'gross' | 'kept' | 'credits' | 'referred' | 'unexplained'
> &
  Record<keyof typeof incomeKinds | 'less' | 'income', number> & { text: string };

/** Money in and payments as debits, income and the commission that others are paid as credits: they balance. */
function linesOf(
  row: Entry,
  shares: Pick<PaidFiguresRow, 'user_name' | 'kept'>[],
  names: Names,
): JournalLine[] {
  const line = (account: JournalAccount, cents: number, name = ''): JournalLine => ({
    account: names[account],
    cents,
    text: `${row.text}: ${journalAccounts[account].label}`,
    name,
  });
  const ofMember = row.kind === 'due' || row.kind === 'credit';
  return [
    line('bank', row.income, ofMember ? row.user_name : ''),
    line('agents', row.kept, row.user_name),
    ...shares.map(({ user_name, kept }) => line('coAgents', kept, user_name)),
    line('referred', row.referred),
    line('credits', row.credits),
    line('unexplained', row.unexplained),
    ...keysOf(incomeKinds).map((kind) => line(kind, -row[kind])),
    line('waived', -row.less),
    // A due is no commission.
    line('passed', ofMember ? 0 : row.income - row.gross),
  ].filter(({ cents }) => cents !== 0);
}

function titleOf(
  kind: PaidFiguresRow['kind'],
  { closing, due, fileNumber }: ReturnType<Awaited<ReturnType<typeof namesOfSources>>>,
): string {
  const file = fileNumber ? ` (${fileNumber})` : '';
  return `${sourceKinds[kind]} ${closing?.property ?? due?.label ?? ''}${file}`;
}
