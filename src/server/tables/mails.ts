import type { Generated } from 'kysely';
import type { MailTextKind } from '../../shared/mail-texts/mail-text-kinds.ts';
import type { MailState } from '../../shared/outbox/mail-states.ts';
import type { Right } from '../../shared/users/rights.ts';
import { derived, derivedOfPerson, fact, open, personal, type RulesOf, secret } from './rules.ts';
import type { PasswordLinkRow } from './users.ts';

export interface MailTables {
  mails: Omit<MailRow, 'auto_reply'> & {
    /** Sent only while its user is active and has the right to its area; without an area, any right is enough. */
    for_admins: Generated<boolean>;
    area: Right | 'admin' | null;
    auto_reply: Generated<boolean>;
  };
  mail_texts: MailTextRow;
}

export interface MailRow {
  id: string;
  /** The account it is about; the mail is deleted with it. */
  user_id: string | null;
  /** The kind of its password link; the mail is not sent once the link is gone. */
  link: PasswordLinkRow['kind'] | null;
  recipient: string;
  reply_to: string | null;
  subject: string;
  /** To a visitor who wrote by the form. */
  auto_reply: boolean;
  /** A letter with a link has here only the text for when its key is lost. */
  text: string;
  html: string | null;
  /** The words of a letter with a link, sealed; rendered when sent. */
  sealed_letter: string | null;
  /** A document to attach, read when the mail is sent. */
  document_id: string | null;
  /** The announcement that it sends; dropped with the post. */
  post_id: string | null;
  state: MailState;
  /** Identifies the claim too: each claim increments it. */
  attempts: number;
  /** Null until tried; the retry time counts from here, not from the time without a mail server. */
  first_attempt_at: string | null;
  /** In the future while being sent: if the sender dies, another process takes over then. */
  next_attempt_at: string;
  last_error: string | null;
  created_at: string;
  sent_at: string | null;
}

export const mailColumns = [
  'id',
  'user_id',
  'link',
  'recipient',
  'reply_to',
  'subject',
  'text',
  'html',
  'sealed_letter',
  'document_id',
  'post_id',
  'auto_reply',
  'state',
  'attempts',
  'first_attempt_at',
  'next_attempt_at',
  'last_error',
  'created_at',
  'sent_at',
] as const satisfies (keyof MailRow)[];

export interface MailTextRow {
  kind: MailTextKind;
  /** Nulls after a return to the original text. */
  subject: string | null;
  text: string | null;
  button: string | null;
  /** The ETag of If-Match. */
  version: number;
  changed_at: string;
}

export const mailTextColumns = [
  'kind',
  'subject',
  'text',
  'button',
  'version',
  'changed_at',
] as const satisfies (keyof MailTextRow)[];

export const mailRules: RulesOf<MailTables> = {
  mail_texts: {
    holds: 'words of emails that admins have changed',
    person: {},
    columns: {
      kind: open,
      subject: open,
      text: open,
      button: open,
      version: derived,
      changed_at: derived,
    },
  },
  mails: {
    holds: 'emails waiting, sent and failed',
    category: 'mails',
    person: { user_id: 'user', recipient: 'address', reply_to: 'address' },
    columns: {
      id: fact,
      user_id: fact,
      link: fact,
      for_admins: fact,
      area: derivedOfPerson,
      recipient: personal('email address'),
      reply_to: fact,
      subject: personal('the words of the mail'),
      text: fact,
      html: { ...fact, exported: false },
      sealed_letter: secret,
      document_id: fact,
      post_id: fact,
      auto_reply: derivedOfPerson,
      state: fact,
      attempts: derivedOfPerson,
      first_attempt_at: derivedOfPerson,
      next_attempt_at: derivedOfPerson,
      last_error: derivedOfPerson,
      created_at: fact,
      sent_at: fact,
    },
  },
};
