import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import type { Place } from './fill-rows.ts';

/** A query to run again and again, on the embedded database of `dataDir` or on PostgreSQL. */
export interface QueryOrder extends Place {
  text: string;
  values: readonly unknown[];
  seconds: number;
}

/** Runs in a process of its own, as the product does, and reports how many queries ran per second. */
process.once('message', async (order: QueryOrder) => {
  const perSecond = order.databaseUrl ? await onPostgres(order, order.databaseUrl) : onSqlite(order);
  process.send?.({ perSecond });
});

process.once('disconnect', () => process.exit());

const warmUp = 1;

function onSqlite({ dataDir, text, values, seconds }: QueryOrder): number {
  const database = new BetterSqlite(join(dataDir, 'brokerage.db'), { readonly: true });
  const statement = database.prepare(text);
  const runFor = (limit: number) => {
    const begun = performance.now();
    let runs = 0;
    for (; performance.now() - begun < limit * 1000; runs++) statement.all(values);
    return (runs * 1000) / (performance.now() - begun);
  };
  runFor(warmUp);
  return runFor(seconds);
}

/** Queries on as many connections as the product has, each asking again at once. */
const connections = 10;

async function onPostgres({ text, values, seconds }: QueryOrder, url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const runFor = async (limit: number) => {
    const begun = performance.now();
    let runs = 0;
    const askAgain = async () => {
      for (; performance.now() - begun < limit * 1000; runs++)
        await pool.query({ name: 'bare', text, values: [...values] });
    };
    await Promise.all(Array.from({ length: connections }, askAgain));
    return (runs * 1000) / (performance.now() - begun);
  };
  await runFor(warmUp);
  return runFor(seconds);
}
