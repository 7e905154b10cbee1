import { type ComponentProps, useId } from 'react';
import { cx } from './cx.ts';
import { FieldError, FieldHint, type FieldProps, type Own, requiredMark } from './Field.tsx';

type CheckboxFieldProps = Omit<FieldProps, 'aside'> & Omit<ComponentProps<'input'>, Own | 'type'>;

export function CheckboxField(props: CheckboxFieldProps) {
  const { label, hint, error, required, className, id, ...input } = props;
  const ownId = useId();
  const boxId = id ?? ownId;
  const described = cx(Boolean(hint) && `${boxId}-hint`, Boolean(error) && `${boxId}-error`);
  return (
    <div className={cx('grid gap-1.5', className)}>
      <label htmlFor={boxId} className="flex min-h-6 items-start gap-3 pointer-coarse:min-h-11">
        <input
          {...input}
          type="checkbox"
          id={boxId}
          required={required}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          className="mt-0.5 size-5 shrink-0"
        />
        <span className={cx(required && requiredMark)}>{label}</span>
      </label>
      {hint && <FieldHint id={`${boxId}-hint`}>{hint}</FieldHint>}
      {error && <FieldError id={`${boxId}-error`}>{error}</FieldError>}
    </div>
  );
}
