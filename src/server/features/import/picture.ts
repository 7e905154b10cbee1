import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { imageTypeOf, wrongImageType } from '../../../shared/images/image-type.ts';
import { maxImageBytes } from '../../../shared/images/images.ts';

export type Picture = { bytes: Uint8Array } | { fault: string };

const tooLarge: Picture = { fault: `the image is larger than ${maxImageBytes / 2 ** 20} MiB` };
/** No path is longer. */
const maxPathLength = 1024;

/**
 * A picture of an export: a data URI, base64 (also in an object's `data`), or a path below `folder`. Undefined for none.
 * Its bytes are those of a JPEG, PNG or WebP by their beginning only.
 */
export async function readPicture(folder: string, value: unknown): Promise<Picture | undefined> {
  const content = typeof value === 'object' && value !== null && 'data' in value ? value.data : value;
  if (content === undefined || content === null || content === '') return undefined;
  if (typeof content !== 'string') return { fault: 'the image is neither text nor binary data' };
  const text = content.trim();
  if (/^(?:https?:)?\/\//i.test(text)) return { fault: 'an image on the web is not fetched' };
  if (text.slice(0, 5).toLowerCase() === 'data:') return fromDataUri(text);
  if (text.length > maxPathLength || imageTypeOf(Buffer.from(text, 'base64'))) return fromBase64(text);
  return readBelow(folder, text);
}

function fromDataUri(text: string): Picture {
  const comma = text.indexOf(',');
  if (!/;\s*base64\s*$/i.test(text.slice(0, Math.min(comma, 200))))
    return { fault: 'the data URI is not base64' };
  return fromBase64(text.slice(comma + 1));
}

function fromBase64(text: string): Picture {
  // A third is overhead; white space may be more.
  if (text.length > 2 * maxImageBytes) return tooLarge;
  return accepted(Buffer.from(text, 'base64'));
}

async function readBelow(folder: string, path: string): Promise<Picture> {
  const fault = `there is no image ${JSON.stringify(path.slice(0, 200))} in the folder`;
  if (path.includes('\0')) return { fault };
  try {
    const root = await realpath(folder);
    // Follows links: they must not lead out of the folder either. A leading slash is that of the old web server.
    const file = await realpath(join(root, isAbsolute(path) ? `.${path}` : path));
    if (!file.startsWith(root + sep)) return { fault };
    const { size } = await stat(file).then((found) =>
      found.isFile() ? found : Promise.reject(new Error('no file')),
    );
    return size > maxImageBytes ? tooLarge : accepted(await readFile(file));
  } catch {
    return { fault };
  }
}

function accepted(bytes: Uint8Array): Picture {
  if (bytes.length > maxImageBytes) return tooLarge;
  return imageTypeOf(bytes) ? { bytes } : { fault: wrongImageType };
}
