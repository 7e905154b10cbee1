import type { CompiledQuery, KyselyPlugin, RootOperationNode } from 'kysely';
import type { Database } from '../src/server/platform/db/database.ts';

/** The last query that a service builds during `call`, with `values` in the places of a prepared one. */
export async function capturedQuery(
  db: Database,
  values: Record<string, unknown>,
  call: (db: Database) => Promise<unknown>,
): Promise<CompiledQuery> {
  const heard: RootOperationNode[] = [];
  const listen: KyselyPlugin = {
    transformQuery: ({ node }) => {
      heard.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await call(db.withPlugin(listen));
  const node = heard.at(-1);
  if (!node) throw new Error('No query was made');
  const query = db.getExecutor().compileQuery(node, { queryId: 'captured' });
  const filled = (parameter: unknown) => {
    if (typeof parameter !== 'object' || parameter === null || !('name' in parameter)) return parameter;
    const name = String(parameter.name);
    if (!(name in values)) throw new Error(`No value for ${name}`);
    return values[name];
  };
  return { ...query, parameters: query.parameters.map(filled) };
}
