import { FieldError } from '../../ui/Field.tsx';
import type { ShownErrors } from './useFormCall.ts';

/** What is wrong with the form as a whole. The alert has said it aloud; here it stays to be read. */
export function FormErrors({ refusal }: { refusal: ShownErrors }) {
  return refusal.others.map((message) => <FieldError key={message}>{message}</FieldError>);
}
