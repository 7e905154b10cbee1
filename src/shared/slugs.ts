import { maxLengths } from './limits.ts';

const maxLength = maxLengths.article.slugFromTitle;

/** Letters that decomposition leaves whole. */
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
 * The slug that a title asks for: Latin letters without accents, digits and single hyphens, within the max
 * length, cut between words. A title in another script gets `fallback`.
 */
export function slugFromTitle(title: string, fallback: string): string {
  const words = title
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => latin[letter] ?? letter)
    // Marks go first: rows of them take the square of their number to normalise.
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
