/** An agent's year: sums, entries and the CSV file. */

import { yearGoesOn } from '../../../shared/closings/closing-year.ts';
import type { ClosingYear } from '../../../shared/closings/closings.contract.ts';
import { toCsvAmount } from '../../../shared/money.ts';
import { countsForForm } from '../../../shared/payees/payees.ts';
import { byteOrderMark, csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import type { settle } from './closing-rows.ts';
import { keptBefore } from './corrections.service.ts';

type Entry = ClosingYear['entries'][number];
type Month = ClosingYear['months'][number];

/** An entry with its numbers for the sums. */
interface Counted extends Entry {
  sides: number;
  deals: number;
  volume: number;
}

const maxEntries = 1000;
/** One more shows that there are more. */
const maxRead = maxEntries + 1;

/** By the days of payment, and of corrections. When we have both sides, the price counts once, with the side that was paid first. */
export async function readYear(db: Database, { id }: Pick<Actor, 'id'>, year: number): Promise<ClosingYear> {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`];
  const found = [
    ...(await paidClosings(db, id, from, to)),
    ...(await paidShares(db, id, from, to)),
    ...(await corrections(db, id, from, to)),
  ].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
  // Sums and list are of the same entries.
  const counted = found.slice(0, maxEntries);
  const months = new Map<string, Month>();
  for (const entry of counted) {
    const month = entry.on.slice(0, 7);
    months.set(month, added(months.get(month) ?? { month, ...nothing }, entry));
  }
  const total = counted.reduce((sum, entry) => added(sum, entry), nothing);
  return {
    year,
    years: await yearsOf(db, id, year),
    total,
    counted: counted.reduce((sum, entry) => sum + entry.counted, 0),
    months: [...months.values()],
    entries: counted.map(({ sides: _s, deals: _d, volume: _v, ...entry }) => entry),
    until: found.length > maxEntries ? (counted.at(-1)?.on ?? null) : null,
  };
}

const nothing = { closings: 0, sides: 0, volume: 0, gross: 0, fees: 0, deductions: 0, kept: 0 };

function added<Sum extends typeof nothing>(sum: Sum, entry: Counted): Sum {
  return {
    ...sum,
    closings: sum.closings + entry.deals,
    sides: sum.sides + entry.sides,
    volume: sum.volume + entry.volume,
    gross: sum.gross + entry.gross,
    fees: sum.fees + entry.fees,
    deductions: sum.deductions + entry.deductions,
    kept: sum.kept + entry.kept,
  };
}

async function paidClosings(db: Database, id: string, from: string, to: string): Promise<Counted[]> {
  const rows = await db
    .selectFrom('closings')
    .select(['id', 'property', 'price', 'gross', 'fees', 'kept', 'paid_on', 'settlement'])
    .select((e) =>
      e
        .exists(
          e
            .selectFrom('closings as other')
            .select('other.id')
            .whereRef('other.deal_id', '=', 'closings.deal_id')
            .whereRef('other.agent_id', '=', 'closings.agent_id')
            .where('other.paid_on', 'is not', null)
            .where((o) =>
              o.or([
                o('other.paid_on', '<', o.ref('closings.paid_on')),
                o.and([
                  o('other.paid_on', '=', o.ref('closings.paid_on')),
                  o('other.id', '<', o.ref('closings.id')),
                ]),
              ]),
            ),
        )
        .as('counted'),
    )
    .where('agent_id', '=', id)
    .where('paid_on', '>=', from)
    .where('paid_on', '<=', to)
    .orderBy('paid_on')
    .limit(maxRead)
    .execute();
  return rows.map((row) => {
    const isCounted = Boolean(row.counted);
    const { deductions, lines } = frozenOf(row);
    return {
      _id: row.id,
      on: row.paid_on ?? from,
      kind: 'closing',
      property: row.property,
      gross: row.gross,
      fees: row.fees,
      deductions,
      kept: row.kept,
      counted: countsForForm(row.kept),
      sides: 1,
      deals: isCounted ? 0 : 1,
      volume: isCounted ? 0 : row.price,
      why: lines
        .filter((line) => line.id === 'deduction' || line.id === 'decided')
        .map(({ label, amount, rule }) => ({ label, amount, reason: rule })),
    };
  });
}

type Frozen = Pick<Awaited<ReturnType<typeof settle>>['statement'], 'deductions' | 'lines'>;

/** Paid closings are approved: they have it. */
function frozenOf({ settlement }: Pick<ClosingRow, 'settlement'>): Frozen {
  const frozen: Frozen = settlement === null ? { deductions: 0, lines: [] } : JSON.parse(settlement);
  return frozen;
}

/** The side counts for who reported it. */
async function paidShares(db: Database, id: string, from: string, to: string): Promise<Counted[]> {
  const rows = await db
    .selectFrom('closing_shares')
    .innerJoin('closings', 'closings.id', 'closing_shares.closing_id')
    .select(['closings.id', 'closings.property', 'closing_shares.amount', 'closing_shares.paid_on'])
    .where('closing_shares.user_id', '=', id)
    .where('closing_shares.paid_on', '>=', from)
    .where('closing_shares.paid_on', '<=', to)
    .orderBy('closing_shares.paid_on')
    .limit(maxRead)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    on: row.paid_on ?? from,
    kind: 'share',
    property: row.property,
    gross: 0,
    fees: 0,
    deductions: 0,
    kept: row.amount,
    counted: countsForForm(row.amount),
    sides: 0,
    deals: 0,
    volume: 0,
    why: [],
  }));
}

async function corrections(db: Database, id: string, from: string, to: string): Promise<Counted[]> {
  const rows = await db
    .selectFrom('closing_corrections as entry')
    .innerJoin('closings', 'closings.id', 'entry.closing_id')
    .select(['closings.id', 'closings.property', 'entry.on_day', 'entry.reason'])
    .select(['entry.price', 'entry.gross', 'entry.fees', 'entry.kept', keptBefore.as('before')])
    .select(['entry.freed_annual', 'entry.freed_carried', 'entry.freed_charged'])
    .where('entry.agent_id', '=', id)
    .where('entry.on_day', '>=', from)
    .where('entry.on_day', '<=', to)
    .orderBy('entry.on_day')
    .limit(maxRead)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    on: row.on_day,
    kind: 'correction',
    property: row.property,
    gross: row.gross,
    fees: row.fees,
    deductions: -(row.freed_annual + row.freed_carried + row.freed_charged),
    kept: row.kept,
    // PostgreSQL adds integers up to a text.
    counted: countsForForm(row.kept, Number(row.before)),
    sides: 0,
    deals: 0,
    volume: row.price,
    why: [{ label: 'Correction', amount: row.kept, reason: row.reason }],
  }));
}

/** The years with a payment or a correction, and the one asked for; the newest first. */
async function yearsOf(db: Database, id: string, year: number): Promise<number[]> {
  const days = await db
    .selectFrom('closings')
    .select((e) => e.fn<string>('substr', ['paid_on', e.lit(1), e.lit(4)]).as('year'))
    .distinct()
    .where('agent_id', '=', id)
    .where('paid_on', 'is not', null)
    .execute();
  const shares = await db
    .selectFrom('closing_shares')
    .select((e) => e.fn<string>('substr', ['paid_on', e.lit(1), e.lit(4)]).as('year'))
    .distinct()
    .where('user_id', '=', id)
    .where('paid_on', 'is not', null)
    .execute();
  const corrected = await db
    .selectFrom('closing_corrections')
    .select((e) => e.fn<string>('substr', ['on_day', e.lit(1), e.lit(4)]).as('year'))
    .distinct()
    .where('agent_id', '=', id)
    .execute();
  const years = new Set([year, ...[...days, ...shares, ...corrected].map((row) => Number(row.year))]);
  return [...years].sort((a, b) => b - a);
}

/** In dollars, a line for each entry. */
export function yearAsCsv({ entries, until }: ClosingYear): string {
  const header = [
    'Date',
    'Kind',
    'Property',
    'Gross',
    'Fees',
    'Deductions',
    'Kept',
    'Counted for 1099-NEC',
    'Why',
  ];
  const lines = entries.map(({ on, kind, property, gross, fees, deductions, kept, counted, why }) => [
    on,
    kind,
    property,
    ...[gross, fees, deductions, kept, counted].map(toCsvAmount),
    why.map(({ label, amount, reason }) => `${label} ${toCsvAmount(amount)}: ${reason}`).join('; '),
  ]);
  const rest = until === null ? [] : [[until, yearGoesOn, '', '', '', '', '', '', '']];
  return byteOrderMark + [header, ...lines, ...rest].map(csvLine).join('');
}
