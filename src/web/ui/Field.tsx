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

/** Passes the child the attributes that tie it to label, hint and error. */
export function Field(
  props: FieldProps & { id?: string | undefined; children: (control: ControlProps) => ReactNode },
) {
  const { label, hint, error, required, aside, className, children } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const described = cx(Boolean(hint) && `${id}-hint`, Boolean(error) && `${id}-error`);
  return (
    <div className={cx('field', className)}>
      <div className="field-head">
        <label htmlFor={id} className={required ? 'required' : undefined}>
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

/** Why a form as a whole, or an action, was refused; said as it appears. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && <FieldError>{children}</FieldError>}
    </div>
  );
}

export type Own = 'className' | 'required' | 'prefix' | 'aria-describedby' | 'aria-invalid';

/** Splits the props of a field into those of the field itself and those of its control. */
export function splitField<Props extends FieldProps & { id?: string | undefined }>(props: Props) {
  const { label, hint, error, required, aside, className, id, ...control } = props;
  return { field: { label, hint, error, required, aside, className, id }, control };
}
