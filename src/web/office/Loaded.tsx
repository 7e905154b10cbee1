import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Pending } from '../ui/Skeleton.tsx';

type LoadedProps<T> = {
  query: UseQueryResult<T>;
  /** Begins a sentence: 'The articles'. */
  what: string;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
};

/** What a query brought, its skeleton until then, and Retry when it failed; older data stays beside the failure. */
export function Loaded<T>({ query, what, skeleton, children }: LoadedProps<T>) {
  return (
    <Pending
      pending={query.isPending}
      skeleton={skeleton}
      label={`Loading ${what.charAt(0).toLowerCase()}${what.slice(1)}`}
    >
      {query.isError && (
        <ErrorState pending={query.isFetching} onRetry={() => void query.refetch()}>
          {what} could not be loaded. {query.error.message}
        </ErrorState>
      )}
      {query.data !== undefined && children(query.data)}
    </Pending>
  );
}
