import { FieldError } from '../../ui/Field.tsx';
import type { ShownErrors } from './useFormCall.ts';

/** Repeats the alert, which disappears. */
export function FormErrors({ refusal }: { refusal: ShownErrors }) {
  return refusal.others.map((message) => <FieldError key={message}>{message}</FieldError>);
}
