import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import { addFunctions } from './sqlite-functions.ts';

export interface ReadQuery {
  sql: string;
  parameters: readonly unknown[];
}

const database = new BetterSqlite(String(workerData), { readonly: true, fileMustExist: true });
addFunctions(database);
// A thread started by slow-reads.ts; it runs one query at a time.
parentPort?.on('message', ({ sql, parameters }: ReadQuery) => {
  parentPort?.postMessage(database.prepare(sql).all(...parameters));
});
parentPort?.postMessage('ready');
