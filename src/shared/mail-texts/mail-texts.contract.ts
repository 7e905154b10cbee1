import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import { message, optionalName, requiredName, requiredText, timestamp } from '../fields.ts';
import { mailTextKinds } from './mail-text-kinds.ts';

const mailText = z
  .strictObject({
    kind: z.enum(mailTextKinds),
    subject: z.string(),
    /** Paragraphs with an empty line between. */
    text: z.string(),
    /** The label of the link; empty in a mail without one. */
    button: z.string(),
    /** Null for the original text. */
    changed: timestamp.nullable(),
  })
  .meta({ id: 'MailText' });
export type MailText = z.output<typeof mailText>;

const mailPreview = z
  .strictObject({
    subject: z.string(),
    /** The part for mail programs that show no HTML. */
    text: z.string(),
    /** The content of the HTML part; null for an email of plain text. The link is an example; '' with its label for none. */
    letter: z
      .strictObject({
        opening: z.array(z.string()),
        button: z.string(),
        url: z.string(),
        closing: z.array(z.string()),
        signature: z.array(z.string()),
      })
      .meta({ id: 'MailLetter' })
      .nullable(),
  })
  .meta({ id: 'MailPreview' });
export type MailPreview = z.output<typeof mailPreview>;

const words = z
  .object({
    subject: requiredName('Subject', maxLengths.mailText.subject),
    text: requiredText('Text', maxLengths.mailText.text),
    button: optionalName('Button', maxLengths.mailText.button).default(''),
  })
  .meta({ id: 'MailWords' });
export type MailWords = z.output<typeof words>;

const params = z.object({ kind: z.enum(mailTextKinds, 'Mail not found') });

export const mailTextsContract = {
  'GET /api/mail-texts': {
    summary: 'The emails whose words admins may change, with their present words',
    access: 'admin',
    confirm: { none: 'Words without anything about a person' },
    scope: null,
    response: z.array(mailText),
  },
  'GET /api/mail-texts/:kind': {
    summary: 'The words of one email',
    access: 'admin',
    confirm: { none: 'Words without anything about a person' },
    scope: null,
    params,
    response: mailText,
  },
  'PUT /api/mail-texts/:kind': {
    summary:
      'Change the words of an email. Each kind has its placeholders, such as {name} and {brokerage}; {link}, and what else must be said, stands once as a paragraph of its own. 400 for any other, naming those that are possible',
    access: 'admin',
    confirm: 'needed',
    limit: 'mailText',
    params,
    body: words,
    response: mailText,
  },
  'DELETE /api/mail-texts/:kind': {
    summary: 'Bring back the original words of an email',
    access: 'admin',
    confirm: 'needed',
    limit: 'mailText',
    params,
    response: mailText,
  },
  'POST /api/mail-texts/:kind/preview': {
    summary: 'Preview of an email with these words; nothing is saved',
    access: 'admin',
    confirm: { none: 'Saves nothing' },
    scope: null,
    limit: 'mailText',
    params,
    body: words,
    response: mailPreview,
  },
  'POST /api/mail-texts/:kind/test': {
    summary: 'Mail these words to the caller; nothing is saved, and the link is no real one',
    access: 'admin',
    confirm: { none: "Goes to the caller's own address, with no real link" },
    scope: null,
    limit: 'mailTest',
    params,
    body: words,
    response: message,
  },
} satisfies Contract;
