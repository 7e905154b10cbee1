import type { ArticleState } from '../../../shared/articles.contract.ts';
import { now } from '../../platform/db/ids.ts';
import type { ArticleRow } from '../../platform/db/tables.ts';
import { invalid } from '../../platform/http-error.ts';
import { stateOf } from './article-rows.ts';

/** When an article is or will be public. */
export type Publication = Pick<ArticleRow, 'published_at' | 'due_at'>;

/**
 * The columns that a state and its date mean; undefined without a state, for then all stays as it is. A published
 * article keeps its time unless it is given another one.
 * @throws 400 when a scheduled article has no date in the future, or a published one has
 */
export function publicationOf(
  { state, date }: { state?: ArticleState | undefined; date?: string | undefined },
  before: Publication,
): Publication | undefined {
  if (state === undefined) return undefined;
  if (state === 'draft') return { published_at: null, due_at: null };
  const moment = date === undefined ? undefined : toMoment(date);
  if (state === 'scheduled') {
    // Its time may have come while its editor was open.
    if (moment !== undefined && moment === before.published_at && moment <= now()) {
      return { published_at: moment, due_at: null };
    }
    if (moment === undefined) throw invalid('Date is required', 'date');
    if (moment <= now()) throw invalid('Date must be in the future', 'date');
    return { published_at: moment, due_at: moment };
  }
  if (moment !== undefined && moment > now()) throw invalid('Date must not be in the future', 'date');
  const current = stateOf(before) === 'published' ? before.published_at : null;
  return { published_at: moment ?? current ?? now(), due_at: null };
}

/** In UTC, as it is stored. The years beyond these cannot be stored by every engine. */
function toMoment(date: string): string {
  const moment = new Date(date);
  const year = moment.getUTCFullYear();
  if (!(year >= 1970 && year <= 9999)) throw invalid('Date must be between 1970 and 9999', 'date');
  return moment.toISOString();
}
