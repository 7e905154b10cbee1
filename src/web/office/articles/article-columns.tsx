import type { StaffArticleSummary } from '../../../shared/articles.contract.ts';
import { formatDate } from '../../../shared/dates.ts';
import { preview, titlePreview } from '../../../shared/preview.ts';
import type { Column } from '../../ui/useTableRows.ts';
import { ShortDate } from '../ShortDate.tsx';
import { ArticleStateMark, stateInWords } from './ArticleStateMark.tsx';

/** The columns of the list of articles. */
export const columns: Column<StaffArticleSummary>[] = [
  {
    id: 'title',
    header: 'Title',
    value: (article) => article.title,
    cell: (article) => preview(article.title, titlePreview),
  },
  {
    id: 'snippet',
    header: 'Snippet',
    value: (article) => article.snippet,
    cell: (article) => preview(article.snippet),
    className: '@table:@max-4xl:hidden',
  },
  {
    id: 'state',
    header: 'State',
    value: stateInWords,
    text: null,
    cell: (article) => <ArticleStateMark article={article} />,
  },
  {
    id: 'date',
    header: 'Date',
    value: (article) => article.date,
    text: (article) => formatDate(article.date),
    cell: (article) => <ShortDate iso={article.date} />,
    descendingFirst: true,
  },
];
