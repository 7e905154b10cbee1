import { useState } from 'react';
import { ApiError, api } from '../../api.ts';
import { clearToken } from '../../session.ts';
import { Alerts } from '../../ui/Alerts.tsx';
import { alerts } from '../../ui/alerts.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormErrors } from './FormErrors.tsx';
import { useFormCall } from './useFormCall.ts';

export function ResetPasswordForm() {
  const [sentTo, setSentTo] = useState('');
  const { form, submit, pending, errors } = useFormCall(async (text) => {
    setSentTo('');
    await askForLink(text('email'));
    setSentTo(text('email'));
  }, 'email');
  return (
    <>
      <form ref={form} method="dialog" onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={errors.fields.email}
        />
        <FormErrors errors={errors} />
        {sentTo && (
          <p className="wrap-anywhere rounded-md border border-success px-4 py-3">
            If {sentTo} belongs to a member, a link is on its way. Check your spam folder too.
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={pending}>
            Submit
          </Button>
          <ButtonLink href="/login" variant="secondary">
            Go Back
          </ButtonLink>
        </div>
      </form>
      <Alerts />
    </>
  );
}

/** Confirms at once for any address, and withdraws that on failure (docs/product.md P9.4). */
async function askForLink(email: string): Promise<void> {
  // The server judges the rest: a browser would refuse "Kim Ito <kim@example.com>".
  if (!email.includes('@')) throw malformed;
  const early = alerts.add({ message: 'Email sent, please check your email', type: 'success' });
  try {
    await api('POST /api/auth/reset-password', { body: { email } });
  } catch (error) {
    clearToken();
    alerts.remove(early);
    throw error;
  }
  alerts.add({ message: 'Email sent', type: 'success' });
}

const malformed = new ApiError(400, {
  msg: 'Please include a valid email',
  errors: [{ msg: 'Please include a valid email', field: 'email' }],
});
