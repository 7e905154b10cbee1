import { preview } from './preview.ts';

/** The beginning of a text in one line, by which a question names it; also where there is no space to cut at. */
export function excerpt(text: string): string {
  const line = preview(text.replace(/\s+/g, ' '));
  // A character takes two places at most: no need to look at all of a long text.
  const characters = Array.from(line.slice(0, 82));
  return characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : line;
}
