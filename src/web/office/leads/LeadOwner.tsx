import { useQuery } from '@tanstack/react-query';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { ownersQuery, useChangeLead } from './leads.queries.ts';

export function LeadOwner({ lead }: { lead: Lead }) {
  const { data: owners = [] } = useQuery(ownersQuery);
  const change = useChangeLead(lead._id);
  const chosen = change.isPending ? change.variables.owner : undefined;
  const owner = chosen === undefined ? lead.owner?._id : chosen;
  // An owner who is no admin any more stays until another is chosen.
  const missing = lead.owner && !owners.some(({ _id }) => _id === lead.owner?._id) ? [lead.owner] : [];
  return (
    <SelectField
      label="Owner"
      value={owner ?? ''}
      error={
        change.error && (
          <span role="alert">We couldn't change the owner. Try again. {change.error.message}</span>
        )
      }
      onChange={({ target }) => change.mutate({ owner: target.value || null })}
    >
      <option value="">Unassigned</option>
      <Options of={[...missing, ...owners].map(({ _id, name }) => [_id, name])} />
    </SelectField>
  );
}
