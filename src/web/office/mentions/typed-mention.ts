import { searchForm } from '../../../shared/search/search-form.ts';
import type { Mention } from '../../../shared/text-parts.ts';

export interface TypedMention {
  start: number;
  search: string;
}

/** "@" and up to three words; not within a word or an email address. */
const typing =
  /(?<![\p{L}\p{N}\p{M}@/._-])@([\p{L}\p{N}][\p{L}\p{N}\p{M}.'’‘ʼʻ`‐‑–-]*(?:[ \u00a0][\p{L}\p{N}\p{M}.'’‘ʼʻ`‐‑–-]*){0,2})$/u;

/** The name being typed at the caret; none if it starts with an already chosen name. */
export function typedMention(before: string, chosen: readonly Mention[]): TypedMention | undefined {
  const match = typing.exec(before);
  const search = match?.[1];
  if (!match || search === undefined) return undefined;
  if (chosen.some(({ name }) => search.startsWith(name))) return undefined;
  return { start: match.index, search: search.trimEnd() };
}

/** Whether the name or a later word of it begins with `search`, as on the server. */
export function matches(name: string, search: string): boolean {
  const [whole, wanted] = [searchForm(name), searchForm(search)];
  return whole.startsWith(wanted) || whole.includes(` ${wanted}`);
}

/** The text with the typed part replaced by the name, and the caret after it. */
export function completed(
  text: string,
  { start, caret, name }: { start: number; caret: number; name: string },
): { text: string; caret: number } {
  const rest = text.slice(caret);
  const before = `${text.slice(0, start)}@${name}${rest.startsWith(' ') ? '' : ' '}`;
  return { text: before + rest, caret: before.length + (rest.startsWith(' ') ? 1 : 0) };
}
