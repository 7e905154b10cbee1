import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Webhook } from '../../../shared/webhooks/webhooks.contract.ts';
import { say, warn } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { NewSecret } from './AddWebhook.tsx';
import { WebhookForm } from './WebhookForm.tsx';
import { useChangeWebhook, useDeleteWebhook, useReplaceSecret, useTestWebhook } from './webhooks.queries.ts';

const showError = ({ message }: Error) => warn(message);

const seenOf = ({ name, url, events, enabled }: Webhook) => ({ name, url, events, enabled });

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const test = useTestWebhook(webhook._id);
  const turn = useChangeWebhook(webhook._id);

  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess: ({ state, error }) =>
        state === 'delivered' ? say('Test delivered') : warn(`Test not delivered: ${error}`),
      onError: showError,
    });
  const turnOnOrOff = () =>
    turn.mutate(
      { enabled: !webhook.enabled, seen: seenOf(webhook) },
      {
        onSuccess: ({ enabled }) => say(enabled ? 'Webhook turned on' : 'Webhook turned off'),
        onError: showError,
      },
    );
  return (
    <div className="flex flex-wrap gap-3">
      <Button pending={test.isPending} onClick={sendTest}>
        Send a test
      </Button>
      <EditWebhook webhook={webhook} />
      <Button variant="secondary" pending={turn.isPending} onClick={turnOnOrOff}>
        {webhook.enabled ? 'Turn off' : 'Turn on'}
      </Button>
      {webhook.kind === 'standard' && <ReplaceSecret id={webhook._id} />}
      <DeleteWebhook webhook={webhook} />
    </div>
  );
}

function EditWebhook({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState(false);
  const save = useChangeWebhook(webhook._id);
  const id = useId();

  function close(): void {
    if (save.isPending) return;
    save.reset();
    setOpen(false);
  }

  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Edit
      </Button>
      <FormDialog
        open={open}
        onClose={close}
        title="Edit webhook"
        form={id}
        pending={save.isPending}
        submit="Save"
      >
        <WebhookForm
          key={JSON.stringify(webhook)}
          id={id}
          webhook={webhook}
          pending={save.isPending}
          error={save.error}
          onSubmit={({ kind, name, events, url, key }) =>
            save.mutate(
              {
                name,
                events,
                ...(kind === 'standard' ? { url } : key !== '' && { key }),
                seen: seenOf(webhook),
              },
              { onSuccess: () => setOpen(false) },
            )
          }
        />
      </FormDialog>
    </>
  );
}

function ReplaceSecret({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const replace = useReplaceSecret(id);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Replace the secret
      </Button>
      <LazyConfirmDialog
        open={open}
        title="Replace the secret?"
        body="You'll see the new one once. For a day we sign events with the old one too, so nothing is missed."
        confirmLabel="Replace"
        pending={replace.isPending}
        error={replace.error?.message}
        onConfirm={() =>
          replace.mutate(undefined, {
            onSuccess: (made) => {
              setOpen(false);
              setSecret(made.secret ?? undefined);
            },
          })
        }
        onClose={() => {
          replace.reset();
          setOpen(false);
        }}
      />
      <NewSecret secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

function DeleteWebhook({ webhook: { _id, name } }: { webhook: Webhook }) {
  const [open, setOpen] = useState(false);
  const remove = useDeleteWebhook(_id);
  const navigate = useNavigate();
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <LazyConfirmDialog
        open={open}
        title={`Delete “${name}”?`}
        body="We'll stop sending to it and delete its log."
        confirmLabel="Delete"
        danger
        pending={remove.isPending}
        error={remove.error?.message}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              say('Webhook deleted');
              void navigate('/dashboard/admin/webhooks');
            },
          })
        }
        onClose={() => {
          remove.reset();
          setOpen(false);
        }}
      />
    </>
  );
}
