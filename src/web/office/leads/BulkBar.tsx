import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeadStatus } from '../../../shared/leads/lead-statuses.ts';
import { leadStatuses } from '../../../shared/leads/lead-statuses.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { statusLabel } from './lead-labels.ts';
import { type LeadChanges, ownersQuery, useChangeLeads, useUndoLeads } from './leads.queries.ts';
import { needsMore, StageDialog } from './StageDialog.tsx';

type BulkBarProps = { selected: ReadonlySet<string>; onClear: () => void };

const countOf = (count: number) => (count === 1 ? '1 lead' : `${count} leads`);

/** Changes of the marked leads, and how to undo the last one. */
export function BulkBar({ selected, onClear }: BulkBarProps) {
  const { data: owners = [] } = useQuery(ownersQuery);
  const change = useChangeLeads();
  const undo = useUndoLeads();
  const [asked, setAsked] = useState<LeadStatus>();
  const [said, setSaid] = useState('');

  function apply(changes: LeadChanges): void {
    undo.reset();
    setSaid('');
    change.mutate(
      { ids: [...selected], changes },
      {
        onSuccess: ({ changed }) => {
          setAsked(undefined);
          setSaid(`${countOf(changed)} changed`);
          onClear();
        },
      },
    );
  }

  function takeBack(id: string): void {
    undo.mutate(id, {
      onSuccess: ({ changed, left }) => {
        const kept = left > 0 ? `; ${countOf(left)} changed since then stay as they are` : '';
        setSaid(`Undone for ${countOf(changed)}${kept}`);
        change.reset();
      },
    });
  }

  const error = asked ? null : (undo.error ?? change.error);
  return (
    <div className="grid gap-3 empty:hidden">
      {selected.size > 0 && (
        <section
          aria-label="Selected leads"
          className="flex flex-wrap items-center gap-3 rounded-lg border border-field-border bg-surface p-3"
        >
          <span className="font-semibold">{selected.size} selected</span>
          <Menu align="start" button={{ variant: 'secondary', size: 'sm', children: 'Assign to' }}>
            {owners.map(({ _id, name }) => (
              <MenuItem key={_id} onSelect={() => apply({ owner: _id })}>
                {name}
              </MenuItem>
            ))}
            <MenuItem onSelect={() => apply({ owner: null })}>Unassigned</MenuItem>
          </Menu>
          <Menu align="start" button={{ variant: 'secondary', size: 'sm', children: 'Move to' }}>
            {leadStatuses.map((status) => (
              <MenuItem
                key={status}
                onSelect={() => (needsMore(status) ? setAsked(status) : apply({ status }))}
              >
                {statusLabel(status)}
              </MenuItem>
            ))}
          </Menu>
          <Button variant="quiet" size="sm" onClick={onClear}>
            Clear selection
          </Button>
        </section>
      )}
      <div role="status" className="flex flex-wrap items-center gap-3 empty:hidden">
        {said}
        {said !== '' && change.data && change.data.changed > 0 && (
          <Button
            variant="secondary"
            size="sm"
            pending={undo.isPending}
            onClick={() => change.data && takeBack(change.data._id)}
          >
            Undo
          </Button>
        )}
      </div>
      <FormError>{error && `We couldn't change these leads. Try again. ${error.message}`}</FormError>
      <StageDialog
        status={asked}
        what={countOf(selected.size)}
        pending={change.isPending}
        error={change.error}
        onConfirm={apply}
        onClose={() => {
          change.reset();
          setAsked(undefined);
        }}
      />
    </div>
  );
}
