import type { Article, StaffArticleSummary } from '../../../shared/articles.contract.ts';
import { formatDate } from '../../../shared/dates.ts';
import { preview, titlePreview } from '../../../shared/preview.ts';
import type { Column } from '../../ui/useTableRows.ts';
import { ShortDate } from '../ShortDate.tsx';
import { ArticleStateMark, stateInWords } from './ArticleStateMark.tsx';

type Listed = Pick<Article, 'title' | 'snippet' | 'date'>;

const title: Column<Listed> = {
  id: 'title',
  header: 'Title',
  value: (article) => article.title,
  cell: (article) => preview(article.title, titlePreview),
};
const snippet: Column<Listed> = {
  id: 'snippet',
  header: 'Snippet',
  value: (article) => article.snippet,
  cell: (article) => preview(article.snippet),
  className: '@table:@max-4xl:hidden',
};
const state: Column<StaffArticleSummary> = {
  id: 'state',
  header: 'State',
  value: stateInWords,
  text: null,
  cell: (article) => <ArticleStateMark article={article} />,
};
const date: Column<Listed> = {
  id: 'date',
  header: 'Date',
  value: (article) => article.date,
  text: (article) => formatDate(article.date),
  cell: (article) => <ShortDate iso={article.date} />,
  descendingFirst: true,
};

/** The columns of the list of articles, for its editors and for who only reads. */
export const columns: Column<StaffArticleSummary>[] = [title, snippet, state, date];
export const publishedColumns: Column<Article>[] = [title, snippet, date];
