/** The first letters of the first and the last word of a name, in capitals; what stands in brackets is no name. */
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
