import { preview } from './preview.ts';

/** The beginning of a text in one line, by which a question names it; also where there is no space to cut at. */
export function excerpt(text: string): string {
  const line = preview(text.replace(/\s+/g, ' '));
  const characters = Array.from(line);
  return characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : line;
}
