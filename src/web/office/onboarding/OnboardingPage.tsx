import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDueDay } from '../../../shared/dates.ts';
import type { MemberProgress } from '../../../shared/onboarding/onboarding.contract.ts';
import { buttonClass } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Named } from '../../ui/Named.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { firstTableState } from '../../ui/tableState.ts';
import { useColumns } from '../lists/useColumns.ts';
import { useTableState } from '../lists/useTableState.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { progressQuery } from './onboarding.queries.ts';

/** Days without a step done from which a member counts as stuck. */
const patience = 7;

export const planLabels = { on: 'Joining', off: 'Leaving' };

const columns: Column<MemberProgress>[] = [
  {
    id: 'name',
    header: 'Member',
    kind: 'name',
    value: ({ user }) => user.name,
    cell: ({ user }) => (
      <Named name={user.name}>
        <Link translate="no" to={`/dashboard/admin/onboarding/${user._id}`}>
          {user.name}
        </Link>
      </Named>
    ),
  },
  { id: 'plan', header: 'Plan', kind: 'fixed', value: ({ plan }) => planLabels[plan] },
  {
    id: 'done',
    header: 'Done',
    kind: 'fixed',
    value: ({ done, total }) => done / total,
    text: null,
    cell: ({ done, total }) => `${done} of ${total}`,
  },
  {
    id: 'next',
    header: 'Next step',
    kind: 'long',
    tooltip: ({ next }) => next.title,
    value: ({ next }) => next.title,
    cell: ({ next }) => (
      <>
        {next.title}
        <span className="block text-muted">
          {next.who === 'office' ? 'The office' : 'Member'}, by {formatDueDay(next.due, Date.now())}
        </span>
      </>
    ),
  },
  {
    id: 'stuck',
    header: 'Stuck for',
    kind: 'fixed',
    value: ({ stuckDays }) => stuckDays,
    text: null,
    cell: ({ stuckDays }) => (
      <span className={stuckDays >= patience ? 'font-semibold text-error' : undefined}>
        {stuckDays === 1 ? '1 day' : `${stuckDays} days`}
      </span>
    ),
    descendingFirst: true,
  },
];

export function OnboardingPage() {
  const query = useQuery(progressQuery);
  const [state, setState] = useTableState({ ...firstTableState, sort: '-stuck' });
  const choice = useColumns('onboarding', columns);
  return (
    <Page title="Onboarding" action={<EditTemplates />} list>
      <Loaded query={query} what="The members" skeleton={<TableSkeleton />}>
        {(members) => (
          <DataTable
            caption="Members with open steps"
            rows={members}
            columns={columns}
            choice={choice}
            rowKey={({ user, plan }) => `${plan} ${user._id}`}
            state={state}
            onStateChange={setState}
            searchLabel="Search members"
            empty={<EmptyState action={<EditTemplates />}>No open steps.</EmptyState>}
          />
        )}
      </Loaded>
    </Page>
  );
}

const EditTemplates = () => (
  <Link to="/dashboard/admin/onboarding/templates" className={buttonClass({ variant: 'secondary' })}>
    Edit templates
  </Link>
);
