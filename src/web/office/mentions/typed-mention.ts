import type { Mention } from '../../../shared/text-parts.ts';

/** A name that is being typed after an "@". */
export interface TypedMention {
  /** Where the "@" is. */
  start: number;
  /** What is typed of the name. */
  search: string;
}

/** "@", as much of a name as is typed, of at most three words; not within a word or an address. */
const typing =
  /(?<![\p{L}\p{N}\p{M}@/._-])@([\p{L}\p{N}][\p{L}\p{N}\p{M}.’'-]*(?: [\p{L}\p{N}\p{M}.’'-]*){0,2})$/u;

/** The name that ends where the caret is; none when it is that of somebody chosen already, with or without more. */
export function typedMention(before: string, chosen: readonly Mention[]): TypedMention | undefined {
  const match = typing.exec(before);
  const search = match?.[1];
  if (!match || search === undefined) return undefined;
  if (chosen.some(({ name }) => search.startsWith(name))) return undefined;
  return { start: match.index, search: search.trimEnd() };
}

/** Whether the name, or a later word of it, begins so: what the server finds, too. */
export function matches(name: string, search: string): boolean {
  const [whole, wanted] = [name.toLowerCase(), search.toLowerCase()];
  return whole.startsWith(wanted) || whole.includes(` ${wanted}`);
}

/** The text with the name in place of what was typed of it, and where the caret is then. */
export function completed(
  text: string,
  { start, caret, name }: { start: number; caret: number; name: string },
): { text: string; caret: number } {
  const rest = text.slice(caret);
  const before = `${text.slice(0, start)}@${name}${rest.startsWith(' ') ? '' : ' '}`;
  return { text: before + rest, caret: before.length + (rest.startsWith(' ') ? 1 : 0) };
}
