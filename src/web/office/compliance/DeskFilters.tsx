import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useCallback, useId, useState } from 'react';
import type { Desk } from '../../../shared/compliance/compliance.contract.ts';
import { kindLabels } from '../../../shared/compliance/finding-labels.ts';
import { findingNames } from '../../../shared/compliance/findings.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import type { useUrlParams } from '../lists/useUrlParams.ts';
import type { DeskFilter, DeskSort } from './compliance.queries.ts';

export const sorts: Record<DeskSort, string> = {
  worst: 'Most urgent first',
  due: 'Due soonest first',
  name: 'By name',
};

type DeskFiltersProps = {
  desk: Desk | undefined;
  filter: DeskFilter;
  sort: DeskSort;
  change: ReturnType<typeof useUrlParams>[1];
};

/** On a phone behind a button, so that the list begins on the first screen. */
export function DeskFilters({ desk, filter, sort, change }: DeskFiltersProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const search = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="sm:hidden">
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal className="size-4" />
          Search and filter
        </Button>
      </div>
      <div id={id} className={cx('flex flex-wrap items-end gap-4', !open && 'max-sm:hidden')}>
        <TableSearch label="Search members" value={filter.search} onChange={search} />
        <SelectField
          label="What"
          value={filter.kind === 'all' ? '' : filter.kind}
          onChange={({ target }) => change({ kind: target.value })}
          className="w-full max-w-xs sm:w-64"
        >
          <option value="">Everything</option>
          {findingNames.map((kind) => (
            <option key={kind} value={kind}>
              {kindLabels[kind]}
              {countOf(desk, kind)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Sort"
          value={sort}
          onChange={({ target }) => change({ sort: target.value === 'worst' ? '' : target.value })}
          className="w-full max-w-xs sm:w-48"
        >
          <Options of={Object.entries(sorts)} />
        </SelectField>
      </div>
    </div>
  );
}

function countOf(desk: Desk | undefined, kind: string): string {
  const count = desk?.counts.find((each) => each.kind === kind);
  const open = (count?.wrong ?? 0) + (count?.due ?? 0);
  return open > 0 ? ` (${open})` : '';
}
