import { declaredMinLength } from '../../../shared/field-limits.ts';

/** The phone's min length is declared but not enforced (docs/product.md P5.9). */
export const contactFields = [
  {
    name: 'firstName',
    label: 'First name',
    whenMissing: 'First name is required',
    input: { autoComplete: 'given-name' },
  },
  {
    name: 'lastName',
    label: 'Last name',
    whenMissing: 'Last name is required',
    input: { autoComplete: 'family-name' },
  },
  {
    name: 'phone',
    label: 'Phone',
    whenMissing: 'Phone is required',
    input: { type: 'tel', minLength: declaredMinLength, autoComplete: 'tel' },
  },
  {
    name: 'email',
    label: 'Email',
    whenMissing: 'Please include a valid email',
    input: { type: 'email', autoComplete: 'email' },
  },
] as const;

/** Shown below the others; the server judges them. */
export const optionalFields = [
  {
    name: 'license',
    label: 'DRE license number (optional)',
    input: { inputMode: 'numeric', autoComplete: 'off' },
  },
  { name: 'brokerage', label: 'Current brokerage (optional)', input: { autoComplete: 'organization' } },
  {
    name: 'dealsPerYear',
    label: 'Deals per year (optional)',
    input: { inputMode: 'numeric', autoComplete: 'off' },
  },
] as const;

export const messageField = { name: 'message', label: 'Message (optional)' } as const;

export const allFields = [...contactFields, ...optionalFields, messageField] as const;
