import { recordOf } from '../../../shared/bookkeeping/figures.ts';
import { mailTexts } from '../../../shared/mail-texts/mail-text-kinds.ts';
import type { MailWords } from '../../../shared/mail-texts/mail-texts.contract.ts';

/** The texts of emails until an admin changes them. */
export const defaultMailTexts = recordOf(mailTexts, (kind): MailWords => {
  const { subject, text, button = '' } = mailTexts[kind];
  return { subject, text: text.join('\n\n'), button };
});
