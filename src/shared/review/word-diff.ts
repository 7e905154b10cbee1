import { type Budget, budgetFor, changesBetween } from './diff.ts';

export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Merges two texts: parts in both, in the first only, and in the second only; by words within changed lines. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const budget = budgetFor(before, after);
  const parts = compare(linesOf(before), linesOf(after), budget, (removed, added) =>
    compare(wordsOf(removed), wordsOf(added), budget, (one, other) => [
      { kind: 'removed', text: one },
      { kind: 'added', text: other },
    ]),
  );
  return joined(parts);
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu) ?? [];

function compare(
  before: string[],
  after: string[],
  budget: Budget,
  replace: (removed: string, added: string) => DiffPart[],
): DiffPart[] {
  const parts: DiffPart[] = [];
  let at = 0;
  for (const { from, to, by } of changesBetween(before, after, budget)) {
    parts.push({ kind: 'same', text: before.slice(at, from).join('') });
    parts.push(...replace(before.slice(from, to).join(''), after.slice(by.from, by.to).join('')));
    at = to;
  }
  parts.push({ kind: 'same', text: before.slice(at).join('') });
  return parts;
}

function joined(parts: DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const { kind, text } of parts) {
    const last = result.at(-1);
    if (text === '') continue;
    if (last?.kind === kind) last.text += text;
    else result.push({ kind, text });
  }
  return result;
}
