import { undrawable } from '../../../shared/pdf-characters.ts';
import type { PdfBlock, PdfContent } from './pdf-content.ts';

/**
 * A record as a PDF that leaves no character to guess: one that no face has stands there by its number, “[U+2713]”, and an
 * arrow as a word. What is signed or paid by is refused instead.
 */
export const spelledOut = <T extends PdfContent | PdfBlock[]>(content: T): T =>
  JSON.parse(JSON.stringify(content), (_key, value: unknown) =>
    typeof value === 'string' ? spelled(value) : value,
  );

function spelled(text: string): string {
  const words = text.replaceAll('→', 'to').normalize('NFC');
  if (undrawable(words) === '') return words;
  return [...words]
    .map((character) => (undrawable(character) === '' ? character : numberOf(character)))
    .join('');
}

const numberOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
