import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgreementVersion } from '../../../shared/agreements/agreement-fields.ts';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { WordDiff } from '../articles/WordDiff.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { ShortDate } from '../page/ShortDate.tsx';
import { AgreementNavigation } from './AgreementNavigation.tsx';
import { versionQuery, versionsQuery } from './agreements.queries.ts';

const columns: Column<AgreementVersion>[] = [
  {
    id: 'number',
    header: 'Version',
    value: ({ number }) => number,
    cell: ({ number, sample }) => `${number}${sample ? ' (with sample paragraphs)' : ''}`,
  },
  {
    id: 'published',
    header: 'Published',
    value: ({ published }) => published.date,
    cell: ({ published }) => <ShortDate iso={published.date} />,
  },
  { id: 'by', header: 'By', value: ({ published }) => published.by },
  { id: 'note', header: 'What changed', value: ({ note }) => note || '—' },
  { id: 'inForce', header: 'In force', value: ({ inForce }) => inForce, align: 'end' },
];

export function AgreementVersionsPage() {
  const query = useQuery(versionsQuery);
  return (
    <Page title="Versions">
      <AgreementNavigation />
      <Loaded query={query} what="The versions" skeleton={<TableSkeleton />}>
        {(versions) =>
          versions.length === 0 ? (
            <EmptyState>No versions yet. Publish the text to make the first.</EmptyState>
          ) : (
            <>
              <PlainTable
                caption="Published versions"
                rows={versions}
                columns={columns}
                rowKey={({ _id }) => _id}
              />
              {versions.length > 1 && <Compare versions={versions} />}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Compare({ versions }: { versions: AgreementVersion[] }) {
  const [from, setFrom] = useState(versions[1]?._id ?? '');
  const [to, setTo] = useState(versions[0]?._id ?? '');
  const before = useQuery(versionQuery(from));
  const after = useQuery(versionQuery(to));
  const options = <Options of={versions.map(({ _id, number }) => [_id, `Version ${number}`])} />;
  return (
    <Section title="Compare" className="max-w-3xl">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="From" value={from} onChange={({ target }) => setFrom(target.value)}>
          {options}
        </SelectField>
        <SelectField label="To" value={to} onChange={({ target }) => setTo(target.value)}>
          {options}
        </SelectField>
      </div>
      <Loaded query={before} what="The earlier version" skeleton={<Skeleton className="h-48" />}>
        {(earlier) => (
          <Loaded query={after} what="The later version" skeleton={<Skeleton className="h-48" />}>
            {(later) =>
              earlier.text === later.text ? (
                <p className="text-muted">These texts are the same.</p>
              ) : (
                <WordDiff before={earlier.text} after={later.text} />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Section>
  );
}
