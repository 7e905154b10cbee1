import { FieldError } from '../../ui/Field.tsx';
import type { FormCallErrors } from './useFormCall.ts';

/** Repeats the alert, which disappears. */
export function FormErrors({ errors }: { errors: FormCallErrors }) {
  return errors.others.map((message) => <FieldError key={message}>{message}</FieldError>);
}
