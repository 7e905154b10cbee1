import type { MailTextKind } from '../../../shared/mail-texts/mail-text-kinds.ts';
import type { MailWords } from '../../../shared/mail-texts/mail-texts.contract.ts';

const paragraphs = (...texts: string[]) => texts.join('\n\n');

/** The texts of emails until an admin changes them. */
export const defaultMailTexts: Record<MailTextKind, MailWords> = {
  invitation: {
    subject: 'Your invitation to {brokerage}',
    text: paragraphs(
      'Hello {name},',
      "You've been invited to the members' area of {brokerage}. Set a password to open your account and sign in.",
      '{link}',
      "The link works once and expires in 7 days. We'll ask you to confirm that you're 18 or older.",
      "If you didn't expect this invitation, you don't need to do anything. No one can use the account without a password.",
    ),
    button: 'Accept the invitation',
  },
  reset: {
    subject: 'Set a new password for {brokerage}',
    text: paragraphs(
      'Hello {name},',
      'Someone asked to set a new password for your account at {brokerage}. If it was you, use this link within 30 minutes. It works once.',
      '{link}',
      "If it wasn't you, you don't need to do anything. Your password stays the same.",
    ),
    button: 'Set a new password',
  },
  reply: {
    subject: 'Your message to {brokerage}',
    text: paragraphs(
      'Hello {firstName},',
      'Thank you for writing to us. We received your message, and someone from the office will call or email you on the next business day.',
    ),
    button: '',
  },
  letter: {
    subject: '{document}: {property}',
    text: paragraphs(
      'Hello,',
      '{document} for {property} is attached.',
      'If anything in it seems wrong, please call us at the number below before you pay.',
    ),
    button: '',
  },
  notice: {
    subject: '{document}: {property}',
    text: paragraphs(
      'Hello,',
      '{document} for {property} is attached. {withdrawn} is withdrawn: please do not pay by it.',
      'If you have questions, please call us at the number below.',
    ),
    button: '',
  },
};
