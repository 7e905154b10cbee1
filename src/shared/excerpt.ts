import { preview } from './preview.ts';

/** The beginning of a text in one line: at most `max` whole characters, then an ellipsis. */
export function excerpt(text: string, max: number): string {
  // A character takes two places at most: no need to look at all of a long text.
  const characters = Array.from(text.replace(/\s+/g, ' ').slice(0, 2 * max + 2));
  if (characters.length <= max) return characters.join('');
  return `${characters.slice(0, max).join('').trimEnd()}…`;
}

/** A few words by which a question or the audit log names a text; also where there is no space to cut at. */
export const shortTitle = (text: string): string => excerpt(preview(text.replace(/\s+/g, ' ')), 40);
