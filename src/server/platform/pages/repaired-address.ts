import { withoutTail } from '../../../shared/articles/link-repair.ts';

/** No segment is empty: `//evil.com/` would be another site. */
const safe = /^(?:\/|(?:\/[\w.~%-]+)+)$/;

/**
 * Mends an address: `#` or `?` became `%23` or `%3F`, or the sign behind a link was taken for a part of it. Undefined
 * for any other. Call it only for addresses that are not found: a valid one may end in such a sign.
 */
export function repairedAddress(url: string): string | undefined {
  const [, whole = '', query = ''] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  const [, path = '', sign = '', rest = ''] = /^(.*?)(?:%(23|3F)(.*))?$/is.exec(whole) ?? [];
  const repaired = tidy(path);
  if (!safe.test(repaired) || (sign === '' && repaired === path)) return undefined;
  if (sign === '') return repaired + query;
  return sign === '23' ? `${repaired}${query}#${tidy(rest)}` : `${repaired}?${tidy(rest)}`;
}

function tidy(path: string): string {
  const from = path.lastIndexOf('/') + 1;
  try {
    const last = decodeURIComponent(path.slice(from));
    const tidied = withoutTail(last);
    return tidied === last ? path : path.slice(0, from) + encodeURIComponent(tidied);
  } catch {
    return path;
  }
}
