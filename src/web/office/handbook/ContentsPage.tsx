import { useQuery } from '@tanstack/react-query';
import { useCallback, useId } from 'react';
import { Link } from 'react-router';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { HandbookChapter, HandbookEntry } from '../../../shared/handbook/handbook.contract.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { Together } from '../page/Together.tsx';
import { useUser } from '../session/guards.tsx';
import { HandbookNavigation } from './HandbookNavigation.tsx';
import { contentsQuery, searchQuery } from './handbook.queries.ts';
import { askLabel, changedLabel, isLate } from './handbook-labels.ts';
import { OpenPages } from './OpenPages.tsx';
import { openPagesQuery } from './open-pages.query.ts';

const linkClass = 'wrap-anywhere min-w-0 font-semibold text-brand underline-offset-4 hover:text-brand-hover';

export function ContentsPage() {
  const [params, changeParams] = useUrlParams();
  const search = (params.get('q') ?? '').slice(0, maxLengths.search.handbook);
  const query = useQuery(contentsQuery);
  const open = useQuery(openPagesQuery);
  const onSearch = useCallback((q: string) => changeParams({ q }, { replace: true }), [changeParams]);
  return (
    <Page title="Handbook">
      <HandbookNavigation />
      <TableSearch label="Search the handbook" value={search} onChange={onSearch} />
      {search.trim() ? (
        <Found search={search.trim()} />
      ) : (
        <Together loads={[query, open]} label="Loading the handbook" skeleton={<Skeleton className="h-96" />}>
          <OpenPages />
          <Loaded query={query} what="The handbook" skeleton={<Skeleton className="h-96" />}>
            {(chapters) => (chapters.length > 0 ? <Chapters chapters={chapters} /> : <Nothing />)}
          </Loaded>
        </Together>
      )}
    </Page>
  );
}

function Nothing() {
  const { editsHandbook } = useUser();
  const action = editsHandbook && (
    <Link to="/dashboard/handbook" className={buttonClass()}>
      Write the first page
    </Link>
  );
  return <EmptyState action={action}>No pages yet. The office publishes its policies here.</EmptyState>;
}

function Chapters({ chapters }: { chapters: HandbookChapter[] }) {
  return (
    <nav aria-label="Table of contents" className="grid max-w-2xl grid-cols-1 gap-8">
      {chapters.map((chapter) => (
        <Chapter key={chapter._id} chapter={chapter} />
      ))}
    </nav>
  );
}

function Chapter({ chapter: { title, pages } }: { chapter: HandbookChapter }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2">
      <h2 id={id} className="wrap-anywhere text-xl">
        {title}
      </h2>
      <ol aria-labelledby={id} className="border-line border-b">
        {pages.map((page) => (
          <Entry key={page._id} page={page} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ page }: { page: HandbookEntry }) {
  const { title, slug, ask } = page;
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-0.5 border-line border-t py-3">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <Link to={`/handbook/${slug}`} className={linkClass}>
          {title}
        </Link>
        {ask && (
          <span className={isLate(ask) ? 'font-semibold text-error text-sm' : 'text-muted text-sm'}>
            {askLabel(ask)}
          </span>
        )}
      </span>
      <span className="text-muted text-sm">{changedLabel(page)}</span>
    </li>
  );
}

function Found({ search }: { search: string }) {
  const query = useQuery(searchQuery(search));
  return (
    <Loaded query={query} what="The pages" skeleton={<Skeleton className="h-60" />}>
      {(pages) => (
        <>
          <p role="status" className="text-muted">
            {pages.length === 0 && 'No pages match your search.'}
            {pages.length === 1 && '1 page'}
            {pages.length > 1 && `${pages.length} pages`}
          </p>
          {pages.length > 0 && (
            <ul aria-label="Pages found" className="max-w-2xl border-line border-b">
              {pages.map(({ _id, title, slug, chapter, excerpt }) => (
                <li key={_id} className="wrap-anywhere grid grid-cols-1 gap-0.5 border-line border-t py-3">
                  <Link to={`/handbook/${slug}`} className={linkClass}>
                    {title}
                  </Link>
                  <span className="text-muted text-sm">{chapter}</span>
                  <span>{excerpt}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Loaded>
  );
}
