import { imageFormats } from '../../../shared/images/images.ts';

/** The type of one of our files, such as '96.avif'. */
export function contentTypeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const type = Object.entries(imageFormats).find(([format]) => format === ending)?.[1];
  if (!type) throw new Error(`Not a file of an image: ${name}`);
  return type;
}
