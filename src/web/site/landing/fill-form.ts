import type { Calculator } from '../../../shared/fees/calculator-link.ts';
import { type FieldValues, fieldValues } from './calculator-form.ts';

export function fillForm(form: HTMLFormElement, calculator: Calculator, unread: FieldValues = {}): void {
  const values = new Map(Object.entries({ ...fieldValues(calculator), ...unread }));
  for (const field of inputsOf(form)) {
    const value = values.get(field.name);
    if (value === undefined) continue;
    if (isCheckable(field)) field.checked = field.value === value;
    else field.value = value;
  }
}

/** True if the fields differ from the server's markup: by the user, or restored by the browser on reload. */
export function isTouched(form: HTMLFormElement): boolean {
  return inputsOf(form).some((field) =>
    isCheckable(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue,
  );
}

const inputsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((element) => element instanceof HTMLInputElement);

const isCheckable = ({ type }: HTMLInputElement) => type === 'radio' || type === 'checkbox';
