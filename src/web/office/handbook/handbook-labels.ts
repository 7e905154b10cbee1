import { formatDay, formatDueDay, today } from '../../../shared/dates.ts';
import type { Audience } from '../../../shared/handbook/acknowledgements.ts';
import type { HandbookAsk } from '../../../shared/handbook/handbook.contract.ts';

export const isLate = ({ due, done }: Pick<HandbookAsk, 'due' | 'done'>): boolean => !done && due < today();

export function askLabel(ask: Pick<HandbookAsk, 'due' | 'done'>): string {
  if (ask.done) return `Acknowledged ${formatDay(ask.done)}`;
  const day = formatDueDay(ask.due, Date.now());
  return isLate(ask) ? `Was due ${day}` : `Due ${day}`;
}

export const changedLabel = ({ updated, by }: { updated: string; by: string }): string =>
  `Last changed ${formatDay(updated)}, by ${by}`;

export const audienceLabels: Record<Audience, string> = {
  none: 'No one',
  everyone: 'Everyone, now and later',
  new: 'Members who join from now on',
  chosen: 'Chosen members',
};

/** Labels next to a page in the list of its editors. */
export const askedLabels: Record<Audience, string> = {
  none: '',
  everyone: 'Everyone acknowledges',
  new: 'New members acknowledge',
  chosen: 'Chosen members acknowledge',
};
