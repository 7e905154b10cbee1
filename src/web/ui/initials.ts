/** First letters of the first and last word, in capitals; ignores text in brackets. */
export function initials(name: string): string {
  const [opened, closed] = [name.indexOf('('), name.lastIndexOf(')')];
  const bare = opened >= 0 && opened < closed ? name.slice(0, opened) + name.slice(closed + 1) : name;
  const words = bare.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase('en-US');
}
