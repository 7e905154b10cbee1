import { type Compilable, type CompiledQuery, type Expression, sql } from 'kysely';
import type { Database } from './database.ts';

type Constructor = StringConstructor | NumberConstructor | BooleanConstructor;
interface Nullable<C extends Constructor> {
  nullable: C;
}
type Kind = Constructor | Nullable<Constructor>;
type Kinds = Record<string, Kind>;
type ValueOf<K extends Kind> =
  K extends Nullable<infer C> ? ReturnType<C> | null : K extends Constructor ? ReturnType<K> : never;
type Values<K extends Kinds> = { [Name in keyof K]: ValueOf<K[Name]> };
type Parameters<K extends Kinds> = { [Name in keyof K]: Expression<ValueOf<K[Name]>> };

/** A value, or a parameter of a prepared query. */
export type Value<T> = T | Expression<T>;

/** The kind of a parameter that may be null. */
export const orNull = <C extends Constructor>(nullable: C): Nullable<C> => ({ nullable });

class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is compiled once per database and run with parameters. Compiling costs more than a lookup by key: use it
 * for what every call needs.
 *
 *     const usersByEmail = preparedQuery({ email: String }, (db, { email }) =>
 *       db.selectFrom('users').select('id').where('email', '=', email));
 *     const [user] = await usersByEmail(db, { email: 'agent@example.com' });
 */
export function preparedQuery<K extends Kinds, Row>(
  kinds: K,
  build: (db: Database, places: Parameters<K>) => Compilable<Row>,
): (db: Database, values: Values<K>) => Promise<Row[]> {
  const places = parametersOf(kinds);
  // Keyed by the adapter, which a database shares with its transactions.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    const query = compiled.get(adapter) ?? build(db, places).compile();
    compiled.set(adapter, query);
    const parameters = query.parameters.map((value) =>
      value instanceof Parameter ? values[value.name] : value,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

function parametersOf<K extends Kinds>(kinds: K): Parameters<K>;
function parametersOf(kinds: Kinds): Parameters<Kinds> {
  return Object.fromEntries(Object.keys(kinds).map((name) => [name, sql`${new Parameter(name)}`]));
}

/**
 * Makes a query for each limit, with the limit in its text. PostgreSQL does not know that a `limit $1` is small, and
 * drops its stored plan. Only for limits that the contract bounds.
 */
export function forEachLimit<Q>(make: (limit: number) => Q): (limit: number) => Q {
  const made = new Map<number, Q>();
  return (limit) => {
    const query = made.get(limit) ?? make(limit);
    made.set(limit, query);
    return query;
  };
}
