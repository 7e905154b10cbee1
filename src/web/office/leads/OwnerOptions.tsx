import { useQuery } from '@tanstack/react-query';
import { Options } from '../../ui/SelectField.tsx';
import { ownersQuery } from './leads.queries.ts';

/** The choices of a filter by owner. */
export function OwnerOptions() {
  const { data: owners = [] } = useQuery(ownersQuery);
  return (
    <>
      <option value="">Everyone</option>
      <option value="none">Unassigned</option>
      <Options of={owners.map(({ _id, name }) => [_id, name])} />
    </>
  );
}
