import { useEffect, useState } from 'react';
import { passwordLength } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { FormErrors } from '../../site/auth/FormErrors.tsx';
import { NewPasswordField } from '../../site/auth/NewPasswordField.tsx';
import { useFormCall } from '../../site/auth/useFormCall.ts';
import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { subscribeToAsked } from '../confirm/confirm-identity.ts';
import { useUser } from '../session/guards.tsx';
import { useChangePassword } from './account.queries.ts';

/** Stores the passwords nowhere but in the fields: they stay after an error and are cleared after saving. */
export function ChangePasswordForm() {
  const { email } = useUser();
  const change = useChangePassword();
  const [saved, setSaved] = useState(0);
  const { form, submit, pending, errors } = useFormCall(async (text) => {
    if (text('password') !== text('password2')) throw different;
    await alertAtOnce(() => change.mutateAsync(text('password')));
    setSaved(saved + 1);
  }, 'password');

  // Saving replaces the fields, so focus is lost.
  useEffect(() => {
    const field = form.current?.elements.namedItem('password');
    if (saved > 0 && field instanceof HTMLElement) field.focus();
  }, [saved, form]);

  return (
    <form ref={form} method="post" onSubmit={submit} noValidate className="grid gap-6">
      {/* Names the account to password managers. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField key={`password ${saved}`} label="New password" error={errors.fields.password} />
      <PasswordField
        key={`password2 ${saved}`}
        label="Repeat new password"
        name="password2"
        autoComplete="new-password"
        minLength={passwordLength.min}
        required
        error={errors.fields.password2}
      />
      <FormErrors errors={errors} />
      <Button type="submit" pending={pending} className="justify-self-start">
        Save password
      </Button>
    </form>
  );
}

const different = new ApiError(400, {
  msg: 'passwords do not match',
  errors: [{ msg: 'passwords do not match', field: 'password2' }],
});

/** Shows 'password saved' before the server responds, and withdraws it on failure (docs/product.md P9.4). */
async function alertAtOnce(save: () => Promise<unknown>): Promise<void> {
  const early = alerts.add({ message: 'password saved', type: 'success' });
  const withdraw = () => alerts.remove(early);
  // Nothing is saved while the user is asked who they are.
  const stop = subscribeToAsked(withdraw);
  try {
    await save();
  } catch (error) {
    withdraw();
    throw error;
  } finally {
    stop();
  }
  alerts.add({ message: 'Password Updated', type: 'success' });
}
