import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router';
import { Filter, FilterBar } from '../../ui/Filters.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { withParams } from '../lists/useUrlParams.ts';
import { OwnerOptions } from './OwnerOptions.tsx';
import { SavedViews } from './SavedViews.tsx';
import { StatusOptions } from './StatusOptions.tsx';
import type { useLeadFilter } from './useLeadFilter.ts';

type LeadFiltersProps = Pick<ReturnType<typeof useLeadFilter>, 'filter' | 'params' | 'change'> & {
  tools: ReactNode;
  /** Those that a saved view keeps; empty for the usual ones. */
  columns: string;
};

export function LeadFilters({ filter, params, change, tools, columns }: LeadFiltersProps) {
  const search = useCallback((text: string) => change('q', text), [change]);
  return (
    <FilterBar
      search={<TableSearch label="Search leads" value={params.get('q') ?? ''} onChange={search} />}
      lead={
        <>
          <nav aria-label="Folders" className="flex gap-4 px-1">
            <Folder to={withParams(params, { folder: '' })} current={!filter.spam}>
              Inbox
            </Folder>
            <Folder to={withParams(params, { folder: 'spam' })} current={filter.spam}>
              Spam
            </Folder>
          </nav>
          <SavedViews columns={columns} />
        </>
      }
      tools={tools}
    >
      <Filter label="Stage" value={filter.status ?? ''} onChange={(status) => change('status', status)}>
        <option value="">All</option>
        <StatusOptions />
      </Filter>
      <Filter label="Owner" value={filter.owner ?? ''} onChange={(owner) => change('owner', owner)}>
        <OwnerOptions />
      </Filter>
    </FilterBar>
  );
}

type FolderProps = { to: URLSearchParams; current: boolean; children: string };

const Folder = ({ to, current, children }: FolderProps) => (
  <Link
    to={{ search: to.toString() }}
    preventScrollReset
    aria-current={current ? 'page' : undefined}
    className="grid min-h-9 items-center border-transparent border-b-2 font-semibold text-muted text-sm no-underline hover:text-text focus-visible:-outline-offset-2 aria-[current=page]:border-brand aria-[current=page]:text-text pointer-coarse:min-h-11"
  >
    {children}
  </Link>
);
