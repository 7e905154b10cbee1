import type { ErrorItem } from '../../../shared/errors.ts';
import { ApiError, api } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { contactFields } from './contact-fields.ts';

/**
 * Sends what is in the form and says how it went, in the words of docs/product.md P16.1. A form that was sent is
 * empty afterwards, any other stays as it is. Answers what is wrong, nothing when it was sent.
 */
export async function sendContactRequest(form: HTMLFormElement): Promise<ErrorItem[]> {
  // What the last attempt came to is of no interest beside this one.
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

/** What is wrong, also when no word can be said about it; undefined when the request was taken. */
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
        website: text('website'),
        started: text('started'),
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

/** Not form.reset(): a page that came back with faults has what was typed as its initial values. */
function empty(form: HTMLFormElement): void {
  for (const { name } of contactFields) {
    const input = form.elements.namedItem(name);
    if (input instanceof HTMLInputElement) input.value = '';
  }
}
