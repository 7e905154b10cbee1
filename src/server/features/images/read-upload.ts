import { finished, type Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { maxImageBytes } from '../../../shared/images/images.ts';
import { HttpError, invalid } from '../../platform/http-error.ts';

/** The expected upload and its limit; `what` names it in messages. */
export interface ExpectedUpload {
  field: string;
  what: string;
  /** In bytes. */
  maxBytes: number;
}
const image: ExpectedUpload = { field: 'image', what: 'image', maxBytes: maxImageBytes };

const tooLarge = ({ what, field }: ExpectedUpload) =>
  new HttpError(413, [{ msg: `The ${what} is too large`, field }]);
const capital = (word: string) => word[0]?.toUpperCase() + word.slice(1);
const unreadable = () => invalid('The request could not be read');

/** Bytes for the multipart syntax and other fields. */
const envelope = 64 * 1024;

const limits = { parts: 20, headerPairs: 20, headerSize: 4096, fieldSize: 1024 };

const sliceBytes = 2048;

/** RFC 2046 limits a boundary to 70 characters; the parser may be slow beyond. */
const maxTypeLength = 200;

/**
 * Reads the first file in the expected field from the unread multipart body, without buffering more than the limit.
 * @throws 413 when it is too large; 400 when there is no such file, or it is empty
 */
export async function readUpload(
  { raw, headers }: FastifyRequest,
  expected: ExpectedUpload = image,
): Promise<Uint8Array> {
  const { field, what, maxBytes } = expected;
  if (Number(headers['content-length'] ?? 0) > maxBytes + envelope) throw discard(raw, tooLarge(expected));
  const missing = () => invalid(`${capital(what)} is required`, field);
  if (headers['content-length'] === '0') throw missing();
  const form = formOf(headers['content-type'], maxBytes);
  if (!form) throw discard(raw, unreadable());
  const file = await fileOf(raw, form, expected);
  if (!file) throw missing();
  if (file.length === 0) throw invalid(`The ${what} is empty`, field);
  return file;
}

function formOf(type = '', fileSize = maxImageBytes): BusboyInstance | undefined {
  if (type.length > maxTypeLength) return undefined;
  try {
    const isPartAFile = (_field?: string, _type?: string, fileName?: string) => fileName !== undefined;
    return new Busboy({ headers: { 'content-type': type }, limits: { ...limits, fileSize }, isPartAFile });
  } catch {
    return undefined;
  }
}

function fileOf(raw: Readable, form: BusboyInstance, expected: ExpectedUpload): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const stop = (error: HttpError) => {
    reject(error);
    form.destroy();
  };
  let found: Buffer[] | undefined;
  form.on('file', (field, file) => {
    file.on('error', () => stop(unreadable()));
    if (field !== expected.field || found) return file.resume();
    const chunks: Buffer[] = [];
    found = chunks;
    file.on('data', (chunk: Buffer) => chunks.push(chunk));
    return file.on('limit', () => stop(tooLarge(expected)));
  });
  form.on('partsLimit', () => stop(unreadable()));
  form.on('error', () => stop(unreadable()));
  form.on('finish', () => resolve(found && Buffer.concat(found)));

  let size = 0;
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > expected.maxBytes + envelope) stop(tooLarge(expected));
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
