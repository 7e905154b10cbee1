import { api } from '../../api.ts';
import { storedDevice } from '../../session.ts';
import { Alerts } from '../../ui/Alerts.tsx';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormErrors } from './FormErrors.tsx';
import { keepSignedIn } from './keep-signed-in.ts';
import { NewPasswordField } from './NewPasswordField.tsx';
import { leaveFor, useFormCall } from './useFormCall.ts';
import { useFragment } from './useFragment.ts';

export function SetupForm() {
  const token = useFragment();
  const { form, submit, pending, errors } = useFormCall(async (text) => {
    const body = {
      token: token ?? '',
      name: text('name'),
      email: text('email'),
      password: text('password'),
      device: storedDevice(),
    };
    keepSignedIn(await api('POST /api/auth/setup', { body }), 'Account created.');
    await leaveFor('/dashboard');
  }, 'password');
  return (
    <>
      <form ref={form} method="dialog" onSubmit={submit} noValidate className="grid gap-5">
        {token === '' && <FieldError>Open the full link that the server printed.</FieldError>}
        <TextField label="Name" name="name" autoComplete="name" required error={errors.fields.name} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={errors.fields.email}
        />
        <NewPasswordField error={errors.fields.password} />
        <p className="text-muted text-sm">
          By setting a password you accept the <a href="/privacy-and-gdpr-policy">privacy and GDPR policy</a>.
        </p>
        <FormErrors errors={errors} />
        <Button type="submit" pending={pending} className="justify-self-start">
          Create admin account
        </Button>
      </form>
      <Alerts />
    </>
  );
}
