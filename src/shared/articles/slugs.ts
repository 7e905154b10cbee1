import { maxLengths } from '../field-limits.ts';

const maxLength = maxLengths.article.slugFromTitle;

/** Letters that Unicode does not decompose. */
const latin: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/**
 * Returns Latin letters, digits and single hyphens, cut between words at the max length; `fallback` for a title in
 * another script.
 */
export function slugFromTitle(title: string, fallback: string): string {
  const words = title
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => latin[letter] ?? letter)
    // Remove marks first: normalizing a run of them takes quadratic time.
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/\p{M}+/gu, '-')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return cutBetweenWords(words) || fallback;
}

function cutBetweenWords(slug: string): string {
  if (slug.length <= maxLength) return slug;
  const cut = slug.slice(0, maxLength + 1);
  const end = cut.lastIndexOf('-');
  return end > 0 ? cut.slice(0, end) : slug.slice(0, maxLength);
}
