import { minutesFor } from '../../../shared/articles/reading-time.ts';

const excerptLength = 400;

/** Minutes to read a plain text, at least 1. */
export const minutesOf = (text: string): number => minutesFor(text.split(/\s+/).length);

/** The first 400 characters as one line, cut at white space if possible. */
export function beginningOf(text: string): string {
  const line = text
    .slice(0, 10 * excerptLength)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= excerptLength) return line;
  // One more is cut off again: it may be half of a character.
  const beginning = Array.from(line.slice(0, excerptLength + 1))
    .slice(0, -1)
    .join('');
  const space = beginning.lastIndexOf(' ');
  return `${space > excerptLength / 2 ? beginning.slice(0, space) : beginning}…`;
}
