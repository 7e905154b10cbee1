import { useQuery } from '@tanstack/react-query';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { ownersQuery } from './leads.queries.ts';

type OwnerFilterProps = { value: string | undefined; onChange: (owner: string) => void };

export function OwnerFilter({ value, onChange }: OwnerFilterProps) {
  const { data: owners = [] } = useQuery(ownersQuery);
  return (
    <SelectField
      label="Owner"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value)}
      className="w-full max-w-xs sm:w-48"
    >
      <option value="">Everyone</option>
      <option value="none">Unassigned</option>
      <Options of={owners.map(({ _id, name }) => [_id, name])} />
    </SelectField>
  );
}
