import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import {
  type Calculator,
  calculatorFromQuery,
  DEFAULT_CALCULATOR,
} from '../../../shared/fees/calculator-link.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { keepInAddress, linkedCalculator } from './calculator-address.ts';
import {
  type FieldErrors,
  type FieldValues,
  fieldErrors,
  fieldValues,
  isQuoted,
  tidied,
} from './calculator-form.ts';
import { followFigures, shareFigures, typedFigures } from './figures.ts';
import { fillForm, isTouched } from './fill-form.ts';
import { rememberCalculation } from './remember-calculation.ts';

interface CalculatorForm {
  values: FieldValues;
  errors: FieldErrors;
  mistaken: boolean;
  calculator: Calculator;
  read: () => void;
  /** Puts other figures into the form, and what cannot be read of them as it was written. */
  show: (figures: Calculator, unread?: FieldValues, fees?: number) => void;
  /** The version of the fees by which the shown link was made; that in force once something is typed. */
  linkedFees: number;
  /** Formats an amount when its field loses focus. */
  tidy: (event: FocusEvent<HTMLFormElement>) => void;
}

/** Uncontrolled: input from before hydration is read, not replaced. */
export function useCalculatorForm(
  form: RefObject<HTMLFormElement | null>,
  { version }: Readonly<FeeSchedule>,
  hashOfAddress?: () => string,
): CalculatorForm {
  const [values, setValues] = useState<FieldValues>(() => fieldValues(DEFAULT_CALCULATOR));
  const [calculator, setCalculator] = useState(DEFAULT_CALCULATOR);
  const [linkedFees, setLinkedFees] = useState(version);
  const errors = fieldErrors(values);

  function read(): void {
    if (!form.current) return;
    const typed = typedInto(form.current);
    setValues(typed);
    if (isQuoted(typed) || Object.keys(fieldErrors(typed)).length > 0) return;
    const next = calculatorFromQuery(Object.entries({ ...elsewhere(form.current), ...typed }));
    setCalculator(next);
    setLinkedFees(version);
    rememberCalculation(next, version);
    keepInAddress(next, version, hashOfAddress?.());
    shareFigures(next, form.current);
  }

  function show(figures: Calculator, unread: FieldValues = {}, fees = version): void {
    if (!form.current) return;
    fillForm(form.current, figures, unread);
    setValues(typedInto(form.current));
    setCalculator(figures);
    setLinkedFees(fees);
    if (Object.keys(unread).length === 0) rememberCalculation(figures, version);
  }

  const readEarlyInput = useEffectEvent(read);
  const showShared = useEffectEvent(show);
  useEffect(() => {
    const typed = typedFigures();
    const shared = typed ? { figures: typed, unread: {}, fees: version } : linkedCalculator();
    // Input typed before hydration wins.
    if (form.current && isTouched(form.current)) readEarlyInput();
    else if (shared) showShared(shared.figures, shared.unread, shared.fees);
    return followFigures((figures, from) => {
      if (from !== form.current) showShared(figures);
    });
  }, [form, version]);

  return {
    values,
    errors,
    mistaken: Object.keys(errors).length > 0,
    calculator,
    linkedFees,
    read,
    show,
    tidy,
  };
}

/** The figures that the form has no fields for, as they were typed elsewhere on the page. */
function elsewhere(form: HTMLFormElement): FieldValues {
  const figures = typedFigures();
  if (!figures) return {};
  const own = new Set([...form.elements].map((field) => field.getAttribute('name')));
  const others = Object.entries(fieldValues(figures)).filter(([name]) => !own.has(name));
  // A form without the choice only offers the rate.
  return { ...Object.fromEntries(others), ...(!own.has('by') && { by: 'rate' }) };
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
