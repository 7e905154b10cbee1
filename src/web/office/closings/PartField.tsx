import { type ReactNode, useId } from 'react';
import type { Part } from '../../../shared/closings/closing.ts';
import { formatAmount, parseMoney } from '../../../shared/money.ts';
import { TextField } from '../../ui/TextField.tsx';
import type { ClosingErrors } from './closing-form.ts';

interface AmountFieldProps {
  label: string;
  hint?: ReactNode;
  required?: boolean;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Dollars; '1200000' becomes '1,200,000' when the field is left. */
export const AmountField = ({ value, onChange, error, ...rest }: AmountFieldProps) => (
  <TextField
    {...rest}
    before="$"
    inputMode="decimal"
    autoComplete="off"
    value={value}
    error={error}
    onChange={({ target }) => onChange(target.value)}
    onBlur={() => {
      const cents = parseMoney(value);
      if (cents !== undefined) onChange(formatAmount(cents));
    }}
  />
);

interface PartFieldProps {
  label: string;
  /** The field's name in the call; its messages are at `field.rate` and `field.amount`. */
  field: string;
  by: Part['by'];
  value: string;
  errors: ClosingErrors;
  hint?: string;
  onChange: (part: { by: Part['by']; value: string }) => void;
}

/** A percentage or an amount. */
export function PartField({ label, field, by, value, errors, hint, onChange }: PartFieldProps) {
  const name = useId();
  const error = errors[`${field}.${by}`] ?? errors[field];
  const choice = (each: Part['by'], text: string) => (
    <label className="flex min-h-6 items-center gap-2 text-sm pointer-coarse:min-h-11">
      <input
        type="radio"
        name={name}
        className="size-5"
        checked={by === each}
        onChange={() => onChange({ by: each, value: '' })}
      />
      {text}
    </label>
  );
  const shared = { required: true, error, ...(hint && { hint }) };
  return (
    <div className="grid grid-cols-1 gap-2">
      {by === 'rate' ? (
        <TextField
          {...shared}
          label={`${label}, %`}
          after="%"
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange({ by, value: target.value })}
        />
      ) : (
        <AmountField
          {...shared}
          label={`${label}, $`}
          value={value}
          onChange={(typed) => onChange({ by, value: typed })}
        />
      )}
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">{label}: enter it as</legend>
        {choice('rate', 'Percent')}
        {choice('amount', 'Amount')}
      </fieldset>
    </div>
  );
}
