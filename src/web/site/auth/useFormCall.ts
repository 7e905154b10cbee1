import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { focusFirstInvalid } from '../../ui/focus.ts';
import { useGate } from '../../ui/useGate.ts';

export interface FormCallErrors {
  fields: Record<string, string>;
  others: string[];
}

const noErrors: FormCallErrors = { fields: {}, others: [] };

type FormCall = (text: (name: string) => string) => Promise<void>;

/**
 * A form that makes one call, or another one by `run`. On errors it keeps the input and focuses the first invalid field,
 * else the one named `retry`.
 */
export function useFormCall(call: FormCall, retry: string) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef<string[]>([]);
  const [errors, setErrors] = useState(noErrors);
  const [pending, setPending] = useState(false);
  const pass = useGate();
  useEffect(() => {
    if (form.current && errors !== noErrors) focusAfter(form.current, retry);
  }, [errors, retry]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    pass(() => send(data, call));
  }

  /** Sends the form with another call, for a button next to the one that submits. */
  function run(other: FormCall): void {
    if (form.current) {
      const data = new FormData(form.current);
      pass(() => send(data, other));
    }
  }

  async function send(data: FormData, call: FormCall): Promise<void> {
    setPending(true);
    // Remove the alerts of the previous attempt.
    for (const id of shown.current.splice(0)) alerts.remove(id);
    try {
      await call((name) => String(data.get(name) ?? ''));
      setErrors(noErrors);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      shown.current = error.messages.map((message) => alerts.add({ message, type: 'danger' }));
      if (form.current) setErrors(toErrors(error, form.current));
    } finally {
      setPending(false);
    }
  }
  return { form, submit, run, pending, errors };
}

function toErrors(error: ApiError, form: HTMLFormElement): FormCallErrors {
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

/** Navigates; never resolves, so that the button stays busy. */
export function leaveFor(address: string): Promise<never> {
  // Replace: Back must not lead to a finished form.
  location.replace(address);
  return new Promise(() => {});
}
