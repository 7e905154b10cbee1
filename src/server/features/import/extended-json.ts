/**
 * Values of MongoDB's extended JSON, canonical, relaxed and of older versions, as plain ones: ids and binary data (base64)
 * as text, dates as Date, which may be invalid.
 */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [[key, content] = ['', undefined]] = entries;
  if (key.startsWith('$') && entries.length <= 2) return special(key, content);
  return Object.fromEntries(entries.map(([name, each]) => [name, plainValue(each)]));
}

function special(key: string, content: unknown): unknown {
  switch (key) {
    case '$date':
      return dateOf(plainValue(content));
    case '$numberInt':
    case '$numberLong':
    case '$numberDouble':
    case '$numberDecimal':
      return Number(content);
    case '$binary':
    case '$type':
      return base64Of(content);
    case '$oid':
    case '$symbol':
    case '$uuid':
      return content;
    default:
      return undefined;
  }
}

const dateOf = (content: unknown) =>
  new Date(typeof content === 'string' || typeof content === 'number' ? content : Number.NaN);

const base64Of = (content: unknown) =>
  typeof content === 'object' && content !== null && 'base64' in content ? content.base64 : content;

const minYear = 1970;

/** A date as an ISO timestamp; undefined when it is none, before 1970 or in the future. */
export function momentOf(value: unknown): string | undefined {
  const date =
    value instanceof Date
      ? value
      : typeof value === 'string' || typeof value === 'number'
        ? new Date(value)
        : undefined;
  if (!date || Number.isNaN(date.getTime())) return undefined;
  return date.getUTCFullYear() >= minYear && date.getTime() <= Date.now() ? date.toISOString() : undefined;
}

/** A day as YYYY-MM-DD, also in the future; undefined when it is none. */
export function dayOf(value: unknown): string | undefined {
  const date =
    value instanceof Date
      ? value
      : typeof value === 'string' || typeof value === 'number'
        ? new Date(value)
        : undefined;
  if (!date || Number.isNaN(date.getTime())) return undefined;
  const year = date.getUTCFullYear();
  return year >= 1000 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined;
}
