import { type FormEvent, useState } from 'react';
import type { ProofMethod } from '../../../shared/errors.ts';
import { ApiError, api } from '../../api.ts';
import { passkeysWork, provePasskey } from '../../passkeys.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormError } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { currentSession, expireSession, replaceToken } from '../session/office-session.ts';
import type { ConfirmationRequest } from './confirm-identity.ts';

/** Stays in one file with its form: a form that loaded later would leave the focus outside. */
export function ConfirmationDialog({ asked }: { asked: ConfirmationRequest | undefined }) {
  return (
    <Dialog
      open={asked !== undefined}
      onClose={() => asked?.settle(false)}
      title="Confirm it's you"
      description="It's been a while since you signed in. Confirm it's you to continue."
    >
      {asked && <Confirmation asked={asked} />}
    </Dialog>
  );
}

function Confirmation({ asked: { methods, settle } }: { asked: ConfirmationRequest }) {
  const [typed, setTyped] = useState('');
  const confirm = useSingleMutation({
    mutationFn: (way: ProofMethod) => confirmBy(way, typed),
    onSuccess: ({ token }) => {
      replaceToken(token);
      settle(true);
    },
    onError: (error) => {
      // The session has ended: there is nothing left to confirm.
      if (!(error instanceof ApiError) || error.status !== 401) return;
      settle(false);
      expireSession();
    },
  });
  const field = methods.includes('password') ? 'password' : 'code';
  const fieldError = confirm.error instanceof ApiError ? confirm.error.fields[field] : undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    confirm.mutate(field);
  }

  const shared = {
    value: typed,
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped(target.value),
    required: true,
    error: fieldError,
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {field === 'password' ? (
        <PasswordField label="Your password" autoComplete="current-password" {...shared} />
      ) : (
        <TextField
          label="Code"
          hint="From your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          {...shared}
        />
      )}
      {field === 'password' && <UserName />}
      <FormError>{!fieldError && confirm.error?.message}</FormError>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => settle(false)}>
          Cancel
        </Button>
        {methods.includes('passkey') && passkeysWork() && (
          <Button variant="secondary" onClick={() => confirm.mutate('passkey')}>
            Use a passkey
          </Button>
        )}
        <Button type="submit" pending={confirm.isPending}>
          Confirm
        </Button>
      </div>
    </form>
  );
}

/** Names the account to password managers. */
function UserName() {
  const session = currentSession();
  if (session.status !== 'member') return null;
  return <input type="text" autoComplete="username" value={session.user.email} readOnly hidden />;
}

async function confirmBy(way: ProofMethod, typed: string): Promise<{ token: string }> {
  const body = way === 'passkey' ? { passkey: await provePasskey() } : { [way]: typed };
  return api('POST /api/auth/confirm', { body });
}
