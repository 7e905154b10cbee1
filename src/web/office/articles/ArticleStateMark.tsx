import type { StaffArticleSummary } from '../../../shared/articles.contract.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { cx } from '../../ui/cx.ts';

const looks = {
  published: { words: 'Published', dot: 'bg-success' },
  draft: { words: 'Draft', dot: 'bg-muted' },
  scheduled: { words: 'Scheduled', dot: 'bg-poppy-text' },
};

export const stateLabel = ({ state }: Pick<StaffArticleSummary, 'state'>): string => looks[state].words;

/** In one word; of a scheduled article the title says when. */
export function ArticleStateMark({ article }: { article: Pick<StaffArticleSummary, 'state' | 'date'> }) {
  const { words, dot } = looks[article.state];
  return (
    <span
      className="inline-flex items-center gap-2 whitespace-nowrap"
      title={article.state === 'scheduled' ? `For ${formatDateTime(article.date)}` : undefined}
    >
      <span aria-hidden="true" className={cx('size-2 rounded-full', dot)} />
      {words}
    </span>
  );
}
