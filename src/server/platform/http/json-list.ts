import { setImmediate } from 'node:timers/promises';
import { fairQueue } from '../fair-queue.ts';

/** Milliseconds before yielding to other work. */
const maxTurn = 10;

export interface JsonList<T> {
  rows: T[];
  /** UTF-8: encoding a string of 4 MB at its end would block 20 ms. */
  json: Buffer;
  complete: boolean;
}

/** One list at a time: many would block other requests and fill the memory. Readers take turns. */
export const jsonListTurn = fairQueue({ atOnce: 1, maxWaiting: Number.POSITIVE_INFINITY });

/** Items as JSON of at most `maxBytes`, but at least one item, for a reader: a user or an address. */
export const jsonList = <T>(
  reader: string,
  items: AsyncIterable<T> | Iterable<T>,
  maxBytes: number,
): Promise<JsonList<T>> => jsonListTurn(reader, () => makeList(items, maxBytes));

async function makeList<T>(items: AsyncIterable<T> | Iterable<T>, maxBytes: number): Promise<JsonList<T>> {
  // SQLite has read the rows in this turn.
  await setImmediate();
  const rows: T[] = [];
  const pieces: Buffer[] = [];
  let bytes = ']'.length;
  let turn = performance.now();
  let complete = true;
  for await (const item of items) {
    const piece = Buffer.from(`${rows.length > 0 ? ',' : '['}${JSON.stringify(item)}`);
    bytes += piece.length;
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
  const json = Buffer.concat([...pieces, Buffer.from(rows.length > 0 ? ']' : '[]')]);
  await setImmediate();
  return { rows, json, complete };
}
