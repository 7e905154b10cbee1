/** The fields of a form that holds nothing but text. */
export type TextValues = Record<string, string>;

/** What the server holds: the fields, and the ETag that names this version of them. */
export interface Version<Values> {
  values: Values;
  etag?: string | undefined;
}

/** Two people have changed the same thing. */
export interface Conflict<Values> {
  theirs: Values;
  mine: Values;
}

/** Saving trims, so white space around a text makes no other text of it. */
export const isSame = (a = '', b = ''): boolean => a.trim() === b.trim();

export const differ = (a: TextValues, b: TextValues): boolean =>
  Object.keys(a).some((field) => !isSame(a[field], b[field]));

/** Mine where I changed something since `base`, else theirs. */
export function merge<Values extends TextValues>(base: Values, mine: Values, theirs: Values): Values {
  const changed = Object.entries(mine).filter(([field, value]) => !isSame(value, base[field]));
  return { ...theirs, ...Object.fromEntries(changed) };
}
