import {
  type EnclosureValues,
  type GroupKind,
  type LetterKind,
  type LetterValues,
  type LetterValuesOf,
  linkPlaceholder,
  mailTexts,
  messagePlaceholder,
  type ReplyValues,
} from '../../../shared/mail-texts/mail-text-kinds.ts';
import type { MailWords } from '../../../shared/mail-texts/mail-texts.contract.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { signatureOf } from '../../../shared/site/brokerage.ts';
import { type Letter, toMail } from '../../platform/mail/letter.ts';
import { looksLikeName, nameInMail, propertyInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { defaultMailTexts } from './default-mail-texts.ts';
import { around, filledIn } from './placeholders.ts';

/** A letter with a link, in these words. */
export function toLetter(
  words: MailWords,
  { to, url }: { to: { name: string; email: string }; url: string },
  brokerage: Brokerage,
): Letter {
  const values: LetterValues = { name: to.name, brokerage: brokerage.name };
  const fill = (text: string) => filledIn(text, values);
  const { before, after } = around(linkPlaceholder, words.text);
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

/** The values that every letter knows. */
const known = (name: string, { name: brokerage, email, phone, baseUrl: site }: Brokerage) => ({
  name,
  brokerage,
  email,
  phone,
  site,
});

interface Given {
  to: Letter['to'];
  url?: string | undefined;
  values: Readonly<Record<string, string | readonly string[]>>;
}

/** A letter of this kind in these words. */
export function letterOf(
  kind: LetterKind,
  words: MailWords,
  { to, url, values }: Given,
  brokerage: Brokerage,
): Letter {
  const common = known(to.name, brokerage);
  const fixed = Object.entries(mailTexts[kind].fixed ?? {});
  const all = new Map<string, string | readonly string[]>([
    ...Object.entries(common),
    ...fixed.map(([name, sentence]) => [name, filledIn(sentence, common)] as const),
    ...Object.entries(values),
  ]);
  const inLine = Object.fromEntries([...all].map(([name, value]) => [name, [value].flat().join(' ')]));
  const fill = (paragraph: string): readonly string[] => {
    const value = paragraph.startsWith('{') ? all.get(paragraph.slice(1, -1)) : undefined;
    return [value ?? filledIn(paragraph, inLine)].flat().filter((each) => each !== '');
  };
  const { before, after } = around(linkPlaceholder, words.text);
  const [greeting = '', ...opening] = before.flatMap(fill);
  const subject = filledIn(words.subject, inLine);
  const letter = { to, subject, greeting, opening, closing: after.flatMap(fill) };
  return url === undefined ? letter : { ...letter, action: { label: words.button, url } };
}

/** A letter in the default words of its kind, or in those of the office once it is queued. */
export function letterIn<K extends LetterKind>(
  kind: K,
  brokerage: Brokerage,
  given: Given & { values: LetterValuesOf<K> },
): Letter {
  const write = (words: MailWords) => letterOf(kind, words, given, brokerage);
  return { ...write(defaultMailTexts[kind]), wording: { kind, write } };
}

/** As letterIn, ready to be queued. */
export const mailIn = <K extends LetterKind>(
  kind: K,
  brokerage: Brokerage,
  given: Given & { values: LetterValuesOf<K> },
): Mail => toMail(letterIn(kind, brokerage, given), brokerage);

/** A letter of a group, with these words around what it says. */
export function withWords(words: MailWords, letter: Letter, brokerage: Brokerage): Letter {
  const { subject, opening, closing } = letter;
  const values = { ...known(letter.to.name, brokerage), subject };
  const fill = (text: string) => filledIn(text, values);
  const { before, after } = around(messagePlaceholder, words.text);
  const [greeting = '', ...introduction] = before.map(fill);
  return {
    ...letter,
    subject: fill(words.subject),
    greeting,
    opening: [...introduction, ...opening],
    closing: [...closing, ...after.map(fill)],
  };
}

/** A mail of a group: once it is queued, the words of the office stand around what it says. */
export const inGroup = (kind: GroupKind, brokerage: Brokerage, letter: Letter): Mail =>
  toMail({ ...letter, wording: { kind, write: (words) => withWords(words, letter, brokerage) } }, brokerage);

interface Inquiry {
  to: string;
  replyTo?: string;
  /** `message` is the lines that the visitor filled in. */
  values: Readonly<Record<string, string>>;
}

/** The email of an inquiry, in plain text, in these words. */
export function inquiryOf(words: MailWords, { to, replyTo, values }: Inquiry, brokerage: Brokerage): Mail {
  const fill = (text: string) => filledIn(text, { ...known('', brokerage), ...values });
  const mail = { to, subject: fill(words.subject), text: `${fill(words.text)}\n` };
  return replyTo === undefined ? mail : { ...mail, replyTo };
}

/** The email of an inquiry in the default words, or in those of the office once it is queued. */
export function inquiryIn(
  given: Inquiry & { values: Record<'person' | 'message', string> },
  brokerage: Brokerage,
): Mail {
  const write = (words: MailWords) => inquiryOf(words, given, brokerage);
  return { ...write(defaultMailTexts.inquiry), wording: { kind: 'inquiry', write } };
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
