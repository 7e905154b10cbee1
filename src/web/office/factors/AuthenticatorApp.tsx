import { type FormEvent, useState } from 'react';
import type { FactorAdded } from '../../../shared/factors/factors.contract.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { useBeginTotp, useEnableTotp, useRemoveTotp } from './factors.queries.ts';
import { QrCode } from './QrCode.tsx';

type AuthenticatorAppProps = { enabled: boolean; onAdded: (added: FactorAdded) => void };

export function AuthenticatorApp({ enabled, onAdded }: AuthenticatorAppProps) {
  const begin = useBeginTotp();
  return (
    <div className="grid justify-items-start gap-3">
      <h3 className="font-sans font-semibold text-base leading-normal tracking-normal">Authenticator app</h3>
      {enabled ? (
        <Remove />
      ) : begin.data ? (
        <Setup
          {...begin.data}
          onCancel={begin.reset}
          onAdded={(added) => {
            begin.reset();
            onAdded(added);
          }}
        />
      ) : (
        <>
          <Button variant="secondary" pending={begin.isPending} onClick={() => begin.mutate()}>
            Set up an authenticator app
          </Button>
          <FormError>{begin.error?.message}</FormError>
        </>
      )}
    </div>
  );
}

interface SetupProps {
  secret: string;
  uri: string;
  onCancel: () => void;
  onAdded: (added: FactorAdded) => void;
}

function Setup({ secret, uri, onCancel, onAdded }: SetupProps) {
  const [code, setCode] = useState('');
  const enable = useEnableTotp(onAdded);
  const codeError = enable.error instanceof ApiError ? enable.error.fields.code : undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    enable.mutate(code);
  }

  return (
    <form noValidate onSubmit={submit} className="grid w-full max-w-form gap-4">
      <p>Scan this with your authenticator app, or type in the key.</p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p className="text-muted text-sm">
        Key:{' '}
        <code translate="no" className="wrap-anywhere font-mono text-text">
          {secret.match(/.{4}/g)?.join(' ')}
        </code>
      </p>
      <TextField
        label="Code from your app"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        onChange={({ target }) => setCode(target.value)}
        error={codeError}
      />
      <FormError>{!codeError && enable.error?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={enable.isPending}>
          Turn on
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Remove() {
  const [asking, setAsking] = useState(false);
  const remove = useRemoveTotp();
  return (
    <>
      <p className="text-muted">Authenticator app is on. You'll enter its code when you sign in.</p>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Remove the authenticator app
      </Button>
      <LazyConfirmDialog
        open={asking}
        title="Remove the authenticator app?"
        body="Its codes stop working. Without another second step, your password alone signs you in."
        confirmLabel="Remove"
        danger
        pending={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => {
          remove.reset();
          setAsking(false);
        }}
      />
    </>
  );
}
