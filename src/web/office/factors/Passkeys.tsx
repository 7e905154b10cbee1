import { type FormEvent, useState } from 'react';
import type { FactorAdded, Passkey } from '../../../shared/factors/factors.contract.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { passkeysWork } from '../../passkeys.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { LazyConfirmDialog, useLast } from '../dialogs/lazy-dialogs.tsx';
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './factors.queries.ts';

type PasskeysProps = { passkeys: Passkey[]; onAdded: (added: FactorAdded) => void };

export function Passkeys({ passkeys, onAdded }: PasskeysProps) {
  const [target, setTarget] = useState<Passkey>();
  return (
    <div className="grid justify-items-start gap-3">
      <h3 className="font-sans font-semibold text-base leading-normal tracking-normal">Passkeys</h3>
      <p className="text-muted">
        Sign in with your fingerprint, face, device PIN, or a security key instead of a password.
      </p>
      {passkeys.length > 0 && (
        <ul
          data-list=""
          aria-label="Passkeys"
          className="grid w-full divide-y divide-line rounded-lg border border-line"
        >
          {passkeys.map((passkey) => (
            <Item key={passkey._id} passkey={passkey} onRemove={() => setTarget(passkey)} />
          ))}
        </ul>
      )}
      {passkeysWork() ? (
        <Add onAdded={onAdded} />
      ) : (
        <p className="text-muted">This browser can't use passkeys on this site.</p>
      )}
      <RemoveDialog target={target} onClose={() => setTarget(undefined)} />
    </div>
  );
}

function Item({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const [renaming, setRenaming] = useState(false);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      {renaming ? (
        <Rename passkey={passkey} onDone={() => setRenaming(false)} />
      ) : (
        <>
          <div className="min-w-0">
            <p className="wrap-anywhere font-semibold">{passkey.name}</p>
            <p className="text-muted text-sm">
              {passkey.lastUsed === null ? (
                'Not used yet'
              ) : (
                <>
                  Last used <RelativeTime iso={passkey.lastUsed} />
                </>
              )}
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Rename: ${passkey.name}`}
              onClick={() => setRenaming(true)}
            >
              Rename
            </Button>
            <Button variant="secondary" size="sm" aria-label={`Remove: ${passkey.name}`} onClick={onRemove}>
              Remove
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

function Rename({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const [name, setName] = useState(passkey.name);
  const rename = useRenamePasskey();

  function submit(event: FormEvent): void {
    event.preventDefault();
    rename.mutate({ _id: passkey._id, name }, { onSuccess: onDone });
  }

  return (
    <form noValidate onSubmit={submit} className="grid w-full gap-3">
      <TextField
        label="Name"
        required
        maxLength={maxLengths.passkey}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={rename.error?.message}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" pending={rename.isPending}>
          Save name
        </Button>
        <Button variant="secondary" size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Add({ onAdded }: { onAdded: (added: FactorAdded) => void }) {
  const [name, setName] = useState('');
  const add = useAddPasskey((added) => {
    setName('');
    onAdded(added);
  });
  const nameError = add.error instanceof ApiError ? add.error.fields.name : undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    add.mutate(name.trim() || 'Passkey');
  }

  return (
    <form noValidate onSubmit={submit} className="grid w-full max-w-form justify-items-start gap-3">
      <TextField
        label="Passkey name"
        hint={'For example, "Work laptop"'}
        className="w-full"
        maxLength={maxLengths.passkey}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={nameError}
      />
      <Button type="submit" variant="secondary" pending={add.isPending}>
        Add a passkey
      </Button>
      <FormError>{!nameError && add.error?.message}</FormError>
    </form>
  );
}

function RemoveDialog({ target, onClose }: { target: Passkey | undefined; onClose: () => void }) {
  const last = useLast(target);
  const remove = useRemovePasskey();
  return (
    <LazyConfirmDialog
      open={target !== undefined}
      title={`Remove the passkey “${last?.name}”?`}
      body="You can't sign in with it anymore. Delete it on your device too, or it stays in your list there."
      confirmLabel="Remove"
      danger
      pending={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => target && remove.mutate(target, { onSuccess: onClose })}
      onClose={() => {
        remove.reset();
        onClose();
      }}
    />
  );
}
