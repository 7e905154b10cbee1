import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { LeadTemplate } from '../../../shared/lead-settings.contract.ts';
import type { Lead } from '../../../shared/leads.contract.ts';
import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Menu, MenuLink } from '../../ui/Menu.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { brokerageName } from '../brokerage-name.ts';
import { FormFooter } from '../FormFooter.tsx';
import { LazyDialog } from '../lazy-dialogs.tsx';
import { useUser } from '../session/guards.tsx';
import { nameOf } from './lead-labels.ts';
import { templatesQuery } from './lead-settings.queries.ts';
import { useLogContact } from './leads.queries.ts';

type Kind = 'call' | 'mail';

/** Writing by a template, and logging that one has called or written. */
export function LeadContacts({ lead }: { lead: Lead }) {
  const { data: templates = [] } = useQuery(templatesQuery);
  const { name: me } = useUser();
  const [kind, setKind] = useState<Kind>();
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid justify-items-start gap-3">
      <h2 id={id} className="text-xl">
        Contact
      </h2>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onClick={() => setKind('call')}>
          Log a call
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setKind('mail')}>
          Log an email
        </Button>
        {templates.length > 0 && (
          <Menu align="start" button={{ variant: 'secondary', size: 'sm', children: 'Use a template' }}>
            {templates.map((template) => (
              <MenuLink key={template._id} href={mailtoOf(lead, template, me)}>
                {template.name}
              </MenuLink>
            ))}
          </Menu>
        )}
      </div>
      <LogDialog lead={lead} kind={kind} onClose={() => setKind(undefined)} />
    </section>
  );
}

/** Encoded throughout: a stranger's name must add no recipient. */
function mailtoOf(lead: Lead, { subject, text }: LeadTemplate, me: string): string {
  const values: Record<string, string> = {
    ...{ firstName: lead.firstName, lastName: lead.lastName, brokerage: brokerageName, me },
  };
  const filled = (template: string) =>
    encodeURIComponent(template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole));
  const address = encodeURIComponent(lead.email).replace('%40', '@');
  return `mailto:${address}?subject=${filled(subject)}&body=${filled(text.replaceAll('\n', '\r\n'))}`;
}

function LogDialog({ lead, kind, onClose }: { lead: Lead; kind: Kind | undefined; onClose: () => void }) {
  const [text, setText] = useState('');
  const log = useLogContact(lead._id);
  const id = useId();

  function close(): void {
    if (log.isPending) return;
    log.reset();
    onClose();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!kind) return;
    log.mutate(
      { kind, text },
      {
        onSuccess: () => {
          setText('');
          onClose();
          alerts.add({
            message: kind === 'call' ? 'Call logged' : 'Email logged',
            type: 'success',
            snackbar: true,
          });
        },
      },
    );
  }

  return (
    <LazyDialog
      open={kind !== undefined}
      onClose={close}
      title={kind === 'mail' ? `Email to ${nameOf(lead)}` : `Call to ${nameOf(lead)}`}
      footer={
        <FormFooter form={id} pending={log.isPending} onCancel={close}>
          Log
        </FormFooter>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Outcome (optional)"
          hint="Appears in the history"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div role="alert" className="empty:hidden">
          {log.error && <FieldError>{log.error.message}</FieldError>}
        </div>
      </form>
    </LazyDialog>
  );
}
