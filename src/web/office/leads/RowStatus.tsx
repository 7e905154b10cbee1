import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import type { Lead } from '../../../shared/leads.contract.ts';
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
      <span className="relative inline-block max-w-full">
        <select
          id={id}
          value={status}
          onChange={({ target }) => choose(target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          className="min-h-9 max-w-full appearance-none text-ellipsis rounded-md border border-field-border bg-surface ps-2.5 pe-8 text-text aria-invalid:border-error pointer-coarse:min-h-11"
        >
          <StatusOptions />
        </select>
        <ChevronDown className="pointer-events-none absolute inset-y-0 end-2 my-auto size-4 text-muted" />
      </span>
      <span role="alert" className="block">
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </span>
      {dialog}
    </>
  );
}
