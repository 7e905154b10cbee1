import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { shownEmail } from '../../../shared/email-address.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { rightsLabel } from '../../../shared/users/rights.ts';
import type { Storage, User } from '../../../shared/users/users.contract.ts';
import { buttonClass } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Named } from '../../ui/Named.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { firstTableState } from '../../ui/tableState.ts';
import { useColumns } from '../lists/useColumns.ts';
import { useTableState } from '../lists/useTableState.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { ShortDate } from '../page/ShortDate.tsx';
import { Together } from '../page/Together.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import { EndEverySession } from './EndEverySession.tsx';
import { type ActionTarget, UserActionDialog } from './UserActionDialog.tsx';
import { UserMenu } from './UserMenu.tsx';
import { stateLabel, UserState } from './UserState.tsx';
import { totalBytes, UserStorage } from './UserStorage.tsx';
import { exportUsers, storageQuery, usersQuery } from './users.queries.ts';

/** Without room for all columns, these hide; cards have room. */
const wide = '@table:@max-4xl:hidden';

const columns: Column<User>[] = [
  {
    id: 'name',
    header: 'Name',
    kind: 'name',
    value: (row) => row.name,
    // The email address under the name is searched, too.
    text: (row) => `${row.name} ${row.email}`,
    cell: (row) => (
      <Named name={row.name} below={shownEmail(row.email)} under={shownEmail(row.email)}>
        <Link translate="no" to={`/dashboard/admin/user/edit/${row._id}`}>
          {row.name}
        </Link>
      </Named>
    ),
  },
  {
    id: 'rights',
    header: 'Rights',
    value: rightsLabel,
    kind: 'long',
    tooltip: rightsLabel,
    text: null,
    card: 'bare',
  },
  {
    id: 'second-factor',
    header: 'Two-step',
    kind: 'fixed',
    value: (row) => (row.secondFactor ? 'Yes' : 'No'),
    text: null,
    className: wide,
  },
  {
    id: 'state',
    header: 'State',
    kind: 'fixed',
    value: stateLabel,
    // The server searches and exports by these fields, too: names and email addresses.
    text: null,
    cell: (row) => <UserState user={row} />,
    card: 'bare',
  },
  {
    id: 'last-sign-in',
    header: 'Last sign-in',
    kind: 'fixed',
    isBlank: () => false,
    value: (row) => row.lastSignIn ?? '',
    text: null,
    cell: (row) =>
      row.lastSignIn === null ? (
        <span className="text-muted">Never</span>
      ) : (
        <RelativeTime iso={row.lastSignIn} className="whitespace-nowrap" />
      ),
    descendingFirst: true,
  },
  {
    id: 'date',
    header: 'Date',
    kind: 'fixed',
    value: (row) => row.date,
    text: null,
    cell: (row) => <ShortDate iso={row.date} />,
    descendingFirst: true,
  },
];

/** The server computes the storage separately: its column is there before, and when that fails. */
function storageColumn(storage: Storage | undefined, isUnknown: boolean): Column<User> {
  const byId = new Map(storage?.users.map((use) => [use._id, use]));
  return {
    id: 'storage',
    header: 'Storage',
    kind: 'fixed',
    value: (row) => totalBytes(byId.get(row._id)),
    text: null,
    cell: (row) =>
      storage ? <UserStorage use={byId.get(row._id)} budgets={storage.budgets} /> : isUnknown && '—',
    descendingFirst: true,
    className: wide,
  };
}

export function UsersPage() {
  const [state, setState] = useTableState({ ...firstTableState, sort: '-date' });
  const newest = useQuery(usersQuery(''));
  // The list is cut off, so a search also queries the server.
  const incomplete = newest.data?.more ?? false;
  const found = useQuery({ ...usersQuery(state.search.trim()), enabled: incomplete });
  const use = useQuery(storageQuery);
  const { data: storage, isLoadingError: isStorageUnknown } = use;
  const loads = [newest, found, ...(state.sort.endsWith('storage') ? [use] : [])];
  const allColumns = useMemo(
    () => [...columns, storageColumn(storage, isStorageUnknown)],
    [storage, isStorageUnknown],
  );
  const choice = useColumns('users', allColumns);
  const [target, setTarget] = useState<ActionTarget>();
  return (
    <Page
      title="Users"
      width="full"
      list
      action={
        <div className="flex flex-wrap gap-3">
          <DownloadButton
            label="Export CSV"
            what="The users"
            read={() => exportUsers(state.search.trim().slice(0, maxLengths.search.users))}
          />
          <Link to="/dashboard/admin/invite" className={buttonClass({ variant: 'secondary' })}>
            Invite many
          </Link>
          <CreateUser />
        </div>
      }
    >
      <Together loads={loads} label="Loading the users" skeleton={<TableSkeleton />}>
        <Loaded query={incomplete ? found : newest} what="The users" skeleton={<TableSkeleton />}>
          {({ users }) => (
            <DataTable
              caption="Users"
              // No match on the server: the table shows its own empty message.
              rows={users.length > 0 ? users : (newest.data?.users ?? users)}
              columns={allColumns}
              choice={choice}
              rowKey={(row) => row._id}
              state={state}
              onStateChange={setState}
              searchLabel="Search users"
              empty={<EmptyState action={<CreateUser />}>No users yet.</EmptyState>}
              actions={(user) => <UserMenu user={user} onChoose={(action) => setTarget({ action, user })} />}
            />
          )}
        </Loaded>
        {incomplete && (
          <p className="text-muted text-sm">
            The newest {newest.data?.users.length.toLocaleString('en-US')} users are shown. Search by name or
            email to find others.
          </p>
        )}
        <EndEverySession />
      </Together>
      <UserActionDialog target={target} onClose={() => setTarget(undefined)} />
    </Page>
  );
}

function CreateUser() {
  return (
    <Link to="/dashboard/admin/user/create" className={buttonClass()}>
      Create user
    </Link>
  );
}
