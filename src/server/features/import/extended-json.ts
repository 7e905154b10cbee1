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

/** ISO 8601, also with the time zone as +0000, as in some older exports. */
const isoForm = /^\d{4}(?:-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?)?)?$/;

/** A number is ms since 1970; text without a time zone is UTC, not this machine's. Other text is no date. */
function dateOf(content: unknown): Date {
  if (content instanceof Date) return content;
  if (typeof content === 'number') return new Date(content);
  const found = typeof content === 'string' ? isoForm.exec(content) : null;
  if (!found) return new Date(Number.NaN);
  const [text, zone] = found;
  const isLocal = text.includes(':') && zone === undefined;
  return new Date(`${text.replace(' ', 'T')}${isLocal ? 'Z' : ''}`);
}

const base64Of = (content: unknown) =>
  typeof content === 'object' && content !== null && 'base64' in content ? content.base64 : content;

const minYear = 1970;

/** A date as an ISO timestamp; undefined when it is none, before 1970 or in the future. */
export function momentOf(value: unknown): string | undefined {
  const date = dateOf(value);
  if (Number.isNaN(date.getTime())) return undefined;
  return date.getUTCFullYear() >= minYear && date.getTime() <= Date.now() ? date.toISOString() : undefined;
}

/** A day as YYYY-MM-DD, also in the future; undefined when it is none. */
export function dayOf(value: unknown): string | undefined {
  const date = dateOf(value);
  if (Number.isNaN(date.getTime())) return undefined;
  const year = date.getUTCFullYear();
  return year >= 1000 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined;
}
