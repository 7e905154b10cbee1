import { budgetFor, type Change, changesBetween } from '../../../shared/review/diff.ts';

/** Both changes of a text since `base`, paragraph by paragraph; mine where both changed one. */
export function mergeParagraphs(base: string, mine: string, theirs: string): string {
  const [before, own, other] = [base, mine, theirs].map(paragraphsOf);
  if (!before || !own || !other) return mine;
  const budget = budgetFor(base, mine, theirs);
  const ownChanges = changesBetween(before, own, budget).flatMap(oneByOne);
  const otherChanges = changesBetween(before, other, budget).flatMap(oneByOne);
  const merged: string[] = [];
  let at = 0;
  while (ownChanges.length > 0 || otherChanges.length > 0) {
    const region = nextRegion(ownChanges, otherChanges);
    merged.push(...before.slice(at, region.from));
    const my = withChanges(before, own, region, region.own);
    const their = withChanges(before, other, region, region.other);
    if (region.other.length === 0 || my.join() === their.join()) merged.push(...my);
    else if (region.own.length === 0) merged.push(...their);
    else if (region.from === region.to) merged.push(...their, ...my);
    else merged.push(...my);
    at = region.to;
  }
  merged.push(...before.slice(at));
  return merged.join('\n\n');
}

/** Blank lines at the beginning of a paragraph stay with it, so that joined paragraphs are the text again. */
const paragraphsOf = (text: string): string[] => {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split('\n\n');
};

/** As many paragraphs as before are those paragraphs, changed. */
function oneByOne(change: Change): Change[] {
  const { from, to, by } = change;
  if (to - from !== by.to - by.from) return [change];
  return Array.from({ length: to - from }, (_, n) => ({
    from: from + n,
    to: from + n + 1,
    by: { from: by.from + n, to: by.from + n + 1 },
  }));
}

interface Region {
  from: number;
  to: number;
  own: Change[];
  other: Change[];
}

/** Takes the next change, and all that overlap with it, from both lists. */
function nextRegion(ownChanges: Change[], otherChanges: Change[]): Region {
  const first = Math.min(ownChanges[0]?.from ?? Infinity, otherChanges[0]?.from ?? Infinity);
  const region: Region = { from: first, to: first, own: [], other: [] };
  const take = (changes: Change[], taken: Change[]): boolean => {
    const [next] = changes;
    if (!next || !overlaps(region, next)) return false;
    changes.shift();
    taken.push(next);
    region.to = Math.max(region.to, next.to);
    return true;
  };
  // An insertion before a change is no part of it.
  const isOtherFirst = otherChanges[0]?.from === first && otherChanges[0].to === first;
  if (isOtherFirst) take(otherChanges, region.other);
  while (take(ownChanges, region.own) || take(otherChanges, region.other));
  return region;
}

/** Insertions at one place belong together; an insertion next to a change does not. */
const overlaps = (region: Region, { from, to }: Change): boolean =>
  from < region.to ||
  (from === region.from && (region.own.length + region.other.length === 0 || to === region.to));

/** The paragraphs of a region after the changes of one side. */
function withChanges(before: string[], after: string[], region: Region, changes: Change[]): string[] {
  const result: string[] = [];
  let at = region.from;
  for (const { from, to, by } of changes) {
    result.push(...before.slice(at, from), ...after.slice(by.from, by.to));
    at = to;
  }
  return [...result, ...before.slice(at, region.to)];
}
