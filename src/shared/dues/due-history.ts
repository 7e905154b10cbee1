/** The events in the column `history` of a due, each with the state that it led to. */

import type { DueEvent } from './dues.contract.ts';
import type { DueState } from './dues.ts';

/** An earlier version stored no state. */
type StoredEvent = DueEvent & { state?: DueState };

export const storedEvents = (history: string): StoredEvent[] => {
  const events: StoredEvent[] = JSON.parse(history);
  return events;
};

/** As the API shows them. */
export const shownEvents = (history: string): DueEvent[] =>
  storedEvents(history).map(({ date, by, text }) => ({ date, by, text }));

/** How an earlier version began the text of an event that led to a state. */
const beginnings: [string, DueState][] = [
  ['added', 'open'],
  ['open again', 'open'],
  ['kept', 'kept'],
  ['paid on', 'paid'],
  ['waived', 'waived'],
  ['voided', 'void'],
];

/** The states that a due was in, each from the moment of its event. */
export const statesIn = (history: string): { date: string; state: DueState }[] =>
  storedEvents(history).flatMap(({ date, text, state }) => {
    const known = state ?? beginnings.find(([beginning]) => text.startsWith(beginning))?.[1];
    return known === undefined ? [] : [{ date, state: known }];
  });
