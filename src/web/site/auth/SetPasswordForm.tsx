import type { PasswordLink } from '../../../shared/auth/auth.contract.ts';
import { api } from '../../api.ts';
import { clearToken, storedDevice } from '../../session.ts';
import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FormErrors } from './FormErrors.tsx';
import { keepSignedIn } from './keep-signed-in.ts';
import { NewPasswordField } from './NewPasswordField.tsx';
import { leaveFor, useFormCall } from './useFormCall.ts';

interface SetPasswordFormProps {
  token: string;
  link: PasswordLink;
  onSaved: () => void;
}

/** An invitation also asks for the age, and signs in. */
export function SetPasswordForm({ token, link: { kind, email }, onSaved }: SetPasswordFormProps) {
  const { form, submit, pending, errors } = useFormCall(async (text) => {
    const adult = text('adult') === 'on';
    const body = { token, password: text('password'), adult, device: storedDevice() };
    const { token: signedIn, device } = await api('POST /api/auth/set-password', { body });
    if (signedIn !== undefined) {
      keepSignedIn({ token: signedIn, device }, 'Your password is saved.');
      return leaveFor('/dashboard');
    }
    clearToken();
    alerts.add({ message: 'Password Updated', type: 'success' });
    onSaved();
  }, 'password');
  return (
    <form ref={form} method="dialog" onSubmit={submit} noValidate className="grid gap-5">
      <p className="wrap-anywhere">
        For <strong className="font-semibold">{email}</strong>
      </p>
      {/* Password managers store the password with it. */}
      <input hidden name="username" type="email" autoComplete="username" value={email} readOnly />
      <NewPasswordField error={errors.fields.password} />
      {kind === 'invitation' && (
        <>
          <CheckboxField label="I am 18 or older" name="adult" required error={errors.fields.adult} />
          <p className="text-muted text-sm">
            By setting a password you accept our{' '}
            <a href="/privacy-and-gdpr-policy">privacy and GDPR policy</a>.
          </p>
        </>
      )}
      <FormErrors errors={errors} />
      <Button type="submit" pending={pending} className="justify-self-start">
        Save password
      </Button>
    </form>
  );
}
