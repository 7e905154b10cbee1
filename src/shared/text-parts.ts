import { withPlainSigns } from './search/search-form.ts';
import { isWebAddress } from './web-address.ts';

/** The name is that of the time of writing. */
export interface Mention {
  user: string;
  name: string;
}

export interface TextPart {
  text: string;
  href?: string;
  /** The id of a mentioned member. */
  user?: string;
}

/** Brackets, quotation marks and full stops of other scripts end an address: the next sentence follows without a space. */
const addresses =
  /https?:\/\/[^\s\p{Default_Ignorable_Code_Point}<>"'\u201c\u201d「」『』【】《》〈〉（）«»‹›。、।॥]+/giu;
/** Punctuation that is no part of an address at its end. */
const endings = new Set(".,;:!?…*_~'’]，．！？：；؟،؛");
/** Excludes mentions inside email addresses and longer words. */
const start = /(?<![\p{L}\p{N}\p{M}@/._-])@/gu;
const wordGoesOn = /[\p{L}\p{N}\p{M}]|-\p{L}/uy;

/**
 * Splits plain text into web addresses, mentions (of `mentions`) and the rest; joined, the parts are the text. An
 * `href` is http or https; a part with a `user` is "@Name" as it was typed.
 */
export function textParts(text: string, mentions: readonly Mention[] = []): TextPart[] {
  const links = withLinks(text);
  if (mentions.length === 0) return links;
  // The first of several members with one name wins, and the longest of several names.
  const byName = new Map(mentions.toReversed().map((mention) => [mention.name, mention]));
  const members = [...byName.values()]
    .sort((a, b) => b.name.length - a.name.length)
    .map(({ user, name }) => ({ user, name: written(name) }));
  return links.flatMap((part) => (part.href === undefined ? withMentions(part.text, members) : part));
}

/** The `mentions` whose name is in the text as "@Name"; all of those that share a name. */
export function mentionsIn(text: string, mentions: readonly Mention[]): Mention[] {
  const parts = textParts(text, mentions);
  const names = new Set(
    parts.flatMap((part) => (part.user === undefined ? [] : [written(part.text.slice(1))])),
  );
  return mentions.filter(({ name }) => names.has(written(name)));
}

function withLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(addresses)) {
    const href = trimmed(match[0]);
    if (!isWebAddress(href)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: href, href });
    end = match.index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/**
 * Strips surrounding punctuation, but not a closing bracket that the address opened. Brackets are counted once:
 * counting again for each one removed takes quadratic time.
 */
function trimmed(address: string): string {
  let unopened = 0;
  for (const character of address) {
    if (character === ')') unopened++;
    if (character === '(') unopened--;
  }
  let end = address.length;
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened--;
    else if (!endings.has(last)) break;
  }
  return address.slice(0, end);
}

/** `members` are sorted by length of name, longest first. */
function withMentions(text: string, members: readonly Mention[]): TextPart[] {
  const parts: TextPart[] = [];
  const plain = written(text);
  let end = 0;
  for (const { index } of text.matchAll(start)) {
    if (index < end) continue;
    const member = members.find(({ name }) => isNamedAt(plain, index + 1, name));
    if (!member) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    const next = index + 1 + member.name.length;
    parts.push({ text: text.slice(index, next), user: member.user });
    end = next;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** As long as the text itself: phones type other apostrophes than who entered the name. */
const written = (text: string) => withPlainSigns(text).replaceAll('\u00a0', ' ');

function isNamedAt(text: string, index: number, name: string): boolean {
  if (!text.startsWith(name, index)) return false;
  wordGoesOn.lastIndex = index + name.length;
  return !wordGoesOn.test(text);
}
