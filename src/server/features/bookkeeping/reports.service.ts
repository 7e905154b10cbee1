/** Adds up what was paid between two days (docs/product.md P31). A correction counts on its own day. */

import { type RawBuilder, sql } from 'kysely';
import type {
  DeductionsReport,
  IncomeReport,
  ProductionReport,
  PromiseReport,
  SourcesOfFigure,
} from '../../../shared/bookkeeping/bookkeeping.contract.ts';
import {
  deductedKinds,
  type Figure,
  incomeKinds,
  keysOf,
  type ProductionFigure,
  productionFigures,
  type SourceKind,
} from '../../../shared/bookkeeping/figures.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { afterKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { invalid } from '../../platform/http-error.ts';
import type { PaidFiguresRow } from '../../tables/bookkeeping.ts';
import { dayByAgent } from './paid-figures.ts';

export interface Range {
  from: string;
  to: string;
}

/** @throws 400 for days in the wrong order */
export function demandRange({ from, to }: Range): void {
  if (from > to) throw invalid('From must not be after To', 'to');
}

const fees = sql<number>`(transaction_fee + insurance + coordination + short_sale + lease + referral + new_construction
  + other + corrected + waived)`;
const dues = sql<number>`(carried + charged)`;
/** From closings and their corrections only: of the others, a due is paid by its member. */
const deducted = (column: RawBuilder<number>) =>
  sql<number>`(case when kind in ('closing', 'correction') then ${column} else 0 end)`;

/** Each figure of a row. */
export const expressions: Record<Figure, RawBuilder<number>> = {
  transaction: sql`transaction_fee`,
  insurance: sql`insurance`,
  coordination: sql`coordination`,
  shortSale: sql`short_sale`,
  lease: sql`lease`,
  referral: sql`referral`,
  newConstruction: sql`new_construction`,
  other: sql`other`,
  annual: sql`annual`,
  dues,
  corrections: sql`corrected`,
  waived: sql`waived`,
  income: sql`(${fees} + annual + ${dues})`,
  sides: sql`sides`,
  volume: sql`volume`,
  gross: sql`gross`,
  fees,
  deductions: deducted(sql`(annual + ${dues})`),
  kept: sql`kept`,
  deductedAnnual: deducted(sql`annual`),
  deductedCarried: deducted(sql`carried`),
  deductedOther: deducted(sql`charged`),
  days: sql`days_to_pay`,
};

/** PostgreSQL would add integers up to a text. */
const added = (figure: RawBuilder<unknown>) => sql<number>`cast(coalesce(sum(${figure}), 0) as bigint)`;

/** Stands for the month of the sum of all. */
const all = 'all';

type Sums<Name extends Figure> = Record<Name, number> & { month: string };

/** By day first, which is the order of the index, and then by month. */
async function inMonths<Name extends Figure>(
  db: Database,
  { from, to }: Range,
  names: readonly Name[],
): Promise<{ months: Sums<Name>[]; total: Sums<Name> }> {
  const days = sql.join(names.map((name) => sql`${added(expressions[name])} as ${sql.ref(name)}`));
  const sums = sql.join(names.map((name) => sql`${added(sql.ref(name))} as ${sql.ref(name)}`));
  const named = sql.join(names.map((name) => sql.ref(name)));
  const { rows } = await sql<Sums<Name>>`
    with days as (
      select on_day, ${days} from paid_figures where on_day >= ${from} and on_day <= ${to} group by on_day
    )
    select month, ${named} from (select substr(on_day, 1, 7) as month, ${sums} from days group by 1) as months
    union all select ${sql.lit(all)}, ${sums} from days
    order by 1`.execute(db);
  const total = rows.find(({ month }) => month === all);
  if (!total) throw new Error('A sum without a group is one row');
  return { months: rows.filter(({ month }) => month !== all), total };
}

/** Fees and dues by kind, as cents. */
export async function readIncome(db: Database, range: Range): Promise<IncomeReport> {
  demandRange(range);
  const { months, total } = await inMonths(db, range, [...keysOf(incomeKinds), 'waived', 'income']);
  const toIncome = ({ month: _, waived, income, ...kinds }: typeof total) => ({ kinds, waived, income });
  return {
    months: months.map((row) => ({ month: row.month, ...toIncome(row) })),
    total: toIncome(total),
  };
}

/** From payments of closings, as cents. */
export async function readDeductions(db: Database, range: Range): Promise<DeductionsReport> {
  demandRange(range);
  const names = [...keysOf(deductedKinds), 'deductions'] as const;
  const { months, total } = await inMonths(db, range, names);
  const toDeductions = ({ month: _, deductions, ...kinds }: typeof total) => ({ kinds, deductions });
  return {
    months: months
      .filter(({ deductedAnnual, deductedCarried, deductedOther }) =>
        [deductedAnnual, deductedCarried, deductedOther].some((amount) => amount !== 0),
      )
      .map((row) => ({ month: row.month, ...toDeductions(row) })),
    total: toDeductions(total),
  };
}

const atOnce = 100;
type AgentRow = Record<ProductionFigure, number> & {
  user_id: string | null;
  former: string;
  name: string | null;
};

