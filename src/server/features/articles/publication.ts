import type { ArticleState } from '../../../shared/articles/article-states.ts';
import type { Database } from '../../platform/db/database.ts';
import { databaseTime } from '../../platform/db/database-time.ts';
import { invalid } from '../../platform/http-error.ts';
import type { ArticleRow } from '../../tables/articles.ts';
import { stateOf } from './article-rows.ts';

export type Publication = Pick<ArticleRow, 'published_at' | 'due_at'>;

/**
 * Undefined without a state. The database's clock decides, as those of the processes differ.
 * @throws 400 for a scheduled article without a future date, or a published one with
 */
export async function publicationOf(
  db: Database,
  { state, date }: { state?: ArticleState | undefined; date?: string | undefined },
  before: Publication,
): Promise<Publication | undefined> {
  if (state === undefined) return undefined;
  if (state === 'draft') return { published_at: null, due_at: null };
  const moment = date === undefined ? undefined : toMoment(date);
  const present = await databaseTime(db);
  if (state === 'scheduled') {
    // Its time may have come while the editor was open.
    if (moment !== undefined && moment === before.published_at && moment <= present) {
      return { published_at: moment, due_at: null };
    }
    if (moment === undefined) throw invalid('Date is required', 'date');
    if (moment <= present) throw invalid('Date must be in the future', 'date');
    return { published_at: moment, due_at: moment };
  }
  if (moment !== undefined && moment > present) throw invalid('Date must not be in the future', 'date');
  const current = stateOf(before) === 'published' ? before.published_at : null;
  return { published_at: moment ?? current ?? present, due_at: null };
}

function toMoment(date: string): string {
  const moment = new Date(date);
  const year = moment.getUTCFullYear();
  if (!(year >= 1970 && year <= 9999)) throw invalid('Date must be between 1970 and 9999', 'date');
  return moment.toISOString();
}
