import type {
  EnclosureValues,
  LetterValues,
  ReplyValues,
} from '../../../shared/mail-texts/mail-text-kinds.ts';
import type { MailWords } from '../../../shared/mail-texts/mail-texts.contract.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { signatureOf } from '../../../shared/site/brokerage.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { looksLikeName, nameInMail, propertyInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { aroundLink, filledIn } from './placeholders.ts';

/** A letter with a link, in these words. */
export function toLetter(
  words: MailWords,
  { to, url }: { to: { name: string; email: string }; url: string },
  brokerage: Brokerage,
): Letter {
  const values: LetterValues = { name: to.name, brokerage: brokerage.name };
  const fill = (text: string) => filledIn(text, values);
  const { before, after } = aroundLink(words.text);
  const [greeting = '', ...opening] = before.map(fill);
  return {
    to,
    subject: fill(words.subject),
    greeting,
    opening,
    action: { label: words.button, url },
    closing: after.map(fill),
  };
}

/** The immediate reply to a contact request: plain text, as a person would write it. */
export function toReply(
  words: MailWords,
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
  brokerage: Brokerage,
): Mail {
  const both = [firstName, lastName].every(looksLikeName);
  const values: ReplyValues = {
    firstName: nameInMail(firstName),
    lastName: nameInMail(lastName),
    brokerage: brokerage.name,
  };
  // Without a last name the greeting has only the first.
  const fullName = both ? `${firstName} ${lastName}` : nameInMail(firstName);
  const fill = (text: string) =>
    filledIn(text.replaceAll('{firstName} {lastName}', '{fullName}'), { ...values, fullName });
  return {
    to: email,
    subject: fill(words.subject),
    text: `${fill(words.text)}\n\n${signatureOf(brokerage).join('\n')}\n`,
    autoReply: true,
  };
}

/** The titles of a letter or notice and, for a notice, of what it withdraws; the property as it was typed. */
export interface Enclosure {
  document: string;
  withdrawn: string;
  property: string;
}

/** An email with a letter or notice attached: plain text, as a person would write it. */
export function toEnclosing(
  words: MailWords,
  { to, document, withdrawn, property }: Enclosure & { to: string },
  brokerage: Brokerage,
): Mail {
  const values: EnclosureValues = {
    document,
    withdrawn,
    property: propertyInMail(property) || 'the property that it names',
    brokerage: brokerage.name,
  };
  return {
    to,
    subject: filledIn(words.subject, values),
    text: `${filledIn(words.text, values)}\n\n${signatureOf(brokerage).join('\n')}\n`,
  };
}
