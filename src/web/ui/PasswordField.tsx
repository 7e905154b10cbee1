import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useState } from 'react';
import { Field, type FieldProps, type Own, splitField } from './Field.tsx';

type PasswordFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, Own | 'type'> & {
    autoComplete: 'current-password' | 'new-password';
  };

export function PasswordField(props: PasswordFieldProps) {
  const { field, control: input } = splitField(props);
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className="control pr-12"
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted hover:text-text"
          >
            <Icon className="size-5" />
            {/* Text, not aria-label: a look-up of the field by its label would also find the button. */}
            <span className="sr-only">Show password</span>
          </button>
        </div>
      )}
    </Field>
  );
}
