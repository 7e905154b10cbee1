import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import MailWarning from 'lucide-react/icons/mail-warning';
import { type MailState, mailStates } from '../../../shared/outbox/mail-states.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filter, FilterBar } from '../../ui/Filters.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { TableTools } from '../../ui/TableTools.tsx';
import { LoadedList } from '../lists/LoadedList.tsx';
import { useColumns } from '../lists/useColumns.ts';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { Together } from '../page/Together.tsx';
import { mailStateLabel } from './MailState.tsx';
import { OutboxNavigation } from './OutboxNavigation.tsx';
import { OutboxTable, outboxColumns } from './OutboxTable.tsx';
import { outboxQuery, outboxSummaryQuery } from './outbox.queries.ts';

const isState = (text: string | null): text is MailState => mailStates.some((each) => each === text);

function useStateFilter(): [MailState | undefined, (state: string) => void] {
  const [params, change] = useUrlParams();
  const state = params.get('state');
  return [isState(state) ? state : undefined, (next) => change({ state: next })];
}

export function OutboxPage() {
  const [state, setState] = useStateFilter();
  const summary = useQuery(outboxSummaryQuery);
  const query = useInfiniteQuery(outboxQuery(state));
  const mails = query.data?.pages.flatMap((page) => page.mails);
  const choice = useColumns('outbox', outboxColumns);
  return (
    <Page title="Outbox" list>
      <OutboxNavigation />
      <Together loads={[summary, query]} label="Loading the outbox" skeleton={<TableSkeleton />}>
        {summary.data && !summary.data.mailServer && <NoMailServer />}
        <FilterBar tools={<TableTools columns={outboxColumns} choice={choice} />}>
          <Filter label="State" value={state ?? ''} onChange={setState}>
            <option value="">All emails</option>
            {mailStates.map((each) => (
              <option key={each} value={each}>
                {mailStateLabel({ state: each, attempts: 0 })}
                {each !== 'sent' && summary.data && ` (${summary.data[each]})`}
              </option>
            ))}
          </Filter>
        </FilterBar>
        <LoadedList
          query={query}
          rows={mails}
          what="the outbox"
          nouns={['email', 'emails']}
          empty={<Nothing state={state} />}
        >
          {(mails) => <OutboxTable mails={mails} choice={choice} />}
        </LoadedList>
      </Together>
      <p className="max-w-measure text-muted">
        Every email this site sends. If one is refused, we retry for three days.
      </p>
    </Page>
  );
}

const nothing = {
  waiting: 'No emails are waiting.',
  sent: 'No emails sent yet.',
  failed: 'No failed emails.',
};

const Nothing = ({ state }: { state: MailState | undefined }) => (
  <EmptyState>{state ? nothing[state] : 'No emails yet.'}</EmptyState>
);

function NoMailServer() {
  return (
    <p className="flex max-w-measure items-start gap-3 rounded-lg border border-field-border bg-surface p-4">
      <MailWarning className="mt-0.5 size-5 shrink-0 text-poppy-text" />
      <span>
        <strong>Email isn't set up.</strong> Emails wait here until your server administrator sets{' '}
        <code>SMTP_URL</code>.
      </span>
    </p>
  );
}
