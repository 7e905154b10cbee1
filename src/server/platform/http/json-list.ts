import { setImmediate } from 'node:timers/promises';
import { semaphore } from '../semaphore.ts';

/** Milliseconds before yielding to other work. */
const maxTurn = 10;

export interface JsonList<T> {
  rows: T[];
  json: string;
  complete: boolean;
}

/** One list at a time: many would block other requests and fill the memory. */
const acquire = semaphore(1);

/** Items as JSON of at most `maxBytes`, but at least one item. */
export const jsonList = <T>(items: AsyncIterable<T> | Iterable<T>, maxBytes: number): Promise<JsonList<T>> =>
  acquire(1, () => makeList(items, maxBytes));

async function makeList<T>(items: AsyncIterable<T> | Iterable<T>, maxBytes: number): Promise<JsonList<T>> {
  const rows: T[] = [];
  const pieces: string[] = [];
  let bytes = '[]'.length;
  let turn = performance.now();
  let complete = true;
  for await (const item of items) {
    const piece = JSON.stringify(item);
    bytes += Buffer.byteLength(piece) + ','.length;
    if (rows.length > 0 && bytes > maxBytes) {
      complete = false;
      break;
    }
    rows.push(item);
    pieces.push(piece);
    if (performance.now() - turn < maxTurn) continue;
    await setImmediate();
    turn = performance.now();
  }
  return { rows, json: `[${pieces.join(',')}]`, complete };
}
