import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { dataMap } from '../../tables/data-map.ts';
import type { ColumnRule, PersonKey, TableRule } from '../../tables/rules.ts';
import type { Person } from './find-person.ts';

/** A way to find a person's rows in a table. */
export interface WayToRows {
  table: string;
  rule: TableRule;
  column: string;
  /** The rows found by it and by no way of the table before. */
  where: RawBuilder<boolean>;
}

/** Every way to rows about the person that the data map knows. */
export function waysTo(person: Person): WayToRows[] {
  return Object.entries(dataMap).flatMap(([table, rule]: [string, TableRule]) => {
    const ways: WayToRows[] = [];
    for (const [column, key] of Object.entries(rule.person)) {
      const found = key && isAbout(table, column, key, person);
      if (!found) continue;
      const others = ways.map((way) => sql`and (${way.where}) is not true`);
      ways.push({ table, rule, column, where: sql<boolean>`${found} ${sql.join(others, sql` `)}` });
    }
    return ways;
  });
}

function isAbout(
  table: string,
  column: string,
  key: PersonKey,
  { email, userId, byAddress, leadIds }: Person,
): RawBuilder<boolean> | undefined {
  const is = (ids: string[]) =>
    ids.length > 0 ? sql<boolean>`${sql.ref(column)} in (${sql.join(ids)})` : undefined;
  switch (key) {
    case 'user':
      return is(userId ? [userId] : []);
    case 'lead':
      return is(leadIds);
    case 'object':
      return is([...(userId ? [userId] : []), ...leadIds]);
    case 'address': {
      if (!byAddress) return undefined;
      const own = sql<boolean>`lower(${sql.ref(column)}) = ${email}`;
      // An email to the office about another person has their address for the answer.
      return table === 'mails' && column === 'recipient' ? sql<boolean>`${own} and reply_to is null` : own;
    }
  }
}

/** The rows that an export may have: not those about several people. */
export const exportedRows = (way: WayToRows): WayToRows =>
  way.rule.heldBack === 'all' ? { ...way, where: sql<boolean>`(${way.where}) and not shared` } : way;

/** The exported columns of the rows found in this way, in the order of the data map. */
export function exportedColumns({ rule, column }: WayToRows): string[] {
  const others = rule.othersBy?.[column];
  if (others === 'all') return [];
  const columns: [string, ColumnRule][] = Object.entries(rule.columns);
  return columns.filter(([name, { exported }]) => exported && !others?.includes(name)).map(([name]) => name);
}

export async function countRowsOf(db: Database, { table, where }: WayToRows): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

export type Row = Record<string, unknown>;

const batch = 200;

/**
 * The rows with these columns, some at a time, by `key`, the primary key. `read` runs a query where it delays no one.
 */
export async function* rowsOf(
  read: <T>(query: (db: Database) => Promise<T>) => Promise<T>,
  { table, rule, where }: WayToRows,
  { columns, key }: { columns: string[]; key: string[] },
): AsyncGenerator<Row[]> {
  const chosen = sql.join(
    [...new Set([...columns, ...key])].map((name) =>
      Array.isArray(rule.heldBack) && rule.heldBack.includes(name)
        ? sql`case when shared then null else ${sql.ref(name)} end as ${sql.ref(name)}`
        : sql.ref(name),
    ),
  );
  const order = sql.join(key.map((name) => sql.ref(name)));
  for (let last: unknown[] | undefined; ; ) {
    const rest = last ? sql`and (${order}) > (${sql.join(last)})` : sql``;
    const { rows } = await read((db) =>
      sql<Row>`select ${chosen} from ${sql.table(table)} where (${where}) ${rest}
        order by ${order} limit ${batch}`.execute(db),
    );
    const end = rows.at(-1);
    if (!end) return;
    last = key.map((name) => end[name]);
    yield rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])));
    if (rows.length < batch) return;
  }
}
