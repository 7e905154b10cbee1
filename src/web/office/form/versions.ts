export type TextValues = Record<string, string>;

export interface Version<Values> {
  values: Values;
  etag?: string | undefined;
}

export interface Conflict<Values> {
  theirs: Values;
  mine: Values;
}

/** Saving trims, so surrounding white space is no difference. */
export const isSame = (a = '', b = ''): boolean => a.trim() === b.trim();

export const differ = (a: TextValues, b: TextValues): boolean =>
  Object.keys(a).some((field) => !isSame(a[field], b[field]));

/** Mine where I changed a field since `base`, else theirs. */
export function merge<Values extends TextValues>(base: Values, mine: Values, theirs: Values): Values {
  const changed = Object.entries(mine).filter(([field, value]) => !isSame(value, base[field]));
  return { ...theirs, ...Object.fromEntries(changed) };
}
