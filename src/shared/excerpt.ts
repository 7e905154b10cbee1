import { preview } from './preview.ts';

/** The beginning of a text on one line: at most `max` characters, then an ellipsis. */
export function excerpt(text: string, max: number): string {
  // A character has at most two code units: the rest of a long text does not matter.
  const characters = Array.from(text.replace(/\s+/g, ' ').slice(0, 2 * max + 2));
  if (characters.length <= max) return characters.join('');
  return `${characters.slice(0, max).join('').trimEnd()}…`;
}

/** At most 40 characters that name a text in a question or the audit log, also when it has no spaces. */
export const shortTitle = (text: string): string => excerpt(preview(text.replace(/\s+/g, ' ')), 40);
