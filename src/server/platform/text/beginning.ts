const wordsPerMinute = 230;
const excerptLength = 400;

/** How long it takes to read a plain text, in whole minutes, at least 1. */
export const minutesOf = (words: string): number =>
  Math.max(1, Math.round(words.split(/\s+/).length / wordsPerMinute));

/** The first 400 characters of a plain text in one line, cut at white space where there is some. */
export function beginningOf(words: string): string {
  const line = words
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
