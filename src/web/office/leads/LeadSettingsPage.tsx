import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { LeadSettings, LeadTemplate } from '../../../shared/leads/lead-settings.contract.ts';
import { parseWhole } from '../../../shared/money.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FieldError, FormError } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { LazyDialog } from '../dialogs/lazy-dialogs.tsx';
import { UnsavedChanges } from '../form/UnsavedChanges.tsx';
import { brokerageName } from '../page/brokerage-name.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { Together } from '../page/Together.tsx';
import { useUser } from '../session/guards.tsx';
import { LeadsNavigation } from './LeadsNavigation.tsx';
import {
  settingsQuery,
  signatureQuery,
  templatesQuery,
  useDeleteTemplate,
  useSaveSettings,
  useSaveTemplate,
} from './lead-settings.queries.ts';
import { isLong } from './template-mail.ts';

export function LeadSettingsPage() {
  const { admin } = useUser();
  const query = useQuery({ ...settingsQuery, enabled: admin });
  const templates = useQuery(templatesQuery);
  return (
    <Page title="Lead settings" width="form">
      <LeadsNavigation />
      <Together
        loads={[query, templates]}
        label="Loading the settings"
        skeleton={<Skeleton className="h-96" />}
      >
        {admin && (
          <Loaded query={query} what="The settings" skeleton={<Skeleton className="h-64" />}>
            {(settings) => <SettingsForm key={JSON.stringify(settings)} start={settings} />}
          </Loaded>
        )}
        <Templates />
      </Together>
    </Page>
  );
}

/** Numbers as they are typed. */
const toValues = ({ alertHours, opensAt, closesAt, ...rest }: LeadSettings) => ({
  ...rest,
  alertHours: String(alertHours),
  opensAt: String(opensAt),
  closesAt: String(closesAt),
});

function SettingsForm({ start }: { start: LeadSettings }) {
  const [values, setValues] = useState(toValues(start));
  const save = useSaveSettings();
  const saved = useRef(false);
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const dirty = JSON.stringify(values) !== JSON.stringify(toValues(start));
  const text = (name: Exclude<keyof typeof values, 'replies'>) => ({
    value: values[name],
    readOnly: save.isPending,
    error: fields[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { alertHours, opensAt, closesAt, ...rest } = values;
    const body = {
      ...rest,
      alertHours: parseWhole(alertHours),
      opensAt: parseWhole(opensAt),
      closesAt: parseWhole(closesAt),
      seen: start,
    };
    save.mutate(body, {
      onSuccess: () => say('Settings saved'),
    });
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-6">
      <fieldset className="grid grid-cols-1 gap-5">
        <legend className="mb-4 font-display text-xl">Instant reply</legend>
        <CheckboxField
          label="Send an instant reply to new leads"
          hint="At most one per person per day"
          checked={values.replies}
          onChange={({ target }) => setValues({ ...values, replies: target.checked })}
        />
        <Link
          to="/dashboard/admin/outbox/texts/reply"
          className="justify-self-start text-brand underline hover:text-brand-hover pointer-coarse:py-2.5"
        >
          Change what it says
        </Link>
      </fieldset>
      <fieldset className="grid grid-cols-1 gap-5">
        <legend className="mb-4 font-display text-xl">Leads with no reply</legend>
        <TextField
          label="Alert the office after (office hours)"
          hint="Alerts go to admins and people with the right to recruiting. Enter 0 to turn them off. Office hours are Monday to Friday, Pacific time, except public holidays in California."
          inputMode="numeric"
          required
          {...text('alertHours')}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField label="Office opens" inputMode="numeric" required {...text('opensAt')} />
          <TextField label="Office closes" inputMode="numeric" required {...text('closesAt')} />
        </div>
      </fieldset>
      <FormError>{Object.keys(fields).length === 0 && save.error?.message}</FormError>
      <Button type="submit" pending={save.isPending} className="justify-self-start">
        Save settings
      </Button>
      <UnsavedChanges dirty={dirty} saved={saved} onDiscard={() => setValues(toValues(start))} />
    </form>
  );
}

function Templates() {
  const query = useQuery(templatesQuery);
  const [edited, setEdited] = useState<LeadTemplate | 'new'>();
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="grid grid-cols-1 justify-items-start gap-4 border-line border-t pt-6"
    >
      <h2 id={heading} className="text-xl">
        Templates
      </h2>
      <p className="text-muted">Open these in your email app from any lead.</p>
      <Loaded query={query} what="The templates" skeleton={<Skeleton className="h-16" />}>
        {(templates) => (
          <ul aria-labelledby={heading} className="grid w-full grid-cols-1 gap-3 empty:hidden">
            {templates.map((template) => (
              <Template key={template._id} template={template} onEdit={() => setEdited(template)} />
            ))}
          </ul>
        )}
      </Loaded>
      <Button variant="secondary" onClick={() => setEdited('new')}>
        Add template
      </Button>
      <LazyDialog
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? 'Add template' : 'Edit template'}
      >
        {edited && (
          <TemplateForm
            key={edited === 'new' ? 'new' : edited._id}
            template={edited === 'new' ? undefined : edited}
            onSaved={() => setEdited(undefined)}
          />
        )}
      </LazyDialog>
    </section>
  );
}

function Template({ template, onEdit }: { template: LeadTemplate; onEdit: () => void }) {
  const remove = useDeleteTemplate();
  return (
    <li className="grid grid-cols-1 gap-2 rounded-lg border border-line bg-surface p-4">
      <span className="wrap-anywhere font-semibold">{template.name}</span>
      <span className="wrap-anywhere text-muted text-sm">{template.subject}</span>
      <span className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" aria-label={`Edit ${template.name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          variant="secondary"
          size="sm"
          pending={remove.isPending}
          aria-label={`Delete ${template.name}`}
          onClick={() => remove.mutate(template._id)}
        >
          Delete
        </Button>
      </span>
      <span role="alert" className="empty:hidden">
        {remove.error && <FieldError>{remove.error.message}</FieldError>}
      </span>
    </li>
  );
}

const longTemplate =
  'This template is too long to open in an email app. A lead\'s page offers "Copy text" instead.';

function TemplateForm({ template, onSaved }: { template: LeadTemplate | undefined; onSaved: () => void }) {
  const [values, setValues] = useState({
    name: template?.name ?? '',
    subject: template?.subject ?? '',
    text: template?.text ?? '',
  });
  const save = useSaveTemplate(template);
  const { data: signature = '' } = useQuery(signatureQuery);
  const { name: me } = useUser();
  const long = isLong(values, { me, brokerage: brokerageName, signature });
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const field = (name: keyof typeof values) => ({
    value: values[name],
    readOnly: save.isPending,
    required: true,
    autoComplete: 'off',
    error: fields[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate(values, {
      onSuccess: () => {
        onSaved();
        if (long) say(longTemplate);
      },
    });
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <TextField label="Name" {...field('name')} />
      <TextField label="Subject" {...field('subject')} />
      <TextArea
        label="Text"
        hint="{firstName}, {lastName}, {brokerage} and {me} are filled in."
        rows={8}
        {...field('text')}
      />
      {long && <p className="text-muted text-sm">{longTemplate}</p>}
      <FormError>{Object.keys(fields).length === 0 && save.error?.message}</FormError>
      <Button type="submit" pending={save.isPending} className="justify-self-start">
        Save template
      </Button>
    </form>
  );
}
