import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Due } from '../../../shared/dues/dues.contract.ts';
import { dueStateLabels, shownDueStates } from '../../../shared/dues/dues.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filter, FilterBar } from '../../ui/Filters.tsx';
import { Named } from '../../ui/Named.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Options } from '../../ui/SelectField.tsx';
import { ClosingsNavigation } from '../closings/ClosingsNavigation.tsx';
import { duePaymentsPath, ownDuesPath } from '../closings/paths.ts';
import { LoadedList } from '../lists/LoadedList.tsx';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { useUser } from '../session/guards.tsx';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { AddDueDialog } from './AddDueDialog.tsx';
import { type DueAction, DueDialog } from './DueDialog.tsx';
import { DueMenu } from './DueMenu.tsx';
import { DuePayments } from './DuePayments.tsx';
import { DuesSettingsDialog } from './DuesSettingsDialog.tsx';
import { amountColumn, dueColumn, stateColumn } from './due-columns.tsx';
import { type DueFilter, duesQuery, exportDues } from './dues.queries.ts';
import { OwnDues } from './OwnDues.tsx';

const columns: Column<Due>[] = [
  {
    id: 'label',
    header: 'Due',
    kind: 'long',
    value: ({ label }) => label,
    cell: ({ label, reason }) => (
      <Named name={label} under={reason} wide>
        {label}
      </Named>
    ),
  },
  {
    id: 'member',
    header: 'Member',
    kind: 'fixed',
    value: ({ member }) => member.name,
    card: 'bare',
    cell: ({ member }) =>
      member._id ? (
        <Link translate="no" to={`?member=${member._id}`}>
          {member.name}
        </Link>
      ) : (
        <span translate="no">{member.name}</span>
      ),
  },
  dueColumn,
  stateColumn,
  amountColumn,
];

/** The member's own, or the office's: the list, or the table to note payments in. One page is one entry of the routes. */
export function DuesPage() {
  const { pathname } = useLocation();
  const [params] = useUrlParams();
  if (pathname === ownDuesPath) return <OwnDues />;
  return params.get('note') === 'payments' ? <DuePayments /> : <Dues />;
}

function Dues() {
  const [params, changeParams] = useUrlParams();
  const [isAdding, setAdding] = useState(false);
  const [isSetting, setSetting] = useState(false);
  const state = [...shownDueStates, 'all' as const].find((each) => each === params.get('state')) ?? 'open';
  const member = params.get('member');
  const due = params.get('due');
  const filter: DueFilter = due
    ? { due }
    : {
        ...(state !== 'all' && !member && { state }),
        ...(state !== 'all' && member && params.get('state') && { state }),
        ...(member && { member }),
      };
  const { admin } = useUser();
  return (
    <Page
      title="Dues"
      list
      action={
        <div className="flex flex-wrap gap-3">
          <DownloadButton label="Export open dues" what="The list" read={exportDues} />
          <Button variant="secondary" onClick={() => setAdding(true)}>
            Add a due
          </Button>
          <Link to={duePaymentsPath} className={buttonClass()}>
            Note payments
          </Link>
        </div>
      }
    >
      <ClosingsNavigation />
      <FilterBar
        lead={
          (due || member) && (
            <Button variant="secondary" size="sm" onClick={() => changeParams({ due: '', member: '' })}>
              {due ? 'Show all dues' : 'Show every member'}
            </Button>
          )
        }
        tools={
          admin && (
            <Button variant="quiet" size="sm" onClick={() => setSetting(true)}>
              Settings of dues
            </Button>
          )
        }
      >
        <Filter
          label="State"
          value={due || (member && !params.get('state')) ? 'all' : state}
          onChange={(next) => changeParams({ state: next, due: '' })}
        >
          <option value="all">All</option>
          <Options of={shownDueStates.map((each) => [each, dueStateLabels[each]])} />
        </Filter>
      </FilterBar>
      <List filter={filter} />
      <AddDueDialog open={isAdding} onClose={() => setAdding(false)} />
      {admin && <DuesSettingsDialog open={isSetting} onClose={() => setSetting(false)} />}
    </Page>
  );
}

function List({ filter }: { filter: DueFilter }) {
  const query = useInfiniteQuery(duesQuery(filter));
  const [chosen, setChosen] = useState<{ due: Due; action: DueAction }>();
  const dues = query.data?.pages.flatMap((page) => page.dues);
  return (
    <>
      <LoadedList
        query={query}
        rows={dues}
        what="the dues"
        nouns={['due', 'dues']}
        empty={<EmptyState>No dues here.</EmptyState>}
      >
        {(dues) => (
          <PlainTable
            caption="Dues"
            rows={dues}
            columns={columns}
            rowKey={({ _id }) => _id}
            dense
            actions={(due) => <DueMenu due={due} onChoose={(action) => setChosen({ due, action })} />}
          />
        )}
      </LoadedList>
      <DueDialog chosen={chosen} onClose={() => setChosen(undefined)} />
    </>
  );
}
