import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { FieldError } from '../../ui/Field.tsx';
import { nameOf } from './lead-labels.ts';
import { StatusOptions } from './StatusOptions.tsx';
import { useLeadStatus } from './useLeadStatus.tsx';

export function RowStatus({ lead }: { lead: Lead }) {
  const id = useId();
  const { status, error, choose, dialog } = useLeadStatus(lead);
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Stage of {nameOf(lead)}
      </label>
      <span className="group/stage relative inline-block">
        <select
          id={id}
          value={status}
          onChange={({ target }) => choose(target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          className="-ms-2 min-h-7 cursor-pointer appearance-none @max-table:field-sizing-content rounded-md border border-transparent bg-transparent ps-2 pe-6 text-text hover:border-field-border hover:bg-surface focus-visible:border-field-border focus-visible:bg-surface aria-invalid:border-error pointer-coarse:min-h-11"
        >
          <StatusOptions />
        </select>
        <ChevronDown className="pointer-events-none absolute inset-y-0 end-1.5 my-auto size-3.5 text-muted" />
      </span>
      <span role="alert" className="block">
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </span>
      {dialog}
    </>
  );
}
