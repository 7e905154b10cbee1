import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type ArticleState, articleStates } from '../../../shared/articles/article-states.ts';
import type { StaffArticleSummary } from '../../../shared/articles/articles.contract.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Filter } from '../../ui/Filters.tsx';
import { Options } from '../../ui/SelectField.tsx';
import { Pending } from '../../ui/Skeleton.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { firstTableState } from '../../ui/tableState.ts';
import { DeleteDialog, type DeleteTarget } from '../dialogs/DeleteDialog.tsx';
import { actionClass, firstActionClass } from '../lists/row-actions.ts';
import { useColumns } from '../lists/useColumns.ts';
import { useTableState } from '../lists/useTableState.ts';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { useUser } from '../session/guards.tsx';
import { stateLabel } from './ArticleStateMark.tsx';
import { columns } from './article-columns.tsx';
import { articlesQuery, useDeleteArticle } from './articles.queries.ts';
import { PublishedArticles } from './PublishedArticles.tsx';

const isState = (text: string | null): text is ArticleState => articleStates.some((each) => each === text);

function useStateFilter(): [ArticleState | undefined, (state: string) => void] {
  const [params, change] = useUrlParams();
  const state = params.get('state');
  return [isState(state) ? state : undefined, (next) => change({ state: next, page: '' })];
}

/** The loaded articles; if the list is cut off, a search also queries the server. */
function useArticles(state: ArticleState | undefined, search: string) {
  const newest = useInfiniteQuery(articlesQuery({ state, search: '' }));
  const incomplete = newest.hasNextPage;
  const found = useInfiniteQuery({
    ...articlesQuery({ state, search }),
    enabled: incomplete && search !== '',
  });
  // No match on the server: the table shows its own empty message.
  const isFound =
    incomplete && search !== '' && found.data?.pages.some(({ articles }) => articles.length > 0);
  const source = isFound ? found : newest;
  const { data } = source;
  const articles = useMemo(() => data?.pages.flatMap((page) => page.articles), [data]);
  return { source, articles };
}

export function ArticlesPage() {
  return useUser().editsContent ? <ArticlesOfAllStates /> : <PublishedArticles />;
}

function ArticlesOfAllStates() {
  const [table, setTable] = useTableState({ ...firstTableState, sort: '-date' });
  const [state, setState] = useStateFilter();
  const { source, articles } = useArticles(state, table.search.trim());
  const [target, setTarget] = useState<DeleteTarget>();
  const remove = useDeleteArticle();
  const choice = useColumns('articles', columns);
  return (
    <Page title="Articles" action={<AddArticle />} list>
      <Pending pending={source.isPending} skeleton={<TableSkeleton />} label="Loading articles">
        {source.isError && (
          <ErrorState pending={source.isFetching} onRetry={() => void source.refetch()}>
            We couldn't load the articles. Try again. {source.error.message}
          </ErrorState>
        )}
        {articles && (
          <DataTable
            caption="Articles"
            rows={articles}
            columns={columns}
            choice={choice}
            rowKey={(article) => article._id}
            state={table}
            onStateChange={setTable}
            searchLabel="Search articles"
            filter={<StateFilter state={state} onChange={setState} />}
            empty={<NoArticles filtered={state !== undefined} />}
            actions={(article) => (
              <RowActions
                article={article}
                onDelete={() => setTarget({ id: article._id, name: article.title })}
              />
            )}
          />
        )}
      </Pending>
      {articles && source.hasNextPage && (
        <div className="flex flex-wrap items-center gap-4">
          <Button
            variant="secondary"
            pending={source.isFetchingNextPage}
            onClick={() => void source.fetchNextPage()}
          >
            Load older articles
          </Button>
          <p className="text-muted text-sm">
            The newest {articles.length.toLocaleString('en-US')} are shown. Search to find older ones.
          </p>
        </div>
      )}
      <DeleteDialog
        target={target}
        consequence="This removes the article from the public site right away. You can't undo this."
        remove={remove}
        onClose={() => setTarget(undefined)}
      />
    </Page>
  );
}

type StateFilterProps = { state: ArticleState | undefined; onChange: (state: string) => void };

function StateFilter({ state, onChange }: StateFilterProps) {
  return (
    <Filter label="State" value={state ?? ''} onChange={onChange}>
      <option value="">All states</option>
      <Options of={articleStates.map((each) => [each, stateLabel({ state: each })])} />
    </Filter>
  );
}

function NoArticles({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState action={<AddArticle />}>{filtered ? 'No articles match.' : 'No articles yet.'}</EmptyState>
  );
}

function RowActions({ article, onDelete }: { article: StaffArticleSummary; onDelete: () => void }) {
  const { articlesWait } = useUser();
  return (
    <>
      <Link
        to={`/dashboard/edit-article/${article._id}`}
        className={firstActionClass}
        aria-label={`Edit ${article.title}`}
      >
        Edit
      </Link>
      {article.state === 'published' ? (
        <a href={`/articles/${article.slug}`} className={actionClass} aria-label={`View ${article.title}`}>
          View
        </a>
      ) : (
        <Link
          to={`/dashboard/preview-article/${article._id}`}
          className={actionClass}
          aria-label={`Preview ${article.title}`}
        >
          Preview
        </Link>
      )}
      {(!articlesWait || article.state === 'draft') && (
        <button
          type="button"
          className={actionClass}
          aria-label={`Delete ${article.title}`}
          onClick={onDelete}
        >
          Delete
        </button>
      )}
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
