import { type Compilable, type CompiledQuery, type Expression, sql } from 'kysely';
import type { Database } from './database.ts';

/** No booleans: the engines write them differently (sqlite-booleans.ts). */
type Kinds = Record<string, StringConstructor | NumberConstructor>;
type Values<K extends Kinds> = { [Name in keyof K]: ReturnType<K[Name]> };
type Parameters<K extends Kinds> = { [Name in keyof K]: Expression<ReturnType<K[Name]>> };

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
