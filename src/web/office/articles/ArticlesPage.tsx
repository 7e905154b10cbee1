import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Article } from '../../../shared/articles.contract.ts';
import { formatDate } from '../../../shared/dates.ts';
import { preview, titlePreview } from '../../../shared/preview.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { firstTableState } from '../../ui/tableState.ts';
import type { Column } from '../../ui/useTableRows.ts';
import { DeleteDialog, type DeleteTarget } from '../DeleteDialog.tsx';
import { Loaded } from '../Loaded.tsx';
import { actionClass, firstActionClass } from '../row-actions.ts';
import { ShortDate } from '../ShortDate.tsx';
import { Page } from '../shell/Page.tsx';
import { useTableState } from '../useTableState.ts';
import { articlesQuery, useDeleteArticle } from './articles.queries.ts';

const columns: Column<Article>[] = [
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

export function ArticlesPage() {
  const query = useQuery(articlesQuery);
  return (
    <Page title="Articles" action={<AddArticle />}>
      <Loaded query={query} what="The articles" skeleton={<TableSkeleton />}>
        {(articles) => <ArticlesTable articles={articles} />}
      </Loaded>
    </Page>
  );
}

function ArticlesTable({ articles }: { articles: Article[] }) {
  const [state, setState] = useTableState({ ...firstTableState, sort: '-date' });
  const [target, setTarget] = useState<DeleteTarget>();
  const remove = useDeleteArticle();
  return (
    <>
      <DataTable
        caption="Articles"
        rows={articles}
        columns={columns}
        rowKey={(article) => article._id}
        state={state}
        onStateChange={setState}
        searchLabel="Search articles"
        empty={<EmptyState action={<AddArticle />}>There are no articles yet.</EmptyState>}
        actions={(article) => (
          <RowActions
            article={article}
            onDelete={() => setTarget({ id: article._id, name: article.title })}
          />
        )}
      />
      <DeleteDialog
        target={target}
        consequence="The article disappears from the public site at once. This cannot be undone."
        remove={remove}
        onClose={() => setTarget(undefined)}
      />
    </>
  );
}

function RowActions({ article, onDelete }: { article: Article; onDelete: () => void }) {
  return (
    <>
      <Link
        to={`/dashboard/edit-article/${article._id}`}
        className={firstActionClass}
        aria-label={`Edit ${article.title}`}
      >
        Edit
      </Link>
      <a href={`/articles/${article.slug}`} className={actionClass} aria-label={`View ${article.title}`}>
        View
      </a>
      <button type="button" className={actionClass} aria-label={`Delete ${article.title}`} onClick={onDelete}>
        Delete
      </button>
    </>
  );
}

function AddArticle() {
  return (
    <Link to="/dashboard/add-article" className={buttonClass()}>
      Add article
    </Link>
  );
}
