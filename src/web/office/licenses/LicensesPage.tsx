import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { whenReminded } from '../../../shared/licenses/license-reminders.ts';
import type { License } from '../../../shared/licenses/licenses.contract.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Named } from '../../ui/Named.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { firstTableState } from '../../ui/tableState.ts';
import { ComplianceNavigation } from '../compliance/ComplianceNavigation.tsx';
import { filePath } from '../compliance/paths.ts';
import { firstActionClass } from '../lists/row-actions.ts';
import { useColumns } from '../lists/useColumns.ts';
import { useTableState } from '../lists/useTableState.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { LicenseNumber } from '../profiles/LicenseNumber.tsx';
import { verifiedLabel } from '../profiles/verified-label.ts';
import { EditLicense } from './EditLicense.tsx';
import { expiryLabel, isUrgent } from './license-labels.ts';
import { licensesQuery } from './licenses.queries.ts';

const columns: Column<License>[] = [
  {
    id: 'name',
    header: 'Member',
    kind: 'name',
    value: ({ user }) => user.name,
    cell: ({ user }) => (
      <Named name={user.name}>
        <Link translate="no" to={filePath(user._id)}>
          {user.name}
        </Link>
      </Named>
    ),
  },
  {
    id: 'number',
    header: 'License',
    kind: 'fixed',
    isBlank: () => false,
    value: ({ number }) => number,
    cell: ({ number }) =>
      number ? <LicenseNumber number={number} /> : <span className="text-muted">Missing</span>,
  },
  {
    id: 'expires',
    header: 'Expires',
    kind: 'fixed',
    // Licenses without a date come last.
    value: ({ expires }) => expires ?? '9999',
    text: expiryLabel,
    cell: (license) => (
      <span className={isUrgent(license) ? 'font-semibold text-error' : undefined}>
        {expiryLabel(license)}
      </span>
    ),
  },
  {
    id: 'verified',
    header: 'Verified',
    kind: 'long',
    value: ({ verified }) => verified?.date ?? '',
    tooltip: verifiedLabel,
    cell: verifiedLabel,
  },
];

export function LicensesPage() {
  const query = useQuery(licensesQuery);
  const [state, setState] = useTableState({ ...firstTableState, sort: 'expires' });
  const [edited, setEdited] = useState<License>();
  const choice = useColumns('licenses', columns);
  return (
    <Page title="Licenses" list>
      <ComplianceNavigation />
      <Loaded query={query} what="The licenses" skeleton={<TableSkeleton />}>
        {(licenses) => (
          <DataTable
            caption="Licenses"
            rows={licenses}
            columns={columns}
            choice={choice}
            rowKey={({ user }) => user._id}
            state={state}
            onStateChange={setState}
            searchLabel="Search licenses"
            empty={<EmptyState>No members yet.</EmptyState>}
            actions={(license) => (
              <Button
                variant="quiet"
                size="sm"
                className={firstActionClass}
                aria-label={`Edit the license of ${license.user.name}`}
                onClick={() => setEdited(license)}
              >
                Edit
              </Button>
            )}
          />
        )}
      </Loaded>
      <p className="max-w-measure text-muted">
        Select a number to see the state's record. We remind members {whenReminded('a license')}.
      </p>
      <EditLicense license={edited} onClose={() => setEdited(undefined)} />
    </Page>
  );
}
