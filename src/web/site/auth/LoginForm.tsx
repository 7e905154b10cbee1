import { useEffect, useState } from 'react';
import type { ErrorDetails } from '../../../shared/errors.ts';
import type { PasskeyProof } from '../../../shared/factors/passkeys.ts';
import { removedPasskeyMessage } from '../../../shared/factors/removed-passkey.ts';
import { declaredMinLength } from '../../../shared/field-limits.ts';
import { ApiError, api } from '../../api.ts';
import { passkeysWork, provePasskey, signalRemoved } from '../../passkeys.ts';
import { clearToken, storedDevice } from '../../session.ts';
import { Alerts } from '../../ui/Alerts.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormErrors } from './FormErrors.tsx';
import { keepSignedIn } from './keep-signed-in.ts';
import { nextPage } from './next-page.ts';
import { leaveFor, useFormCall } from './useFormCall.ts';
import { usePasskeySuggestions } from './usePasskeySuggestions.ts';

type SecondFactor = NonNullable<ErrorDetails['secondFactor']>;

export function LoginForm() {
  const [factor, setFactor] = useState<SecondFactor>();
  const { form, submit, run, pending, errors } = useFormCall(
    (text) => signIn(text, factor, setFactor),
    factor ? 'code' : 'password',
  );
  const offersPasskeys = usePasskeySuggestions((passkey) =>
    run(() =>
      enter(() =>
        told(passkey, api('POST /api/auth/passkey', { body: { passkey, device: storedDevice() } })),
      ),
    ),
  );
  useEffect(() => {
    const field = form.current?.elements.namedItem(factor ? 'code' : 'password');
    if (factor && field instanceof HTMLElement) field.focus();
  }, [factor, form]);

  return (
    <>
      {/* dialog: without script a browser neither submits it nor puts the password into the address. */}
      <form ref={form} method="dialog" onSubmit={submit} noValidate className="grid gap-5">
        {/* Stays in the form during the second step, so that what was typed survives going back. */}
        <div className={factor ? 'hidden' : 'grid gap-5'}>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username webauthn"
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
        </div>
        {factor && <CodeField error={errors.fields.code} />}
        <FormErrors errors={errors} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <Button type="submit" pending={pending}>
            Sign in
          </Button>
          {factor ? (
            <Button variant="quiet" onClick={() => setFactor(undefined)}>
              Start again
            </Button>
          ) : (
            <a href="/reset-password">Forgot password</a>
          )}
        </div>
        {factor?.methods.includes('passkey') && passkeysWork() && (
          <Button
            variant="secondary"
            className="justify-self-start"
            onClick={() => run(() => finishByPasskey(factor, setFactor))}
          >
            Use a passkey
          </Button>
        )}
        {!factor && offersPasskeys && (
          <Button variant="secondary" className="justify-self-start" onClick={() => run(signInByPasskey)}>
            Sign in with a passkey
          </Button>
        )}
        {/* May take 5 seconds when others have tried to guess the password. */}
        <span role="status" className="sr-only">
          {pending && 'Signing in…'}
        </span>
      </form>
      <Alerts />
    </>
  );
}

function CodeField({ error }: { error: string | undefined }) {
  return (
    <TextField
      label="Code"
      hint="From your authenticator app, or a recovery code"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      required
      error={error}
    />
  );
}

type Text = (name: string) => string;
type SetFactor = (factor: SecondFactor | undefined) => void;

async function signIn(text: Text, factor: SecondFactor | undefined, setFactor: SetFactor): Promise<void> {
  const device = storedDevice();
  if (factor) {
    const body = { ticket: factor.ticket, code: text('code'), device };
    return finish(() => enter(() => api('POST /api/auth/second-factor', { body })), setFactor);
  }
  try {
    const body = { email: text('email'), password: text('password'), device };
    await enter(() => api('POST /api/auth', { body }));
  } catch (error) {
    if (!(error instanceof ApiError) || !error.details.secondFactor) throw error;
    setFactor(error.details.secondFactor);
  }
}

const finishByPasskey = ({ ticket }: SecondFactor, setFactor: SetFactor) =>
  finish(
    () =>
      enter(async () => {
        const passkey = await provePasskey();
        const body = { ticket, passkey, device: storedDevice() };
        return told(passkey, api('POST /api/auth/second-factor', { body }));
      }),
    setFactor,
  );

const endedTicket = /^Please sign in again/;

/** Returns to the first step, with what was typed, when the ticket has ended. */
async function finish(attempt: () => Promise<void>, setFactor: SetFactor): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof ApiError && endedTicket.test(error.message)) setFactor(undefined);
    throw error;
  }
}

const signInByPasskey = () =>
  enter(async () => {
    const passkey = await provePasskey();
    return told(passkey, api('POST /api/auth/passkey', { body: { passkey, device: storedDevice() } }));
  });

/** A passkey that was removed here is said to be so once: then the browser offers it no more. */
const told = <T,>(passkey: PasskeyProof, call: Promise<T>): Promise<T> =>
  call.catch(async (error: unknown) => {
    if (error instanceof ApiError && error.messages.includes(removedPasskeyMessage))
      await signalRemoved(passkey);
    throw error;
  });

async function enter(call: () => Promise<{ token: string; device?: string | undefined }>): Promise<void> {
  try {
    keepSignedIn(await call());
  } catch (error) {
    clearToken();
    throw error;
  }
  await leaveFor(nextPage(location.href));
}
