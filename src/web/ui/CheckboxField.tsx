import { type ComponentProps, useId } from 'react';
import { cx } from './cx.ts';
import { FieldError, FieldHint, type FieldProps, type Own } from './Field.tsx';

type CheckboxFieldProps = Omit<FieldProps, 'aside'> & Omit<ComponentProps<'input'>, Own | 'type'>;

export function CheckboxField(props: CheckboxFieldProps) {
  const { label, hint, error, required, className, id, ...input } = props;
  const ownId = useId();
  const boxId = id ?? ownId;
  const described = cx(Boolean(hint) && `${boxId}-hint`, Boolean(error) && `${boxId}-error`);
  return (
    <div className={cx('field', className)}>
      <label htmlFor={boxId} className="checkbox">
        <input
          {...input}
          type="checkbox"
          id={boxId}
          required={required}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
        />
        <span className={required ? 'required' : undefined}>{label}</span>
      </label>
      {hint && <FieldHint id={`${boxId}-hint`}>{hint}</FieldHint>}
      {error && <FieldError id={`${boxId}-error`}>{error}</FieldError>}
    </div>
  );
}
