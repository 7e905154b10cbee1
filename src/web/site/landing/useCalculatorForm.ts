import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import {
  type Calculator,
  calculatorFromQuery,
  calculatorToQuery,
  DEFAULT_CALCULATOR,
} from '../../../shared/calculator-link.ts';
import {
  type FieldErrors,
  type FieldValues,
  fieldErrors,
  fieldValues,
  isQuoted,
  tidied,
} from './calculator-form.ts';
import { isTouched } from './fill-form.ts';
import { rememberCalculation } from './remember-calculation.ts';

interface CalculatorForm {
  values: FieldValues;
  errors: FieldErrors;
  mistaken: boolean;
  calculator: Calculator;
  read: () => Calculator | undefined;
  /** Formats an amount when its field loses focus. */
  tidy: (event: FocusEvent<HTMLFormElement>) => void;
}

/** Uncontrolled: input from before hydration is read, not replaced. */
export function useCalculatorForm(form: RefObject<HTMLFormElement | null>): CalculatorForm {
  const [values, setValues] = useState<FieldValues>(() => fieldValues(DEFAULT_CALCULATOR));
  const [calculator, setCalculator] = useState(DEFAULT_CALCULATOR);
  const errors = fieldErrors(values);

  function read(): Calculator | undefined {
    if (!form.current) return undefined;
    const typed = typedInto(form.current);
    setValues(typed);
    if (isQuoted(typed) || Object.keys(fieldErrors(typed)).length > 0) return undefined;
    const next = calculatorFromQuery(Object.entries(typed));
    setCalculator(next);
    if (isTouched(form.current)) rememberCalculation(calculatorToQuery(next));
    return next;
  }
  const readEarlyInput = useEffectEvent(read);
  useEffect(() => {
    readEarlyInput();
  }, []);

  return { values, errors, mistaken: Object.keys(errors).length > 0, calculator, read, tidy };
}

function typedInto(form: HTMLFormElement): FieldValues {
  const entries = [...new FormData(form)];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function tidy({ target }: FocusEvent<HTMLFormElement>): void {
  // React types the event by the form, not by the field.
  const field: unknown = target;
  if (field instanceof HTMLInputElement) field.value = tidied(field.name, field.value);
}
