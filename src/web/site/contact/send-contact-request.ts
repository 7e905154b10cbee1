import type { ErrorItem } from '../../../shared/errors.ts';
import { ApiError, api } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { currentVisit } from '../visit.ts';
import { allFields, contactFields } from './contact-fields.ts';

/** Values that have reached the office. */
export interface SentRequest {
  phone: string;
  email: string;
  /** The query of the calculator; '' for none. */
  calculation: string;
}

type Sending = { errors: ErrorItem[]; sent?: undefined } | { errors: []; sent: SentRequest };

/** Empties the form on success (docs/product.md P16.1); a failure without a message has no errors. */
export async function sendContactRequest(form: HTMLFormElement): Promise<Sending> {
  alerts.remove(lastAlert);
  const sending = await send(new FormData(form));
  if (sending.sent) {
    empty(form);
    lastAlert = alerts.add({ message: 'Email Sent!', type: 'success' });
  } else {
    lastAlert = alerts.add({ message: 'Email not sent', type: 'danger' });
  }
  return sending;
}

let lastAlert = '';

async function send(data: FormData): Promise<Sending> {
  const text = (name: string) => String(data.get(name) ?? '');
  const missing = contactFields.filter(({ name }) => text(name).trim() === '');
  if (missing.length > 0)
    return { errors: missing.map(({ name, whenMissing }) => ({ field: name, msg: whenMissing })) };
  const visit = currentVisit();
  try {
    await api('POST /api/contact', {
      body: {
        firstName: text('firstName'),
        lastName: text('lastName'),
        phone: text('phone'),
        email: text('email'),
        leaveEmpty: text('leaveEmpty'),
        started: text('started'),
        phoneConsent: text('phoneConsent'),
        license: text('license'),
        brokerage: text('brokerage'),
        dealsPerYear: text('dealsPerYear'),
        message: text('message'),
        visit: JSON.stringify(visit),
      },
    });
  } catch (error) {
    return { errors: error instanceof ApiError ? itemsOf(error) : [] };
  }
  const sent = { phone: text('phone').trim(), email: text('email').trim(), calculation: visit.calculation };
  return { errors: [], sent };
}

function itemsOf({ fields, messages }: ApiError): ErrorItem[] {
  const ofFields = Object.entries(fields).map(([field, msg]) => ({ field, msg }));
  const others = messages.filter((message) => !ofFields.some(({ msg }) => msg === message));
  return [...ofFields, ...others.map((msg) => ({ msg }))];
}

/** Not form.reset(): after a post without script the initial values are what was typed. */
function empty(form: HTMLFormElement): void {
  for (const { name } of allFields) {
    const input = form.elements.namedItem(name);
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.value = '';
  }
}
