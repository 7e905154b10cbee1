import { isWebAddress } from '../../../shared/web-address.ts';

export interface TextPart {
  text: string;
  /** Where a link leads; absent for plain text. */
  href?: string;
}

const addresses = /https?:\/\/[^\s<>"'\u201c\u201d]+/giu;
/** What ends a sentence is no part of an address at its end. */
const ending = /[.,;:!?…*_~'’]+$/u;

/**
 * Cuts plain text at its web addresses.
 * In: any text. Out: parts that together are exactly that text; those with an `href` are http and https only.
 */
export function withLinks(text: string): TextPart[] {
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
