import { setImmediate } from 'node:timers/promises';

/** Emails are drawn without a pause. */
export const mailsInTurn = 20;
/** Rows of a file are read without a pause. */
export const rowsInTurn = 250;

/** The items, with a turn for other requests after every `atOnce`. */
export async function* inTurns<T>(items: readonly T[], atOnce: number): AsyncGenerator<T> {
  for (const [index, item] of items.entries()) {
    if (index % atOnce === atOnce - 1) await setImmediate();
    yield item;
  }
}
