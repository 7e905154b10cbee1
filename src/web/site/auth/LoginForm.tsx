import { declaredMinLength } from '../../../shared/field-limits.ts';
import { api } from '../../api.ts';
import { clearToken, storedDevice } from '../../session.ts';
import { Alerts } from '../../ui/Alerts.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormErrors } from './FormErrors.tsx';
import { keepSignedIn } from './keep-signed-in.ts';
import { nextPage } from './next-page.ts';
import { leaveFor, useFormCall } from './useFormCall.ts';

export function LoginForm() {
  const { form, submit, pending, errors } = useFormCall(signIn, 'password');
  return (
    <>
      {/* dialog: without script a browser neither submits it nor puts the password into the address. */}
      <form ref={form} method="dialog" onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={errors.fields.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          minLength={declaredMinLength}
          required
          error={errors.fields.password}
        />
        <FormErrors errors={errors} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <Button type="submit" pending={pending}>
            Sign in
          </Button>
          <a href="/reset-password">Forgot password</a>
        </div>
        {/* May take 5 seconds when others have tried to guess the password. */}
        <span role="status" className="sr-only">
          {pending && 'Signing in…'}
        </span>
      </form>
      <Alerts />
    </>
  );
}

async function signIn(text: (name: string) => string): Promise<void> {
  try {
    const body = { email: text('email'), password: text('password'), device: storedDevice() };
    keepSignedIn(await api('POST /api/auth', { body }));
  } catch (error) {
    clearToken();
    throw error;
  }
  await leaveFor(nextPage(location.href));
}
