import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { SecretDialog } from '../dialogs/SecretDialog.tsx';
import { WebhookForm, type WebhookValues } from './WebhookForm.tsx';
import { useCreateWebhook } from './webhooks.queries.ts';

export function AddWebhook() {
  const [open, setOpen] = useState(false);
  /** A new key makes the next form start empty. */
  const [round, setRound] = useState(0);
  const [secret, setSecret] = useState<string>();
  const create = useCreateWebhook();
  const id = useId();

  function close(): void {
    if (create.isPending) return;
    create.reset();
    setOpen(false);
  }

  function submit({ kind, name, events, url, key }: WebhookValues): void {
    const body = kind === 'standard' ? { kind, name, events, url } : { kind, name, events, key };
    create.mutate(body, {
      onSuccess: (made) => {
        setOpen(false);
        setRound(round + 1);
        setSecret(made.secret ?? undefined);
      },
    });
  }

  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Add webhook
      </Button>
      <FormDialog
        open={open}
        onClose={close}
        title="Add webhook"
        form={id}
        pending={create.isPending}
        submit="Add"
      >
        <WebhookForm key={round} id={id} pending={create.isPending} error={create.error} onSubmit={submit} />
      </FormDialog>
      <NewSecret secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

export const NewSecret = ({ secret, onClose }: { secret: string | undefined; onClose: () => void }) => (
  <SecretDialog
    secret={secret}
    title="The secret of this webhook"
    description="The receiving system uses it to check signatures. Copy it now. You won't see it again."
    onClose={onClose}
  />
);
