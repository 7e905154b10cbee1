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
  const { databaseUrl } = order;
  const perSecond = await (databaseUrl ? onPostgres(order, databaseUrl) : onSqlite(order));
  process.send?.({ perSecond });
});

process.once('disconnect', () => process.exit());

const warmUp = 1;

function onSqlite({ dataDir, text, values, seconds }: QueryOrder): Promise<number> {
  const database = new BetterSqlite(join(dataDir, 'brokerage.db'), { readonly: true });
  const statement = database.prepare(text);
  return rateOf(seconds, 1, () => statement.all(values));
}

function onPostgres({ text, values, seconds }: QueryOrder, url: string): Promise<number> {
  // As many as the product has.
  const connections = 10;
  const pool = new pg.Pool({ connectionString: url, max: connections });
  return rateOf(seconds, connections, () => pool.query({ name: 'bare', text, values: [...values] }));
}

/** Queries a second; each of `lanes` asks again at once. */
async function rateOf(seconds: number, lanes: number, ask: () => unknown): Promise<number> {
  let rate = 0;
  for (const limit of [warmUp, seconds]) {
    const begun = performance.now();
    let runs = 0;
    const askAgain = async () => {
      for (; performance.now() - begun < limit * 1000; runs++) await ask();
    };
    await Promise.all(Array.from({ length: lanes }, askAgain));
    rate = (runs * 1000) / (performance.now() - begun);
  }
  return rate;
}
