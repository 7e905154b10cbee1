import type { UseFormRegisterReturn } from 'react-hook-form';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';

type Control = UseFormRegisterReturn & { label: string; error: string | undefined };

type PeriodFieldsProps = {
  from: Control;
  to: Control;
  description: Control;
  currentLabel: string;
  current: boolean;
  onCurrent: (current: boolean) => void;
};

/** A current period has no end date. */
export function PeriodFields(props: PeriodFieldsProps) {
  const { from, to, description, currentLabel, current, onCurrent } = props;
  return (
    <>
      <TextField {...from} type="date" max="9999-12-31" />
      <CheckboxField
        label={currentLabel}
        checked={current}
        onChange={({ target }) => onCurrent(target.checked)}
      />
      <TextField
        {...to}
        type="date"
        max="9999-12-31"
        disabled={current}
        error={current ? undefined : to.error}
      />
      <TextArea {...description} dir="auto" />
    </>
  );
}
