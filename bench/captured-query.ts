import type { CompiledQuery } from 'kysely';
import type { Database } from '../src/server/platform/db/database.ts';
import { queriesOf } from '../test/plans.ts';

/** The last query that a service builds during `call`, with `values` in the places of a prepared one. */
export async function capturedQuery(
  db: Database,
  values: Record<string, unknown>,
  call: (db: Database) => Promise<unknown>,
): Promise<CompiledQuery> {
  const query = (await queriesOf(db, call)).at(-1);
  if (!query) throw new Error('No query was made');
  const filled = (parameter: unknown) => {
    if (typeof parameter !== 'object' || parameter === null || !('name' in parameter)) return parameter;
    const name = String(parameter.name);
    if (!(name in values)) throw new Error(`No value for ${name}`);
    return values[name];
  };
  return { ...query, parameters: query.parameters.map(filled) };
}
