import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pending } from '../../ui/Skeleton.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { LoadMore, type LoadMoreProps } from './LoadMore.tsx';

type LoadedListProps<Row> = {
  query: UseInfiniteQueryResult;
  /** The rows of all pages. */
  rows: Row[] | undefined;
  /** Names them in a sentence: "the leads". */
  what: string;
  skeleton?: ReactNode;
  /** Shown where there are none. */
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
} & Pick<LoadMoreProps, 'nouns' | 'onLoad'>;

/** A list that grows by pages: skeleton, rows, nothing, or error with Retry; what is loaded stays next to an error. */
export function LoadedList<Row>(props: LoadedListProps<Row>) {
  const { query, rows, what, skeleton = <TableSkeleton />, empty, children, nouns, onLoad } = props;
  const retry = () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch());
  return (
    <Pending pending={query.isPending} skeleton={skeleton} label={`Loading ${what.replace(/^the /, '')}`}>
      {rows?.length === 0 && empty}
      {rows && rows.length > 0 && children(rows)}
      {query.isError && (
        <ErrorState pending={query.isFetching} onRetry={retry}>
          We couldn't load {what}. Try again. {query.error.message}
        </ErrorState>
      )}
      {rows && rows.length > 0 && (
        <LoadMore shown={rows.length} nouns={nouns} query={query} onLoad={onLoad} />
      )}
    </Pending>
  );
}
