/** As much of a text as a notification quotes, in characters. */
const maxLength = 200;

/** The beginning of a text in one line; whole characters only. */
export function excerptOf(text: string): string {
  // A character takes two places at most: no need to look at all of a long text.
  const characters = Array.from(text.replace(/\s+/g, ' ').slice(0, 2 * maxLength + 2));
  if (characters.length <= maxLength) return characters.join('');
  return `${characters.slice(0, maxLength).join('').trimEnd()}…`;
}
