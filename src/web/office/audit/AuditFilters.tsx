import { useQuery } from '@tanstack/react-query';
import { actionLabel, auditActions } from '../../../shared/audit/audit-actions.ts';
import type { ColumnChoice } from '../../ui/columns.ts';
import { Filter, FilterBar } from '../../ui/Filters.tsx';
import { Options } from '../../ui/SelectField.tsx';
import { TableTools } from '../../ui/TableTools.tsx';
import { auditColumns } from './AuditTable.tsx';
import { type AuditFilter, actorsQuery } from './audit.queries.ts';

type AuditFiltersProps = {
  filter: AuditFilter;
  onChange: (name: keyof AuditFilter, value: string) => void;
  choice: ColumnChoice;
};

export function AuditFilters({ filter, onChange, choice }: AuditFiltersProps) {
  const { data: actors = [] } = useQuery(actorsQuery);
  return (
    <FilterBar tools={<TableTools columns={auditColumns} choice={choice} />}>
      <Filter label="Action" value={filter.action ?? ''} onChange={(action) => onChange('action', action)}>
        <option value="">All actions</option>
        <Options of={auditActions.map((action) => [action, actionLabel(action)])} />
      </Filter>
      <Filter label="Person" value={filter.actor ?? ''} onChange={(actor) => onChange('actor', actor)}>
        <option value="">Everyone</option>
        <Options of={actors.map(({ _id, name }) => [_id, name])} />
      </Filter>
    </FilterBar>
  );
}
