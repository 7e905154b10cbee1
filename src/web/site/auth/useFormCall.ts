import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { focusFirstInvalid } from '../../ui/focus.ts';
import { useGate } from '../../ui/useGate.ts';

/** Why the last attempt was refused. */
export interface ShownErrors {
  /** What is said beside the field of that name. */
  fields: Record<string, string>;
  /** What no field of the form is to blame for. */
  others: string[];
}

const nothing: ShownErrors = { fields: {}, others: [] };

/**
 * A form that makes one call. When it is refused, each message is shown as an alert and stays in the form; what was
 * typed stays, and the reader is put at the first field to mend, else at the one named `retry`.
 */
export function useFormCall(call: (text: (name: string) => string) => Promise<void>, retry: string) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef<string[]>([]);
  const [refusal, setErrors] = useState(nothing);
  const [pending, setPending] = useState(false);
  const pass = useGate();
  useEffect(() => {
    if (form.current && refusal !== nothing) focusAfter(form.current, retry);
  }, [refusal, retry]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    pass(() => send(data));
  }

  async function send(data: FormData): Promise<void> {
    setPending(true);
    // What the last attempt came to is of no interest beside this one.
    for (const id of shown.current.splice(0)) alerts.remove(id);
    try {
      await call((name) => String(data.get(name) ?? ''));
      setErrors(nothing);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      shown.current = error.messages.map((message) => alerts.add({ message, type: 'danger' }));
      if (form.current) setErrors(toErrors(error, form.current));
    } finally {
      setPending(false);
    }
  }
  return { form, submit, pending, refusal };
}

/** A message about a field that the form does not show must not get lost. */
function toErrors(error: ApiError, form: HTMLFormElement): ShownErrors {
  const shown = Object.entries(error.fields).filter(([name]) => form.elements.namedItem(name));
  const others = error.messages.filter((message) => !shown.some(([, about]) => about === message));
  return { fields: Object.fromEntries(shown), others };
}

function focusAfter(form: HTMLFormElement, retry: string): void {
  const field = form.elements.namedItem(retry);
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
  focusFirstInvalid(form);
}

/** Goes to another page of the site; never answers, so that the button stays busy until the page has gone. */
export function leaveFor(address: string): Promise<never> {
  // Replaced: on the way back nobody wants to meet a form that they have done with.
  location.replace(address);
  return new Promise(() => {});
}
