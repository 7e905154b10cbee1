import { useQuery } from '@tanstack/react-query';
import type { Article } from '../../../shared/articles/articles.contract.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { firstTableState } from '../../ui/tableState.ts';
import { firstActionClass } from '../lists/row-actions.ts';
import { useColumns } from '../lists/useColumns.ts';
import { useTableState } from '../lists/useTableState.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { publishedColumns } from './article-columns.tsx';
import { publishedArticlesQuery } from './articles.queries.ts';

/** The list for members without the right to edit: published articles only, no actions. */
export function PublishedArticles() {
  const query = useQuery(publishedArticlesQuery);
  const [table, setTable] = useTableState({ ...firstTableState, sort: '-date' });
  const choice = useColumns('published-articles', publishedColumns);
  return (
    <Page title="Articles" list>
      <Loaded query={query} what="The articles" skeleton={<TableSkeleton />}>
        {(articles) => (
          <DataTable
            caption="Articles"
            rows={articles}
            columns={publishedColumns}
            choice={choice}
            rowKey={(article) => article._id}
            state={table}
            onStateChange={setTable}
            searchLabel="Search articles"
            empty={<EmptyState>No articles yet.</EmptyState>}
            actions={(article) => <ViewArticle article={article} />}
          />
        )}
      </Loaded>
    </Page>
  );
}

const ViewArticle = ({ article: { slug, title } }: { article: Article }) => (
  <a href={`/articles/${slug}`} className={firstActionClass} aria-label={`View ${title}`}>
    View
  </a>
);
