import { searchForm } from '../../../shared/search/search-form.ts';
import type { Place } from './places.ts';

/** At most so many of each group. */
const max = 5;

/**
 * Places with all the words typed, in their names or the other words for them: those whose name begins so come first. A typing
 * error is forgiven where nothing else fits, unless `forgiving` is false.
 */
export function findPlaces(places: Place[], typed: string, { forgiving = true } = {}): Place[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  const rated = places.flatMap((place) => {
    const inName = wordsOf(place.name);
    const all = [...inName, ...wordsOf(place.words ?? ''), ...wordsOf(place.group)];
    const fits = rateOf(words, inName) ?? rateOf(words, all, 10);
    const rate = fits ?? (forgiving ? rateOf(words, all, 20, isNear) : undefined);
    return rate === undefined ? [] : [{ place, rate }];
  });
  // A typing error is forgiven only where nothing else fits.
  const best = rated.some(({ rate }) => rate < 20) ? rated.filter(({ rate }) => rate < 20) : rated;
  const sorted = best.toSorted((a, b) => a.rate - b.rate).map(({ place }) => place);
  const groups = Map.groupBy(sorted, ({ group }) => group);
  return [...groups.values()].flatMap((group) => group.slice(0, max));
}

const wordsOf = (text: string): string[] => searchForm(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Undefined unless each of the words typed is found; less is better. */
function rateOf(typed: string[], words: string[], start = 0, has = holds): number | undefined {
  let rate = start;
  for (const each of typed) {
    const found = words.find((word) => word.startsWith(each)) ?? words.find((word) => has(word, each));
    if (found === undefined) return undefined;
    if (!found.startsWith(each)) rate++;
  }
  return words[0]?.startsWith(typed[0] ?? '') ? rate : rate + 5;
}

const holds = (word: string, typed: string) => typed.length >= 3 && word.includes(typed);

/** Whether a word begins with what was typed but for one letter too many, too few, another, or two in the wrong order. */
export function isNear(word: string, typed: string): boolean {
  if (typed.length < 4) return false;
  let same = 0;
  while (same < typed.length && word[same] === typed[same]) same++;
  const [a, b] = [word.slice(same), typed.slice(same)];
  return (
    a.startsWith(b.slice(1)) ||
    a.slice(1).startsWith(b) ||
    a.slice(1).startsWith(b.slice(1)) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2).startsWith(b.slice(2)))
  );
}
