import { finished, type Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { maxImageBytes } from '../../../shared/images.ts';
import { HttpError, invalid } from '../../platform/http-error.ts';

const tooLarge = () => new HttpError(413, [{ msg: 'The image is too large', field: 'image' }]);
const unreadable = () => invalid('The request could not be read');

/** The lines around the file, and what else a form may send along. */
const envelope = 64 * 1024;

const limits = { parts: 20, headerPairs: 20, headerSize: 4096, fieldSize: 1024, fileSize: maxImageBytes };

/** RFC 2046 allows a boundary 70 characters; the parser need not be good at more. */
const maxTypeLength = 200;

/**
 * The bytes of the first file in the field `image` of a multipart body that nobody has read yet. It is parsed while it
 * arrives, never holds more than the limit, and gives up at the first part that is one too many.
 * @throws 413 'The image is too large'; 400 when there is no such file, or it is empty
 */
export async function readUpload({ raw, headers }: FastifyRequest): Promise<Uint8Array> {
  if (Number(headers['content-length'] ?? 0) > maxImageBytes + envelope) throw discard(raw, tooLarge());
  if (headers['content-length'] === '0') throw invalid('Image is required', 'image');
  const form = formOf(headers['content-type']);
  if (!form) throw discard(raw, unreadable());
  const file = await imageOf(raw, form);
  if (!file) throw invalid('Image is required', 'image');
  if (file.length === 0) throw invalid('The image is empty', 'image');
  return file;
}

function formOf(type = ''): BusboyInstance | undefined {
  if (type.length > maxTypeLength) return undefined;
  try {
    const isPartAFile = (_field?: string, _type?: string, fileName?: string) => fileName !== undefined;
    return new Busboy({ headers: { 'content-type': type }, limits, isPartAFile });
  } catch {
    // Without a boundary.
    return undefined;
  }
}

function imageOf(raw: Readable, form: BusboyInstance): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  let image: Buffer[] | undefined;
  form.on('file', (field, file) => {
    file.on('error', () => reject(unreadable()));
    if (field !== 'image' || image) return file.resume();
    const chunks: Buffer[] = [];
    image = chunks;
    file.on('data', (chunk: Buffer) => chunks.push(chunk));
    return file.on('limit', () => reject(tooLarge()));
  });
  form.on('partsLimit', () => reject(unreadable()));
  form.on('error', () => reject(unreadable()));
  form.on('finish', () => resolve(image && Buffer.concat(image)));

  let size = 0;
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxImageBytes + envelope) reject(tooLarge());
  });
  // A sender who hangs up is no fault of ours.
  finished(raw, { writable: false }, (error) => error && reject(unreadable()));
  raw.pipe(form);
  return promise.catch((error) => {
    raw.unpipe(form);
    throw discard(raw, error);
  });
}

/**
 * Lets what still arrives go by: a client that is not done sending might not read the answer, which goes out on the
 * same connection.
 */
function discard(raw: Readable, error: HttpError): HttpError {
  raw.resume();
  return error;
}
