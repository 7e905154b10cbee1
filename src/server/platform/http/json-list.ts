import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which it is the turn of others. */
const maxTurn = 10;

/** As many items as fit, with their JSON, and whether these are all of them. */
export interface JsonList<T> {
  rows: T[];
  json: string;
  complete: boolean;
}

/** The items of a list as JSON of at most `maxBytes`, but at least one of them. */
export async function jsonList<T>(
  items: AsyncIterable<T> | Iterable<T>,
  maxBytes: number,
): Promise<JsonList<T>> {
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