/** By agent: amounts in cents, with the sum of all agents. A co-agent's share counts as kept only. */
export async function readProduction(
  db: Database,
  range: Range,
  { sort, skip }: { sort: string; skip: number },
): Promise<ProductionReport> {
  demandRange(range);
  const names = keysOf(productionFigures);
  const sums = sql.join(names.map((name) => sql`${added(expressions[name])} as ${sql.ref(name)}`));
  const inRange = (day: RawBuilder<unknown>) =>
    sql`${day} >= ${range.from} and ${day} <= ${range.to} and kind in ('closing', 'share', 'correction')`;
  const { rows } = await sql<AgentRow>`
    select user_id, former, ${sql.join(names.map((name) => sql.ref(name)))}, users.name from (
      select user_id, '' as former, ${sums} from paid_figures
      where user_id is not null and ${inRange(dayByAgent(db))} group by user_id
      union all select null, user_name, ${sums} from paid_figures
      where user_id is null and ${inRange(sql`on_day`)} group by user_name
    ) as agents left join users on users.id = agents.user_id`.execute(db);
  const agents = rows.map(({ user_id, former, name, ...figures }) => ({
    agent: { _id: user_id, name: name ?? former },
    figures,
  }));
  const total = { sides: 0, volume: 0, gross: 0, fees: 0, deductions: 0, kept: 0 };
  for (const { figures } of agents) for (const name of names) total[name] += figures[name];
  return {
    count: agents.length,
    total,
    agents: agents.toSorted(orderOf(sort)).slice(skip, skip + atOnce),
  };
}

type Agent = ProductionReport['agents'][number];

function orderOf(sort: string): (one: Agent, other: Agent) => number {
  const sign = sort.startsWith('-') ? -1 : 1;
  const figure = keysOf(productionFigures).find((name) => name === sort.replace('-', ''));
  const byName = (one: Agent, other: Agent) =>
    one.agent.name.localeCompare(other.agent.name, 'en') ||
    (one.agent._id ?? '').localeCompare(other.agent._id ?? '');
  if (figure === undefined) return (one, other) => sign * byName(one, other);
  return (one, other) => sign * (one.figures[figure] - other.figures[figure]) || byName(one, other);
}

interface PaidAfter {
  month: string;
  days: number;
  paid: number;
  in_time: number;
}

/** Days from the complete package to the payment. */
export async function readPromise(db: Database, { from, to }: Range): Promise<PromiseReport> {
  demandRange({ from, to });
  const { rows } = await sql<PaidAfter>`
    select substr(on_day, 1, 7) as month, days_to_pay as days, ${added(sql`1`)} as paid, ${added(sql`in_time`)} as in_time
    from paid_figures where on_day >= ${from} and on_day <= ${to} and days_to_pay is not null
    group by 1, 2 order by 1, 2`.execute(db);
  const byDays = new Map<number, number>();
  for (const { days, paid } of rows) byDays.set(days, (byDays.get(days) ?? 0) + paid);
  return {
    months: [...Map.groupBy(rows, ({ month }) => month)].map(([month, some]) => ({
      month,
      ...inTimeOf(some),
    })),
    total: inTimeOf(rows),
    days: [...byDays].map(([days, paid]) => ({ days, paid })).sort((one, other) => one.days - other.days),
  };
}

function inTimeOf(rows: readonly PaidAfter[]): PromiseReport['total'] {
  const sum = (of: (row: PaidAfter) => number) => rows.reduce((total, row) => total + of(row), 0);
  const paid = sum((row) => row.paid);
  const days = sum((row) => row.paid * row.days);
  return {
    paid,
    inTime: sum((row) => row.in_time),
    average: paid === 0 ? null : Math.round((days / paid) * 10) / 10,
    longest: paid === 0 ? null : Math.max(...rows.map((row) => row.days)),
  };
}

export interface SourceFilter extends Range {
  figure: Figure;
  agent?: string | undefined;
  /** The name of an agent whose account has gone. */
  former?: string | undefined;
}

const sourcesOf = (db: Database, { from, to, figure, agent, former }: SourceFilter) => {
  let query = db
    .selectFrom('paid_figures')
    .where('on_day', '>=', from)
    .where('on_day', '<=', to)
    .where(isThere(figure));
  if (agent !== undefined) query = query.where('user_id', '=', agent);
  if (former !== undefined) query = query.where('user_id', 'is', null).where('user_name', '=', former);
  return query;
};

/** A payment on the day of its package took 0 days. */
const isThere = (figure: Figure) =>
  figure === 'days' ? sql<boolean>`days_to_pay is not null` : sql<boolean>`${expressions[figure]} != 0`;

/** The sources of a figure, by day, with their number and sum. */
export async function listSources(
  db: Database,
  filter: SourceFilter,
  { limit, after }: { limit: number; after: Keyset | undefined },
): Promise<SourcesOfFigure & { next: Keyset | undefined }> {
  demandRange(filter);
  const { count, total } = await sourcesOf(db, filter)
    .select((e) => e.fn.countAll().as('count'))
    .select(added(expressions[filter.figure]).as('total'))
    .executeTakeFirstOrThrow();
  const { rows, next } = await pageOfSources(db, filter, { limit, after });
  return { count: Number(count), total, sources: rows, next };
}

