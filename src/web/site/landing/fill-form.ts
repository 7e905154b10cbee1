import type { Calculator } from '../../../shared/calculator-link.ts';
import { fieldValues } from './calculator-form.ts';

/** Writes a calculator into the fields of a form. */
export function fillForm(form: HTMLFormElement, calculator: Calculator): void {
  const values = new Map(Object.entries(fieldValues(calculator)));
  for (const field of inputsOf(form)) {
    const value = values.get(field.name);
    if (value === undefined) continue;
    if (isCheckable(field)) field.checked = field.value === value;
    else field.value = value;
  }
}

/** Whether anybody, or the browser after a reload, has put something else into the fields than the server did. */
export function isTouched(form: HTMLFormElement): boolean {
  return inputsOf(form).some((field) =>
    isCheckable(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue,
  );
}

const inputsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((element) => element instanceof HTMLInputElement);

const isCheckable = ({ type }: HTMLInputElement) => type === 'radio' || type === 'checkbox';
