import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pending } from '../../ui/Skeleton.tsx';

type LoadedProps<T> = {
  query: UseQueryResult<T>;
  what: string;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
};

/** A query's data, skeleton or error with Retry; older data stays next to an error. */
export function Loaded<T>({ query, what, skeleton, children }: LoadedProps<T>) {
  return (
    <Pending pending={query.isPending} skeleton={skeleton} label={`Loading ${inSentence(what)}`}>
      {query.isError && (
        <ErrorState pending={query.isFetching} onRetry={() => void query.refetch()}>
          We couldn't load {inSentence(what)}. {query.error.message}
        </ErrorState>
      )}
      {query.data !== undefined && children(query.data)}
    </Pending>
  );
}

/** "The leads" inside a sentence: "the leads". */
const inSentence = (what: string) => what.charAt(0).toLowerCase() + what.slice(1);
