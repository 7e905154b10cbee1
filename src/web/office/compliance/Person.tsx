import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isNotFound } from '../../api.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { useUser } from '../session/guards.tsx';
import { personQuery } from './compliance.queries.ts';
import { PersonSummary } from './PersonSummary.tsx';

/** The page of a person for those in the office who have no right to compliance. */
export function Person() {
  const { userId = '' } = useParams();
  const { recruiting, closings } = useUser();
  const may = recruiting || closings;
  const query = useQuery({ ...personQuery(userId), enabled: may });
  if (!may || isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page title={query.data?.name ?? 'Member'} isName={query.data !== undefined}>
      <Loaded query={query} what="The page" skeleton={<Skeleton className="h-96" />}>
        {(person) => (
          <>
            {person.stops && person.stops.length > 0 && (
              <ul aria-label="Must not work" className="grid gap-1 font-semibold text-error">
                {person.stops.map((stop) => (
                  <li key={stop}>
                    {person.name} {stop}
                  </li>
                ))}
              </ul>
            )}
            <PersonSummary person={person} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
