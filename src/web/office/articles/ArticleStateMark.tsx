import type { StaffArticleSummary } from '../../../shared/articles/articles.contract.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { cx } from '../../ui/cx.ts';

const looks = {
  published: { label: 'Published', dot: 'bg-success' },
  draft: { label: 'Draft', dot: 'bg-muted' },
  scheduled: { label: 'Scheduled', dot: 'bg-poppy-text' },
};

export const stateLabel = ({ state }: Pick<StaffArticleSummary, 'state'>): string => looks[state].label;

export function ArticleStateMark({ article }: { article: Pick<StaffArticleSummary, 'state' | 'date'> }) {
  const { label, dot } = looks[article.state];
  return (
    <span
      className="inline-flex items-center gap-2 whitespace-nowrap"
      title={article.state === 'scheduled' ? `For ${formatDateTime(article.date)}` : undefined}
    >
      <span aria-hidden="true" className={cx('size-2 rounded-full', dot)} />
      {label}
    </span>
  );
}
