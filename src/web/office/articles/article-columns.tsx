import type { Article, StaffArticleSummary } from '../../../shared/articles/articles.contract.ts';
import { formatDate } from '../../../shared/dates.ts';
import { preview, titlePreview } from '../../../shared/preview.ts';
import type { Column } from '../../ui/columns.ts';
import { Lines } from '../../ui/Lines.tsx';
import { ShortDate } from '../page/ShortDate.tsx';
import { SubmissionState } from '../publishing/SubmissionState.tsx';
import { ArticleStateMark, stateLabel } from './ArticleStateMark.tsx';

type Listed = Pick<Article, 'title' | 'snippet' | 'date'>;

const title: Column<Listed> = {
  id: 'title',
  header: 'Title',
  kind: 'long',
  value: (article) => article.title,
  cell: (article) => preview(article.title, titlePreview),
};
const snippet: Column<Listed> = {
  id: 'snippet',
  header: 'Snippet',
  kind: 'long',
  value: (article) => article.snippet,
  cell: (article) => preview(article.snippet),
  className: '@table:@max-4xl:hidden',
  card: 'bare',
};
const state: Column<StaffArticleSummary> = {
  id: 'state',
  header: 'State',
  kind: 'fixed',
  value: stateLabel,
  text: null,
  cell: (article) => (
    <Lines>
      <ArticleStateMark article={article} />
      {article.submission && <SubmissionState mark={article.submission} />}
    </Lines>
  ),
  card: 'bare',
};
const date: Column<Listed> = {
  id: 'date',
  header: 'Date',
  kind: 'fixed',
  value: (article) => article.date,
  text: (article) => formatDate(article.date),
  cell: (article) => <ShortDate iso={article.date} />,
  descendingFirst: true,
};

export const columns: Column<StaffArticleSummary>[] = [title, snippet, state, date];
export const publishedColumns: Column<Article>[] = [title, snippet, date];
