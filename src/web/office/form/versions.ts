import { mergeParagraphs } from './merge-paragraphs.ts';

export type TextValues = Record<string, string>;

export interface Version<Values> {
  values: Values;
  etag?: string | undefined;
}

export interface Conflict<Values> {
  theirs: Values;
  mine: Values;
  /** Both changes, as far as they fit together. */
  both: Values;
}

/** Saving trims, so surrounding white space is no difference. */
export const isSame = (a = '', b = ''): boolean => a.trim() === b.trim();

export const differ = (a: TextValues, b: TextValues): boolean =>
  Object.keys(a).some((field) => !isSame(a[field], b[field]));

/** Mine where I changed a field since `base`, else theirs; of a text that both changed, the paragraphs of both. */
export function merge<Values extends TextValues>(base: Values, mine: Values, theirs: Values): Values {
  const changed = Object.entries(mine).filter(([field, value]) => !isSame(value, base[field]));
  const merged = changed.map(([field, value]) => {
    const [before = '', other = ''] = [base[field], theirs[field]];
    // Two values of what was empty are no paragraphs of one text.
    const isTheirsToo = before.trim() !== '' && !isSame(other, before);
    return [field, isTheirsToo ? mergeParagraphs(before, value, other) : value];
  });
  return { ...theirs, ...Object.fromEntries(merged) };
}
