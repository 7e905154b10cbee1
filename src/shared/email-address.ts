import punycode from 'punycode.js';
import { isQuicklyNormalized } from './stored-text.ts';

/** How people bring email addresses, and how they are stored (docs/product.md P5.5). Free of zod: office forms use it. */

/** Longer texts hold no address: they are not looked into. */
const maxTyped = 1000;

/** Drawn as nothing: zero-width and soft hyphen, marks of direction, byte order mark. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Email programs copy an address with its name: Kim Ito <kim@example.com>. */
const withName = /^[^<>\r\n]*<([^<>]*)>$/;
const inQuotes = /^(?:'(.*)'|"(.*)"|‘(.*)’|“(.*)”|\((.*)\)|\[(.*)\])$/;
const endOfSentence = new Set([...'.,;:>!?|/、」』】》»']);
/** Such as the word "(work)" that lists of contacts put behind an address. */
const withRemark = /^([^\s@]+@[^\s@]+) \([^()@]*\)$/;
/** In no domain. The others of this kind are: they stand between letters of Japanese, Catalan and Hebrew. */
const ofNoDomain = /(?![.・·׳״-])[\p{P}\p{Z}]/u;
/** Ideographic full stops, which the rules of international domains read as dots. */
const otherDots = /[\u3002\uFF61]/g;

/**
 * Brings an address into its stored form: in lower case, its domain in ASCII, without signs copied or typed around it.
 * A text that holds no address stays recognizably wrong; `emailPattern` judges.
 */
export function cleanEmail(typed: string): string {
  const trimmed = typed.trim();
  if (trimmed.length > maxTyped || !isQuicklyNormalized(trimmed)) return trimmed;
  const plain = withoutEnd(trimmed.normalize('NFKC').replace(invisible, '').trim());
  const copied = withName.exec(closed(plain))?.[1] ?? withRemark.exec(plain)?.[1] ?? plain;
  const address = withoutEnd(unquoted(withoutScheme(copied.trim())).trim());
  const at = address.lastIndexOf('@');
  // Keyboards put a space behind a full stop.
  const domain = withoutEnd(address.slice(at + 1).replace(otherDots, '.')).replace(/^\s+|(?<=\.) /g, '');
  const isPlain = /^[\x20-\x7e]*$/.test(domain);
  return `${address.slice(0, at + 1)}${isPlain ? domain : toAscii(domain)}`.toLowerCase();
}

/** The bracket after a name was taken for the end of a sentence. */
const closed = (text: string): string => (text.includes('<') && !text.includes('>') ? `${text}>` : text);

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && endOfSentence.has(text.charAt(end - 1))) end--;
  return text.slice(0, end).trim();
}

/** From "Copy email address" of a link, with its subject and the signs of an address in percent. */
function withoutScheme(text: string): string {
  if (!/^mailto:/i.test(text)) return text.replace(/^e-?mail: ?/i, '');
  const [address = ''] = text.slice('mailto:'.length).split('?', 1);
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function unquoted(text: string): string {
  const groups = inQuotes.exec(text)?.slice(1) ?? [];
  return groups.find((group) => group !== undefined) ?? text;
}

function toAscii(domain: string): string {
  if (ofNoDomain.test(domain)) return domain;
  try {
    return punycode.toASCII(domain.toLowerCase().normalize('NFKC'));
  } catch {
    return domain;
  }
}

/** All that RFC 5321 allows unquoted before the @; a domain with a dot behind it. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[a-z0-9!#$%&'*+/=?^_`{|}~.-]*[a-z0-9!#$%&'*+/=?^_`{|}~-]@([a-z0-9][a-z0-9-]*\.)+([a-z]{2,}|xn--[a-z0-9-]+)$/;

const lookAlikes = /^[аеорсухіѕјһԛԝӏАВЕКМНОРСТХ\d-]+$/u;
const hostLetters = /^[\p{L}\p{M}\p{N}-]+$/u;
const latin = /\p{Script=Latin}/u;
const otherLetters = /(?!\p{Script=Latin})\p{L}/u;
/** Scripts that are written with Latin letters between theirs and look like none of them. */
const distinct =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Latin}\p{N}ー-]+$/u;

/**
 * An address as people write it: an international domain in its own letters, but in ASCII where these could be taken for
 * others (docs/security.md S7.7).
 */
export function shownEmail(email: string): string {
  if (!email.includes('xn--')) return email;
  const at = email.lastIndexOf('@');
  const labels = email.slice(at + 1).split('.');
  return email.slice(0, at + 1) + labels.map(shownLabel).join('.');
}

function shownLabel(label: string): string {
  if (!label.startsWith('xn--')) return label;
  const shown = decoded(label);
  if (!hostLetters.test(shown)) return label;
  const mixed = latin.test(shown) && otherLetters.test(shown) && !distinct.test(shown);
  // Decoded to itself again: nothing else is behind it.
  return mixed || lookAlikes.test(shown) || cleanEmail(`a@${shown}.com`) !== `a@${label}.com` ? label : shown;
}

function decoded(label: string): string {
  try {
    return punycode.toUnicode(label);
  } catch {
    return label;
  }
}
