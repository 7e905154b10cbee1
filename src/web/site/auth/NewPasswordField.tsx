import { useState } from 'react';
import { passwordLength } from '../../../shared/field-limits.ts';
import { cx } from '../../ui/cx.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { type Strength, strengthOf } from './password-strength.ts';

export function NewPasswordField({
  label = 'Password',
  error,
}: {
  label?: string;
  error: string | undefined;
}) {
  const [typed, setTyped] = useState('');
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      minLength={passwordLength.min}
      required
      hint={`At least ${passwordLength.min} characters.`}
      aside={<StrengthHint strength={strengthOf(typed)} />}
      error={error}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

function StrengthHint({ strength: { level, label } }: { strength: Strength }) {
  return (
    <span className="flex items-center gap-2 text-muted text-xs">
      <span role="status">
        {label && <span className="sr-only">Strength: </span>}
        {label}
      </span>
      {label && (
        <span aria-hidden="true" className="flex gap-0.5">
          {[1, 2, 3, 4].map((step) => (
            <span
              key={step}
              className={cx('h-1.5 w-5 rounded-full', step <= level ? fills[level] : 'bg-line')}
            />
          ))}
        </span>
      )}
    </span>
  );
}

const fills = ['bg-line', 'bg-error', 'bg-poppy', 'bg-brand', 'bg-success'];
