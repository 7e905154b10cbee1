import type { ErrorItem } from '../../../shared/errors.ts';
import { ApiError, api } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { visitText } from '../visit.ts';
import { contactFields, optionalFields } from './contact-fields.ts';

/** Empties the form on success; returns the errors (docs/product.md P16.1). */
export async function sendContactRequest(form: HTMLFormElement): Promise<ErrorItem[]> {
  alerts.remove(lastAlert);
  const errors = await errorsOf(new FormData(form));
  if (errors === undefined) {
    empty(form);
    lastAlert = alerts.add({ message: 'Email Sent!', type: 'success' });
    return [];
  }
  lastAlert = alerts.add({ message: 'Email not sent', type: 'danger' });
  return errors;
}

let lastAlert = '';

/** Returns [] for a failure without a message, undefined on success. */
async function errorsOf(data: FormData): Promise<ErrorItem[] | undefined> {
  const text = (name: string) => String(data.get(name) ?? '');
  const missing = contactFields.filter(({ name }) => text(name).trim() === '');
  if (missing.length > 0) return missing.map(({ name, whenMissing }) => ({ field: name, msg: whenMissing }));
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
        visit: visitText(),
      },
    });
  } catch (error) {
    return error instanceof ApiError ? itemsOf(error) : [];
  }
}

function itemsOf({ fields, messages }: ApiError): ErrorItem[] {
  const ofFields = Object.entries(fields).map(([field, msg]) => ({ field, msg }));
  const others = messages.filter((message) => !ofFields.some(({ msg }) => msg === message));
  return [...ofFields, ...others.map((msg) => ({ msg }))];
}

/** Not form.reset(): after a post without script the initial values are what was typed. */
function empty(form: HTMLFormElement): void {
  for (const { name } of [...contactFields, ...optionalFields]) {
    const input = form.elements.namedItem(name);
    if (input instanceof HTMLInputElement) input.value = '';
  }
}
