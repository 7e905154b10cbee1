import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import type { Acknowledgement } from '../../../shared/handbook/handbook.contract.ts';
import { isNotFound } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { fileQuery } from '../compliance/compliance.queries.ts';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { acknowledgementsOfQuery } from './handbook.queries.ts';

const columns: Column<Acknowledgement>[] = [
  { id: 'page', header: 'Page', value: ({ page }) => page.title, cell: ({ page }) => page.title },
  { id: 'edition', header: 'Version', value: ({ edition }) => edition, cell: ({ edition }) => edition },
  {
    id: 'date',
    header: 'Acknowledged',
    value: ({ date }) => date,
    cell: ({ date }) => <time dateTime={date}>{formatDateTime(date)}</time>,
  },
  {
    id: 'files',
    header: 'Files',
    value: ({ files }) => (files ?? []).map(({ name }) => name).join(' '),
    cell: ({ files }) => <Files files={files} />,
  },
  { id: 'device', header: 'Device', value: ({ device }) => device, cell: ({ device }) => device || '—' },
];

function Files({ files = [] }: Pick<Acknowledgement, 'files'>) {
  if (files === null) return 'Not noted at the time';
  if (files.length === 0) return '—';
  return (
    <ul aria-label="Files" className="grid grid-cols-1 gap-1">
      {files.map(({ name, sha256 }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a version never changes, and names may repeat
        <li key={place} className="wrap-anywhere">
          {name}
          <span className="block text-muted text-sm">
            SHA-256: <code translate="no">{sha256}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function MemberAcknowledgementsPage() {
  const { userId = '' } = useParams();
  const user = useQuery(fileQuery(userId));
  const query = useQuery(acknowledgementsOfQuery(userId));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page
      title={user.data ? `Acknowledgements of ${user.data.name}` : 'Acknowledgements'}
      back={{ to: '/dashboard/handbook/acknowledgements', label: 'Acknowledgements' }}
      // Shown with the title: a title of two lines would move it.
      action={
        !user.isPending && (
          <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
            Print
          </Button>
        )
      }
    >
      <Loaded query={query} what="The acknowledgements" skeleton={<TableSkeleton />}>
        {(given) =>
          given.length === 0 ? (
            <EmptyState>They haven't acknowledged a page yet.</EmptyState>
          ) : (
            <PlainTable caption="Acknowledgements" rows={given} columns={columns} rowKey={({ _id }) => _id} />
          )
        }
      </Loaded>
    </Page>
  );
}
