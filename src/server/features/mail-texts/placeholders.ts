import {
  hasLink,
  linkPlaceholder,
  type MailTextKind,
  mailPlaceholders,
} from '../../../shared/mail-texts/mail-text-kinds.ts';
import type { MailWords } from '../../../shared/mail-texts/mail-texts.contract.ts';
import { invalid } from '../../platform/http-error.ts';

const link = `{${linkPlaceholder}}`;

/** `text` with each {name} replaced, once: a value is never read for placeholders. Unknown names stay. */
export const filledIn = (text: string, values: Record<string, string>): string =>
  text.replace(
    /\{(\w+)\}/g,
    (whole, name: string) => (Object.hasOwn(values, name) ? values[name] : whole) ?? whole,
  );

/** Paragraphs are parted by empty lines. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[][] = [[]];
  for (const line of text.split(/\r\n|\n/)) {
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line.trim());
  }
  return paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
}

/** The paragraphs before and after that of the link. */
export function aroundLink(text: string): { before: string[]; after: string[] } {
  const paragraphs = paragraphsOf(text);
  const at = paragraphs.indexOf(link);
  return { before: paragraphs.slice(0, at), after: paragraphs.slice(at + 1) };
}

/** @throws 400 for an unknown placeholder, and where the link or its label is missing or stands elsewhere */
export function rejectWrongPlaceholders(kind: MailTextKind, { subject, text, button }: MailWords): void {
  const all = mailPlaceholders[kind];
  // The subject of a mail is stored in clear.
  rejectUnknown(
    subject,
    all.filter((name) => name !== linkPlaceholder),
    'subject',
  );
  rejectUnknown(text, all, 'text');
  if (!hasLink(kind)) return;
  if (!text.includes(link))
    throw invalid(`Text must contain ${link}: without it no one can use the mail`, 'text');
  const isOnce = text.split(link).length === 2;
  if (!isOnce || !paragraphsOf(text).includes(link))
    throw invalid(`${link} must stand once, in a paragraph of its own`, 'text');
  if (button === '') throw invalid('Button is required', 'button');
  rejectUnknown(button, [], 'button');
}

function rejectUnknown(text: string, known: readonly string[], field: keyof MailWords): void {
  const unknown = text.match(/\{[^{}\n]*\}/g)?.find((each) => !known.includes(each.slice(1, -1)));
  if (unknown === undefined) return;
  const rest =
    known.length > 0 ? `Possible are ${known.map((name) => `{${name}}`).join(', ')}` : 'None is possible';
  throw invalid(`${unknown} is not filled in here. ${rest}`, field);
}
