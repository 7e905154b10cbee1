import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Agreement } from '../../../shared/agreements/agreement-fields.ts';
import { agreementStates } from '../../../shared/agreements/agreements.ts';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filter, FilterBar } from '../../ui/Filters.tsx';
import { Named } from '../../ui/Named.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Options } from '../../ui/SelectField.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { TableTools } from '../../ui/TableTools.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { LoadedList } from '../lists/LoadedList.tsx';
import { useColumns } from '../lists/useColumns.ts';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { ShortDate } from '../page/ShortDate.tsx';
import { Together } from '../page/Together.tsx';
import { AgreementNavigation } from './AgreementNavigation.tsx';
import { AgreementRowActions } from './AgreementRowActions.tsx';
import { stateLabels } from './agreement-labels.ts';
import { agreementsQuery, settingsQuery, useCountersignAgain } from './agreements.queries.ts';
import { EndAgreement } from './EndAgreement.tsx';

const columns: Column<Agreement>[] = [
  {
    id: 'name',
    header: 'Name',
    kind: 'name',
    value: ({ name }) => name,
    cell: ({ name, email }) => (
      <Named name={name} below={email} under={email}>
        {name}
      </Named>
    ),
  },
  {
    id: 'state',
    header: 'State',
    kind: 'fixed',
    value: ({ state }) => stateLabels[state],
    card: 'bare',
  },
  { id: 'version', header: 'Version', kind: 'fixed', value: ({ version }) => version },
  {
    id: 'signed',
    header: 'Signed',
    kind: 'fixed',
    value: ({ signed }) => signed.date,
    cell: ({ signed }) => <ShortDate iso={signed.date} />,
  },
  {
    id: 'countersigned',
    header: 'Countersigned',
    kind: 'fixed',
    value: ({ countersigned }) => countersigned?.date ?? '',
    cell: ({ countersigned }) => (countersigned ? <ShortDate iso={countersigned.date} /> : '—'),
  },
];

export function SignedAgreementsPage() {
  const [params, changeParams] = useUrlParams();
  const search = params.get('q') ?? '';
  const state = agreementStates.find((each) => each === params.get('state'));
  const id = params.get('id') ?? undefined;
  const query = useInfiniteQuery(agreementsQuery({ state, search, id }));
  const agreements = query.data?.pages.flatMap((page) => page.agreements);
  const [countersigning, setCountersigning] = useState<Agreement>();
  const [ending, setEnding] = useState<Agreement>();
  const settings = useQuery(settingsQuery);
  const choice = useColumns('agreements', columns);
  return (
    <Page title="Signed agreements" list>
      <AgreementNavigation />
      <FilterBar
        search={
          <TableSearch
            label="Search names and emails"
            value={search}
            onChange={(q) => changeParams({ q }, { replace: true })}
          />
        }
        tools={<TableTools columns={columns} choice={choice} />}
      >
        <Filter label="State" value={state ?? ''} onChange={(next) => changeParams({ state: next })}>
          <option value="">All</option>
          <Options of={agreementStates.map((each) => [each, stateLabels[each]])} />
        </Filter>
      </FilterBar>
      {id && (
        <p>
          One agreement is shown. <Link to="/dashboard/admin/agreement/signed">Show all agreements</Link>
        </p>
      )}
      <Together loads={[query, settings]} label="Loading agreements" skeleton={<TableSkeleton />}>
        <LoadedList
          query={query}
          rows={agreements}
          what="the agreements"
          nouns={['agreement', 'agreements']}
          empty={
            <EmptyState>
              {search || state ? 'No agreements match.' : 'No agreements yet. Send one from a lead.'}
            </EmptyState>
          }
        >
          {(agreements) => (
            <PlainTable
              caption="Signed agreements"
              rows={agreements}
              columns={columns}
              choice={choice}
              rowKey={({ _id }) => _id}
              dense
              actions={(agreement) => (
                <AgreementRowActions
                  agreement={agreement}
                  onCountersign={settings.data?.settings.mayCountersign ? setCountersigning : undefined}
                  onEnd={setEnding}
                />
              )}
            />
          )}
        </LoadedList>
      </Together>
      <Countersign agreement={countersigning} onClose={() => setCountersigning(undefined)} />
      <EndAgreement agreement={ending} onClose={() => setEnding(undefined)} />
    </Page>
  );
}

function Countersign({ agreement, onClose }: { agreement: Agreement | undefined; onClose: () => void }) {
  const countersign = useCountersignAgain();
  return (
    <LazyConfirmDialog
      open={agreement !== undefined}
      title={`Countersign the agreement of ${agreement?.name ?? ''}?`}
      body="You're signing for the broker. The agreement takes effect right away and replaces the one before it. You can't undo this."
      confirmLabel="Countersign"
      pending={countersign.isPending}
      error={countersign.error && `We couldn't countersign. ${countersign.error.message}`}
      onConfirm={() =>
        agreement &&
        countersign.mutate({ id: agreement._id, sha256: agreement.sha256 }, { onSuccess: onClose })
      }
      onClose={() => {
        countersign.reset();
        onClose();
      }}
    />
  );
}
