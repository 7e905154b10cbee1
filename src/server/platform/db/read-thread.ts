import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import { addFunctions } from './sqlite-functions.ts';

/** A thread that reads from the embedded database, one query at a time; started by slow-reads.ts. */

export interface ReadQuery {
  sql: string;
  parameters: readonly unknown[];
}

const database = new BetterSqlite(String(workerData), { readonly: true, fileMustExist: true });
addFunctions(database);
parentPort?.on('message', ({ sql, parameters }: ReadQuery) => {
  parentPort?.postMessage(database.prepare(sql).all(...parameters));
});
parentPort?.postMessage('ready');
