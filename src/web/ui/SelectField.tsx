import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { Field, type FieldProps, type Own, splitField } from './Field.tsx';

type SelectFieldProps = FieldProps & Omit<ComponentProps<'select'>, Own>;

/** The native select; options are its children. */
export function SelectField(props: SelectFieldProps) {
  const { field, control: select } = splitField(props);
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className="control appearance-none pr-10" />
          <ChevronDown className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-muted" />
        </div>
      )}
    </Field>
  );
}

type OptionsProps = { of: readonly (readonly [value: string | number, text: string | number])[] };

export const Options = ({ of }: OptionsProps) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
