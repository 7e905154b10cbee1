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
/** What ends a sentence is no part of an address at its end. */
const ending = /[.,;:!?…*_~'’]+$/u;

/**
 * Cuts plain text at its web addresses and, outside of these, at its mentions.
 * In: any text, and whom it may mention. Out: parts that together are exactly that text; those with an `href` are
 * http and https only, those with a `user` are "@" and the name.
 */
export function textParts(text: string, mentions: readonly Mention[] = []): TextPart[] {
  const names = namesPattern(mentions);
  return withLinks(text).flatMap((part) =>
    names && part.href === undefined ? withMentions(part.text, names, mentions) : part,
  );
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

/** Without the punctuation around it; a bracket belongs to an address that has opened it. */
function trimmed(address: string): string {
  const shorter = address.replace(ending, '');
  const isClosing = shorter.endsWith(')') && count(shorter, '(') < count(shorter, ')');
  const next = isClosing || shorter.endsWith(']') ? shorter.slice(0, -1) : shorter;
  return next === address ? next : trimmed(next);
}

const count = (text: string, character: string) => text.split(character).length - 1;

/** Finds "@" and a name, the longest that fits; none within an e-mail address or a longer word. */
function namesPattern(mentions: readonly Mention[]): RegExp | undefined {
  if (mentions.length === 0) return undefined;
  const names = mentions.map(({ name }) => name).sort((a, b) => b.length - a.length);
  const alternatives = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return new RegExp(
    `(?<![\\p{L}\\p{N}\\p{M}@/._-])@(?:${alternatives})(?![\\p{L}\\p{N}\\p{M}]|-\\p{L})`,
    'gu',
  );
}

function withMentions(text: string, names: RegExp, mentions: readonly Mention[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(names)) {
    const member = mentions.find(({ name }) => `@${name}` === match[0]);
    if (!member) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: match[0], user: member.user });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
