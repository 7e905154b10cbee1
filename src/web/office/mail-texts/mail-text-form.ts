import * as z from 'zod/mini';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { MailText } from '../../../shared/mail-texts/mail-texts.contract.ts';
import { optionalName, requiredName, requiredText } from '../form/text-fields.ts';

/** The server judges the placeholders. */
export const mailTextForm = z.object({
  subject: requiredName('Subject', maxLengths.mailText.subject),
  text: requiredText('Text', maxLengths.mailText.text),
  /** Empty in a mail without a link. */
  button: optionalName('Button', maxLengths.mailText.button),
});
export type MailTextValues = z.output<typeof mailTextForm>;

export const toValues = ({ subject, text, button }: MailText): MailTextValues => ({ subject, text, button });

export const labels: Record<keyof MailTextValues, string> = {
  subject: 'Subject',
  text: 'Text',
  button: 'Button label',
};
