import { type FormEvent, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import {
  eventsOfKind,
  type WebhookEvent,
  type WebhookKind,
  webhookKinds,
} from '../../../shared/webhooks/webhook-events.ts';
import type { Webhook } from '../../../shared/webhooks/webhooks.contract.ts';
import { ApiError } from '../../api.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FieldError, FormError } from '../../ui/Field.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { eventLabels, kindLabels } from './webhook-labels.ts';

export interface WebhookValues {
  kind: WebhookKind;
  name: string;
  url: string;
  /** Empty to leave it as it is. */
  key: string;
  events: WebhookEvent[];
}

type WebhookFormProps = {
  id: string;
  /** Undefined for a new one. */
  webhook?: Webhook;
  pending: boolean;
  error: Error | null;
  onSubmit: (values: WebhookValues) => void;
};

export function WebhookForm({ id, webhook, pending, error, onSubmit }: WebhookFormProps) {
  const [values, setValues] = useState<WebhookValues>({
    kind: webhook?.kind ?? 'standard',
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    key: '',
    events: webhook?.events ?? ['lead.created'],
  });
  const fields = error instanceof ApiError ? error.fields : {};
  const isBoss = values.kind === 'follow-up-boss';
  const offered = eventsOfKind[values.kind];

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit({ ...values, events: values.events.filter((each) => offered.includes(each)) });
  }

  const text = (name: 'name' | 'url' | 'key') => ({
    value: values[name],
    readOnly: pending,
    error: fields[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  });
  const toggle = (event: WebhookEvent, wanted: boolean) =>
    setValues({
      ...values,
      events: wanted ? [...values.events, event] : values.events.filter((each) => each !== event),
    });
  return (
    <form id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      {!webhook && (
        <SelectField
          label="Send to"
          value={values.kind}
          onChange={({ target }) => {
            const kind = webhookKinds.find((each) => each === target.value);
            if (kind) setValues({ ...values, kind });
          }}
        >
          <Options of={webhookKinds.map((kind) => [kind, kindLabels[kind]])} />
        </SelectField>
      )}
      <TextField label="Name" required maxLength={maxLengths.webhook.name} {...text('name')} />
      {isBoss ? (
        <TextField
          label="API key"
          hint={
            webhook
              ? 'Leave blank to keep the current key'
              : 'In Follow Up Boss, under Admin, API. Stored encrypted and never shown.'
          }
          required={!webhook}
          maxLength={maxLengths.webhook.key}
          {...text('key')}
        />
      ) : (
        <TextField
          label="URL"
          type="url"
          hint="Starts with https:// and can be reached from the internet"
          required
          {...text('url')}
        />
      )}
      <fieldset className="grid grid-cols-1 gap-3">
        <legend className="mb-2 font-semibold">Events</legend>
        {offered.map((event) => (
          <CheckboxField
            key={event}
            label={isBoss && event === 'lead.updated' ? 'A lead wrote again' : eventLabels[event]}
            checked={values.events.includes(event)}
            onChange={({ target }) => toggle(event, target.checked)}
          />
        ))}
        <span role="alert" className="empty:hidden">
          {fields.events && <FieldError>{fields.events}</FieldError>}
        </span>
      </fieldset>
      <FormError>{Object.keys(fields).length === 0 && error?.message}</FormError>
    </form>
  );
}
