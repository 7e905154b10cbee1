import { type CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Database } from '../src/server/platform/db/database.ts';
import { engine } from './database.ts';

/** The statements that `read` runs, in order. */
export async function queriesOf(
  db: Database,
  read: (db: Database) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const nodes: RootOperationNode[] = [];
  const listener: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await read(db.withPlugin(listener));
  return nodes.map((node) => db.getExecutor().compileQuery(node, createQueryId()));
}

/** How the engine runs a statement, as text. */
export async function planOf(db: Database, query: CompiledQuery): Promise<string> {
  const explain = engine === 'sqlite' ? 'explain query plan' : 'explain (analyze, timing off)';
  const { rows } = await db.executeQuery({ ...query, sql: `${explain} ${query.sql}` });
  return rows.map((row) => JSON.stringify(row)).join('\n');
}
