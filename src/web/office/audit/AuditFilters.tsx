import { useQuery } from '@tanstack/react-query';
import { auditActions } from '../../../shared/audit-actions.ts';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { actionLabel } from './action-labels.ts';
import { type AuditFilter, actorsQuery } from './audit.queries.ts';

type AuditFiltersProps = {
  filter: AuditFilter;
  onChange: (name: keyof AuditFilter, value: string) => void;
};

export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { data: actors = [] } = useQuery(actorsQuery);
  return (
    <div className="grid gap-4 sm:max-w-form sm:grid-cols-2">
      <SelectField
        label="Action"
        value={filter.action ?? ''}
        onChange={(event) => onChange('action', event.target.value)}
      >
        <option value="">All actions</option>
        <Options of={auditActions.map((action) => [action, actionLabel(action)])} />
      </SelectField>
      <SelectField
        label="Person"
        value={filter.actor ?? ''}
        onChange={(event) => onChange('actor', event.target.value)}
      >
        <option value="">Everyone</option>
        <Options of={actors.map(({ _id, name }) => [_id, name])} />
      </SelectField>
    </div>
  );
}
