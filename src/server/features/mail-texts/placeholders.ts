import {
  hasLink,
  linkPlaceholder,
  type MailTextKind,
  mailPlaceholders,
  ownParagraphs,
} from '../../../shared/mail-texts/mail-text-kinds.ts';
import type { MailWords } from '../../../shared/mail-texts/mail-texts.contract.ts';
import { invalid } from '../../platform/http-error.ts';

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

/** The paragraphs before and after that of the placeholder; without it all are before. */
export function around(placeholder: string, text: string): { before: string[]; after: string[] } {
  const paragraphs = paragraphsOf(text);
  const at = paragraphs.indexOf(`{${placeholder}}`);
  return at < 0
    ? { before: paragraphs, after: [] }
    : { before: paragraphs.slice(0, at), after: paragraphs.slice(at + 1) };
}

/** @throws 400 for an unknown placeholder, and where one that has to stay, or the label of a link, is missing or stands elsewhere */
export function rejectWrongPlaceholders(kind: MailTextKind, { subject, text, button }: MailWords): void {
  const all = mailPlaceholders[kind];
  const own = ownParagraphs(kind);
  // The subject of a mail is stored in clear.
  rejectUnknown(
    subject,
    all.filter((name) => !own.includes(name)),
    'subject',
  );
  if (all.includes('subject') && !subject.includes('{subject}'))
    throw invalid('Subject must contain {subject}: it says what the mail is about', 'subject');
  rejectUnknown(text, all, 'text');
  for (const name of own) rejectElsewhere(text, name);
  if (!hasLink(kind)) return;
  if (button === '') throw invalid('Button is required', 'button');
  rejectUnknown(button, [], 'button');
}

function rejectElsewhere(text: string, name: string): void {
  const placeholder = `{${name}}`;
  if (!text.includes(placeholder)) {
    const why =
      name === linkPlaceholder
        ? 'without it no one can use the mail'
        : 'the mail has to say what stands there';
    throw invalid(`Text must contain ${placeholder}: ${why}`, 'text');
  }
  const isOnce = text.split(placeholder).length === 2;
  if (!isOnce || !paragraphsOf(text).includes(placeholder))
    throw invalid(`${placeholder} must stand once, in a paragraph of its own`, 'text');
}

function rejectUnknown(text: string, known: readonly string[], field: keyof MailWords): void {
  const unknown = text.match(/\{[^{}\n]*\}/g)?.find((each) => !known.includes(each.slice(1, -1)));
  if (unknown === undefined) return;
  const rest =
    known.length > 0 ? `Possible are ${known.map((name) => `{${name}}`).join(', ')}` : 'None is possible';
  throw invalid(`${unknown} is not filled in here. ${rest}`, field);
}
