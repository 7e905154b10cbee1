import type { Article, StaffArticleSummary } from '../../../shared/articles.contract.ts';
import { formatDate } from '../../../shared/dates.ts';
import { preview, titlePreview } from '../../../shared/preview.ts';
import type { Column } from '../../ui/useTableRows.ts';
import { ShortDate } from '../page/ShortDate.tsx';
import { SubmissionState } from '../publishing/SubmissionState.tsx';
import { ArticleStateMark, stateLabel } from './ArticleStateMark.tsx';

/** Side by side, each preview keeps to one line so that all rows have the same height. */
const oneLine = '@5xl:max-w-0 @5xl:truncate';

type Listed = Pick<Article, 'title' | 'snippet' | 'date'>;

const title: Column<Listed> = {
  id: 'title',
  header: 'Title',
  value: (article) => article.title,
  cell: (article) => preview(article.title, titlePreview),
  className: `${oneLine} @5xl:w-3/5`,
};
const snippet: Column<Listed> = {
  id: 'snippet',
  header: 'Snippet',
  value: (article) => article.snippet,
  cell: (article) => preview(article.snippet),
  className: `${oneLine} @5xl:w-2/5 @table:@max-4xl:hidden`,
};
const state: Column<StaffArticleSummary> = {
  id: 'state',
  header: 'State',
  value: stateLabel,
  text: null,
  cell: (article) => (
    <span className="grid gap-1">
      <ArticleStateMark article={article} />
      {article.submission && (
        <span className="text-sm">
          <SubmissionState mark={article.submission} />
        </span>
      )}
    </span>
  ),
};
const date: Column<Listed> = {
  id: 'date',
  header: 'Date',
  value: (article) => article.date,
  text: (article) => formatDate(article.date),
  cell: (article) => <ShortDate iso={article.date} />,
  descendingFirst: true,
};

export const columns: Column<StaffArticleSummary>[] = [title, snippet, state, date];
export const publishedColumns: Column<Article>[] = [title, snippet, date];
