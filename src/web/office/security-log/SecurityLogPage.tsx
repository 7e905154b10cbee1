import { useInfiniteQuery } from '@tanstack/react-query';
import { type SecurityEvent, securityEvents } from '../../../shared/security-log/security-events.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filter, FilterBar } from '../../ui/Filters.tsx';
import { Options } from '../../ui/SelectField.tsx';
import { TableTools } from '../../ui/TableTools.tsx';
import { LoadedList } from '../lists/LoadedList.tsx';
import { useColumns } from '../lists/useColumns.ts';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { eventLabel } from './event-label.ts';
import { SecurityLogTable, securityLogColumns } from './SecurityLogTable.tsx';
import { type SecurityFilter, securityLogQuery } from './security-log.queries.ts';

const isEvent = (text: string | null): text is SecurityEvent => securityEvents.some((each) => each === text);

type Change = (name: keyof SecurityFilter, value: string) => void;

function useFilter(): [SecurityFilter, Change] {
  const [params, change] = useUrlParams();
  const event = params.get('event');
  return [
    {
      event: isEvent(event) ? event : undefined,
      user: params.get('user') ?? undefined,
      address: params.get('address') ?? undefined,
      from: params.get('from') ?? undefined,
      to: params.get('to') ?? undefined,
    },
    (name, value) => change({ [name]: value }),
  ];
}

export function SecurityLogPage() {
  const [filter, setFilter] = useFilter();
  const query = useInfiniteQuery(securityLogQuery(filter));
  const entries = query.data?.pages.flatMap((page) => page.entries);
  const choice = useColumns('security', securityLogColumns);
  const name = entries?.find(({ user }) => user?._id === filter.user)?.user?.name;
  return (
    <Page title="Security log" list>
      <p className="max-w-measure text-muted">
        Sign-ins, failed attempts, and refused requests, newest first. Kept for 12 months and can't be edited.
        Select a name or address to filter.
      </p>
      <FilterBar
        lead={<Narrowed filter={filter} name={name} onChange={setFilter} />}
        tools={<TableTools columns={securityLogColumns} choice={choice} />}
      >
        <Filter label="Event" value={filter.event ?? ''} onChange={(event) => setFilter('event', event)}>
          <option value="">All events</option>
          <Options of={securityEvents.map((event) => [event, eventLabel(event)])} />
        </Filter>
        <Filter
          label="From day"
          type="date"
          max={filter.to}
          value={filter.from ?? ''}
          onChange={(from) => setFilter('from', from)}
        />
        <Filter
          label="To day"
          type="date"
          min={filter.from}
          value={filter.to ?? ''}
          onChange={(to) => setFilter('to', to)}
        />
      </FilterBar>
      <LoadedList
        query={query}
        rows={entries}
        what="the security log"
        nouns={['event', 'events']}
        empty={<Nothing filter={filter} />}
      >
        {(entries) => <SecurityLogTable entries={entries} choice={choice} />}
      </LoadedList>
    </Page>
  );
}

type NarrowedProps = { filter: SecurityFilter; name: string | undefined; onChange: Change };

function Narrowed({ filter: { user, address }, name, onChange }: NarrowedProps) {
  if (!user && !address) return null;
  return (
    <>
      {user && (
        <Button variant="secondary" size="sm" onClick={() => onChange('user', '')}>
          Only {name ?? 'one user'}: show everyone
        </Button>
      )}
      {address && (
        <Button variant="secondary" size="sm" onClick={() => onChange('address', '')}>
          Only {address}: show all addresses
        </Button>
      )}
    </>
  );
}

const Nothing = ({ filter }: { filter: SecurityFilter }) => (
  <EmptyState>
    {Object.values(filter).some(Boolean) ? 'No entries match this filter.' : 'No entries yet.'}
  </EmptyState>
);
