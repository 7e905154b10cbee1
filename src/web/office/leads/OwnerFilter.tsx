import { useQuery } from '@tanstack/react-query';
import { Filter } from '../../ui/Filters.tsx';
import { Options } from '../../ui/SelectField.tsx';
import { ownersQuery } from './leads.queries.ts';

type OwnerFilterProps = { value: string | undefined; onChange: (owner: string) => void };

export function OwnerFilter({ value, onChange }: OwnerFilterProps) {
  const { data: owners = [] } = useQuery(ownersQuery);
  return (
    <Filter label="Owner" value={value ?? ''} onChange={onChange}>
      <option value="">Everyone</option>
      <option value="none">Unassigned</option>
      <Options of={owners.map(({ _id, name }) => [_id, name])} />
    </Filter>
  );
}
