import type { MailTextKind } from '../../../shared/mail-text-kinds.ts';
import type { MailWords } from '../../../shared/mail-texts.contract.ts';

const paragraphs = (...texts: string[]) => texts.join('\n\n');

/** What the mails say until an admin changes them. */
export const defaultMailTexts: Record<MailTextKind, MailWords> = {
  invitation: {
    subject: 'Your invitation to {brokerage}',
    text: paragraphs(
      'Hello {name},',
      'You have been invited to the members’ area of {brokerage}. Set a password to open your account and sign in.',
      '{link}',
      'The link works once and for 7 days. You will be asked to confirm that you are 18 or older.',
      'If you did not expect this invitation, there is nothing to do: without a password nobody can use the account.',
    ),
    button: 'Accept the invitation',
  },
  reset: {
    subject: 'Set a new password for {brokerage}',
    text: paragraphs(
      'Hello {name},',
      'Somebody asked to set a new password for your account at {brokerage}. If it was you, follow this link within 30 minutes. It works once.',
      '{link}',
      'If it was not you, there is nothing to do: your password stays as it is.',
    ),
    button: 'Set a new password',
  },
  reply: {
    subject: 'Your message to {brokerage}',
    text: paragraphs(
      'Hello {firstName},',
      'thank you for writing to us. We have received your message, and somebody from the office calls or writes to you on the next working day.',
    ),
    button: '',
  },
};
