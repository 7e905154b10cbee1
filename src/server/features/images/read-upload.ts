import { finished, type Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { maxImageBytes } from '../../../shared/images.ts';
import { HttpError, invalid } from '../../platform/http-error.ts';

const tooLarge = () => new HttpError(413, [{ msg: 'The image is too large', field: 'image' }]);
const unreadable = () => invalid('The request could not be read');

/** Bytes for the multipart syntax and other fields. */
const envelope = 64 * 1024;

const limits = { parts: 20, headerPairs: 20, headerSize: 4096, fieldSize: 1024, fileSize: maxImageBytes };

const sliceBytes = 2048;

/** RFC 2046 limits a boundary to 70 characters; the parser may be slow beyond. */
const maxTypeLength = 200;

/**
 * Reads the first file in the field `image` from the unread multipart body, without buffering more than the limit.
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
    return undefined;
  }
}

function imageOf(raw: Readable, form: BusboyInstance): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const stop = (error: HttpError) => {
    reject(error);
    form.destroy();
  };
  let image: Buffer[] | undefined;
  form.on('file', (field, file) => {
    file.on('error', () => stop(unreadable()));
    if (field !== 'image' || image) return file.resume();
    const chunks: Buffer[] = [];
    image = chunks;
    file.on('data', (chunk: Buffer) => chunks.push(chunk));
    return file.on('limit', () => stop(tooLarge()));
  });
  form.on('partsLimit', () => stop(unreadable()));
  form.on('error', () => stop(unreadable()));
  form.on('finish', () => resolve(image && Buffer.concat(image)));

  let size = 0;
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxImageBytes + envelope) stop(tooLarge());
    // In slices: the parser cannot be stopped inside a chunk, which may have thousands of tiny parts.
    for (let at = 0; at < chunk.length && !form.destroyed; at += sliceBytes) {
      form.write(chunk.subarray(at, at + sliceBytes));
    }
  });
  // An aborted upload is not a server error.
  finished(raw, { writable: false }, (error) => (error ? stop(unreadable()) : form.end()));
  return promise.catch((error) => {
    throw discard(raw, error);
  });
}

/** Drains the request: a client that is still sending might not read the response. */
function discard(raw: Readable, error: HttpError): HttpError {
  raw.resume();
  return error;
}
