import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to mend it; its presence marks the control as invalid. */
  error?: ReactNode;
  required?: boolean;
  /** Small print opposite the label, such as a character count. */
  aside?: ReactNode;
  className?: string;
};

/** What a control needs to belong to its label, hint and error. */
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

/** An asterisk that is seen but not part of the name: `required` says it to those who do not see it. */
export const requiredMark = "after:text-error after:content-['_*'/'']";

/** Label, hint and error around any control: the child receives the attributes that tie them together. */
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

/** What a field sets on its control by itself. */
export type Own = 'className' | 'required' | 'prefix' | 'aria-describedby' | 'aria-invalid';
