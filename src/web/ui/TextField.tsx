import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Field, type FieldProps, type Own, splitField } from './Field.tsx';

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, Own> & {
    /** A unit inside the field, such as $ or %; include it in the label. */
    before?: string;
    after?: string;
  };

export function TextField(props: TextFieldProps) {
  const { field, control: given } = splitField(props);
  const { before, after, ...input } = given;
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          {before && <Unit side="left-3">{before}</Unit>}
          <input {...input} {...control} className={cx('control', before && 'pl-8', after && 'pr-8')} />
          {after && <Unit side="right-3">{after}</Unit>}
        </div>
      )}
    </Field>
  );
}

function Unit({ side, children }: { side: string; children: string }) {
  return (
    <span aria-hidden="true" className={cx('control-unit', side)}>
      {children}
    </span>
  );
}