/** A cursor has a moment. */
const dayLength = 'YYYY-MM-DD'.length;

async function pageOfSources(
  db: Database,
  filter: SourceFilter,
  { limit, after }: { limit: number; after: Keyset | undefined },
): Promise<KeysetPage<SourcesOfFigure['sources'][number]>> {
  let query = sourcesOf(db, filter)
    .select(['id', 'kind', 'on_day', 'closing_id', 'due_id', 'user_id', 'user_name'])
    .select(expressions[filter.figure].as('amount'))
    .orderBy('on_day')
    .orderBy('id')
    .limit(limit + 1);
  if (after) query = query.where(afterDay(after));
  const rows = await query.execute();
  const named = await namesOfSources(db, rows);
  const found = rows.map((row) => {
    const { agent, closing, due } = named(row);
    return { _id: row.id, on: row.on_day, kind: row.kind, agent, closing, due, amount: row.amount };
  });
  return toKeysetPage(found, limit, toKey);
}

const toKey = ({ on, _id }: { on: string; _id: string }): Keyset => ({ at: `${on}T00:00:00.000Z`, id: _id });

const noId = '00000000-0000-0000-0000-000000000000';
/** PostgreSQL knows no empty list. */
const orNone = (ids: string[]) => (ids.length === 0 ? [noId] : ids);

type Named = Pick<PaidFiguresRow, 'closing_id' | 'due_id' | 'user_id' | 'user_name'>;

/** The present names of agents, with the closings and dues of these rows. */
export async function namesOfSources(db: Database | DatabaseTransaction, rows: readonly Named[]) {
  const idsOf = (column: 'closing_id' | 'due_id' | 'user_id') => [
    ...new Set(rows.flatMap((row) => row[column] ?? [])),
  ];
  const closings = await db
    .selectFrom('closings')
    .select(['id', 'property', 'file_number'])
    .where('id', 'in', orNone(idsOf('closing_id')))
    .execute();
  const dues = await db
    .selectFrom('dues')
    .select(['id', 'label'])
    .where('id', 'in', orNone(idsOf('due_id')))
    .execute();
  const users = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', orNone(idsOf('user_id')))
    .execute();
  const closingById = new Map(closings.map((row) => [row.id, row]));
  const dueById = new Map(dues.map((row) => [row.id, row]));
  const nameById = new Map(users.map(({ id, name }) => [id, name]));
  return ({ closing_id, due_id, user_id, user_name }: Named) => {
    const closing = closingById.get(closing_id ?? '');
    const due = dueById.get(due_id ?? '');
    return {
      agent: { _id: user_id, name: nameById.get(user_id ?? '') ?? user_name },
      closing: closing ? { _id: closing.id, property: closing.property } : null,
      due: due ? { _id: due.id, label: due.label } : null,
      fileNumber: closing?.file_number ?? '',
    };
  };
}

const afterDay = ({ at, id }: Keyset) => afterKeyset('on_day', 'id', { at: at.slice(0, dayLength), id });

/** A row of a report's file: one source with its figures. */
export interface FiguresOfSource {
  on: string;
  kind: SourceKind;
  agent: { name: string };
  closing: { property: string } | null;
  due: { label: string } | null;
  fileNumber: string;
  figures: ReadonlyMap<Figure, number>;
}

/** Names a row for good; a due's gets a new id when its payment is another one. */
type SourceKey = Pick<PaidFiguresRow, 'source' | 'kind'>;

const rowsWith = (db: Database, { from, to }: Range, names: readonly Figure[]) =>
  db
    .selectFrom('paid_figures')
    .where('on_day', '>=', from)
    .where('on_day', '<=', to)
    .where((e) => e.or(names.map(isThere)));

/** All sources with any of these figures, by day. */
export const sourcesWith = (db: Database, range: Range, names: readonly Figure[]): Promise<SourceKey[]> =>
  rowsWith(db, range, names).select(['source', 'kind']).orderBy('on_day').orderBy('id').execute();

/** Figures of the sources that still have any, in this order. */
export async function readFigures(
  db: Database,
  range: Range,
  names: readonly Figure[],
  keys: readonly SourceKey[],
): Promise<FiguresOfSource[]> {
  const rows = await rowsWith(db, range, names)
    .select(['source', 'kind', 'on_day', 'closing_id', 'due_id', 'user_id', 'user_name'])
    .select(names.map((name) => expressions[name].as(name)))
    .where(
      'source',
      'in',
      keys.map(({ source }) => source),
    )
    .execute();
  const named = await namesOfSources(db, rows);
  const byKey = new Map(rows.map((row) => [textOf(row), row]));
  return keys
    .flatMap((key) => byKey.get(textOf(key)) ?? [])
    .map((row) => ({
      on: row.on_day,
      kind: row.kind,
      ...named(row),
      figures: new Map(names.map((name) => [name, row[name]])),
    }));
}

const textOf = ({ source, kind }: SourceKey) => `${kind} ${source}`;
