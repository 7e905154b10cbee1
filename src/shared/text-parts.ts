import { isWebAddress } from './web-address.ts';

/** A member whom a text names as "@Name", by the name that was theirs when it was written. */
export interface Mention {
  user: string;
  name: string;
}

export interface TextPart {
  text: string;
  /** Where a web address leads; only these have one. */
  href?: string;
  /** Of a mention: who it is. */
  user?: string;
}

const addresses = /https?:\/\/[^\s<>"'\u201c\u201d]+/giu;
/** What ends a sentence is no part of an address at its end, nor is a square bracket around it. */
const endings = new Set(".,;:!?…*_~'’]");
/** No mention is within an e-mail address or a longer word. */
const start = /(?<![\p{L}\p{N}\p{M}@/._-])@/gu;
const wordGoesOn = /[\p{L}\p{N}\p{M}]|-\p{L}/uy;

/**
 * Cuts plain text at its web addresses and, outside of these, at its mentions.
 * In: any text, and whom it may mention. Out: parts that together are exactly that text; those with an `href` are
 * http and https only, those with a `user` are "@" and the name.
 */
export function textParts(text: string, mentions: readonly Mention[] = []): TextPart[] {
  const links = withLinks(text);
  if (mentions.length === 0) return links;
  // Of several with one name the first is meant, and of several names the longest that fits.
  const byName = new Map(mentions.toReversed().map((mention) => [mention.name, mention]));
  const members = [...byName.values()].sort((a, b) => b.name.length - a.name.length);
  return links.flatMap((part) => (part.href === undefined ? withMentions(part.text, members) : part));
}

/** Those of `mentions` whose name stands in the text as "@Name"; of several with one name, all. */
export function mentionsIn(text: string, mentions: readonly Mention[]): Mention[] {
  const parts = textParts(text, mentions);
  const names = new Set(parts.flatMap((part) => (part.user === undefined ? [] : [part.text.slice(1)])));
  return mentions.filter(({ name }) => names.has(name));
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
 * Without the punctuation around it; a bracket belongs to an address that has opened it. Brackets are counted once:
 * counting again for each that is cut off takes the square of their number.
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

/** `members`: those with the longest names first. */
function withMentions(text: string, members: readonly Mention[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index } of text.matchAll(start)) {
    if (index < end) continue;
    const member = members.find(({ name }) => isNamedAt(text, index + 1, name));
    if (!member) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: `@${member.name}`, user: member.user });
    end = index + 1 + member.name.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

function isNamedAt(text: string, index: number, name: string): boolean {
  if (!text.startsWith(name, index)) return false;
  wordGoesOn.lastIndex = index + name.length;
  return !wordGoesOn.test(text);
}
