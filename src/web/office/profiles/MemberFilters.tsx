import { useCallback } from 'react';
import { professionalStatuses } from '../../../shared/profiles/professional-statuses.ts';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import type { useMemberFilter } from './useMemberFilter.ts';

type MemberFiltersProps = Pick<ReturnType<typeof useMemberFilter>, 'filter' | 'search' | 'change'>;

export function MemberFilters({ filter, search, change }: MemberFiltersProps) {
  const changeSearch = useCallback((text: string) => change('q', text), [change]);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-4">
        <TableSearch label="Search members" value={search} onChange={changeSearch} />
        <SelectField
          label="Status"
          value={filter.status}
          onChange={({ target }) => change('status', target.value)}
          className="w-full max-w-xs sm:w-64"
        >
          <option value="">All</option>
          <Options of={Object.entries(professionalStatuses)} />
        </SelectField>
      </div>
      <p className="text-muted text-sm">Search by name, skill, company, place, service area, or language</p>
    </div>
  );
}
