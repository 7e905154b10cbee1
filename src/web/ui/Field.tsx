import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** Small print opposite the label, such as a character count. */
  aside?: ReactNode;
  className?: string;
};

/** Ties a control to its label, hint and error. */
export type ControlProps = {
  id: string;
  required: boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export const controlClass = cx(
  'block min-h-11 w-full rounded-md border border-field-border bg-surface px-3 py-2 text-base text-text',
  'placeholder:text-muted placeholder:opacity-100 aria-invalid:border-error',
  'disabled:cursor-not-allowed disabled:bg-sand disabled:text-muted',
);

/** Visible only: `required` informs screen readers, so the asterisk has an empty text alternative. */
export const requiredMark = "after:text-error after:content-['_*'/'']";

/** Passes the child the attributes that tie it to label, hint and error. */
export function Field(props: FieldProps & { id?: string; children: (control: ControlProps) => ReactNode }) {
  const { label, hint, error, required, aside, className, children } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const described = cx(Boolean(hint) && `${id}-hint`, Boolean(error) && `${id}-error`);
  return (
    <div className={cx('grid gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className={cx('font-semibold text-sm', required && requiredMark)}>
          {label}
        </label>
        {aside}
      </div>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      {children({
        id,
        required,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-muted text-sm">
      {children}
    </p>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-error text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

export type Own = 'className' | 'required' | 'prefix' | 'aria-describedby' | 'aria-invalid';
