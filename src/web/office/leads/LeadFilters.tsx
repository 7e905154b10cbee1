import { useCallback } from 'react';
import { Link } from 'react-router';
import { SelectField } from '../../ui/SelectField.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { withParams } from '../lists/useUrlParams.ts';
import { OwnerFilter } from './OwnerFilter.tsx';
import { SavedViews } from './SavedViews.tsx';
import { StatusOptions } from './StatusOptions.tsx';
import type { useLeadFilter } from './useLeadFilter.ts';

export function LeadFilters({ filter, params, change }: ReturnType<typeof useLeadFilter>) {
  const search = useCallback((text: string) => change('q', text), [change]);
  return (
    <div className="grid gap-5">
      <nav aria-label="Folders" className="flex gap-6 border-line border-b">
        <Folder to={withParams(params, { folder: '' })} current={!filter.spam}>
          Inbox
        </Folder>
        <Folder to={withParams(params, { folder: 'spam' })} current={filter.spam}>
          Spam
        </Folder>
      </nav>
      <div className="flex flex-wrap items-end gap-4">
        <TableSearch label="Search leads" value={params.get('q') ?? ''} onChange={search} />
        <SelectField
          label="Stage"
          value={filter.status ?? ''}
          onChange={({ target }) => change('status', target.value)}
          className="w-full max-w-xs sm:w-48"
        >
          <option value="">All</option>
          <StatusOptions />
        </SelectField>
        <OwnerFilter value={filter.owner} onChange={(owner) => change('owner', owner)} />
        <SelectField
          label="People"
          value={filter.several ? 'true' : ''}
          onChange={({ target }) => change('several', target.value)}
          className="w-full max-w-xs sm:w-56"
        >
          <option value="">All</option>
          <option value="true">Concerns several people</option>
        </SelectField>
        <SavedViews />
      </div>
    </div>
  );
}

type FolderProps = { to: URLSearchParams; current: boolean; children: string };

const Folder = ({ to, current, children }: FolderProps) => (
  <Link
    to={{ search: to.toString() }}
    preventScrollReset
    aria-current={current ? 'page' : undefined}
    className="-mb-px grid min-h-11 items-center border-transparent border-b-2 font-semibold text-muted no-underline hover:text-text focus-visible:-outline-offset-2 aria-[current=page]:border-brand aria-[current=page]:text-text"
  >
    {children}
  </Link>
);
