import { setImmediate } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { imageTypeOf } from '../../../shared/image-type.ts';
import { type Actor, turnOf } from '../../platform/http/actor.ts';
import { HttpError, invalid } from '../../platform/http-error.ts';
import { concurrencyLimit, concurrencyLimitOfEach } from '../../platform/semaphore.ts';
import { readUpload } from '../images/read-upload.ts';

/** In bytes (docs/product.md P11.7). */
export const maxDocumentBytes = 10 * 1024 * 1024;

export interface DocumentUpload {
  type: 'pdf' | 'photo';
  bytes: Uint8Array;
}

/** In bytes, of all objects that a PDF packs: it may be a bomb. */
const maxInflated = 16 * 1024 * 1024;

/** Of all kinds of documents together, with up to 10 MiB each (docs/security.md S3.1). */
const admitted = concurrencyLimit(8);
/** A slow sender holds a place while its body is read: nobody may hold them all. */
const admittedOfEach = concurrencyLimitOfEach(2);

/**
 * Reads the field `file` of a multipart body, a PDF or a photo by its content, and works with it, one of a few at once.
 * @param only 'pdf' refuses photos
 * @throws 413 beyond 10 MiB; 415 for another type; 400 when there is no file, or a PDF is broken or has scripts; 429, 503
 *   while too many are read
 */
export const withDocumentUpload = <T>(
  actor: Pick<Actor, 'id' | 'scopes'>,
  request: FastifyRequest,
  work: (upload: DocumentUpload) => Promise<T>,
  only?: 'pdf',
): Promise<T> =>
  admittedOfEach(turnOf(actor), () => admitted(async () => work(await readDocumentUpload(request, only))));

/** Apart for tests of its reading. @throws as withDocumentUpload */
export async function readDocumentUpload(request: FastifyRequest, only?: 'pdf'): Promise<DocumentUpload> {
  const bytes = await readUpload(request, { field: 'file', what: 'file', maxBytes: maxDocumentBytes });
  if (isPdf(bytes)) {
    await demandPlainPdf(bytes);
    return { type: 'pdf', bytes };
  }
  if (only !== 'pdf' && imageTypeOf(bytes)) return { type: 'photo', bytes };
  const accepted =
    only === 'pdf' ? 'Only PDF files are accepted' : 'Only PDF, JPEG, PNG and WebP files are accepted';
  throw new HttpError(415, [{ msg: accepted, field: 'file' }]);
}

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');

/** What a PDF does by itself, or brings along. */
const active = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|EF|RichMedia|XFA)(?![A-Za-z0-9])/;
const packed = /\/ObjStm(?![A-Za-z0-9])/;
const filtered = /\/DecodeParms(?![A-Za-z0-9])/;

/** What a stream that begins and ends in comments or strings would hide. */
const objects = /[\s\0]obj|trailer/;
/** Of streams with packed objects: each costs as much as a request, however short it is. */
const maxPacked = 2000;
const packedAtOnce = 100;

/**
 * Reads it once, whatever it says: streams hold any bytes, so only what is outside of them is searched, and the objects
 * that are packed in one.
 * @throws 400 for a PDF that ends early, or that has scripts, programs or files in it
 */
async function demandPlainPdf(bytes: Uint8Array): Promise<void> {
  const text = Buffer.from(bytes).toString('latin1');
  if (!text.slice(-2048).includes('%%EOF')) throw invalid('The PDF is incomplete', 'file');
  let inflated = 0;
  let unpacked = 0;
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('stream', at);
    const outside = plainNames(text.slice(at, start === -1 ? text.length : start));
    demandPassive(outside);
    if (start === -1) return;
    const end = text.indexOf('endstream', start);
    if (end === -1) throw unreadable();
    const stream = text.slice(start + 'stream'.length, end);
    if (objects.test(stream)) demandPassive(plainNames(stream));
    if (packed.test(outside)) {
      if (filtered.test(outside) || ++unpacked > maxPacked) throw unreadable();
      // Others are served in between.
      if (unpacked % packedAtOnce === 0) await setImmediate();
      const found = inflate(stream, maxInflated - inflated);
      inflated += found.length;
      demandPassive(plainNames(found));
    }
    at = end + 'endstream'.length;
  }
}

/** Any letter of a name may be spelled as `#` and its code. In one loop: a callback for each would take seconds. */
function plainNames(text: string): string {
  if (!text.includes('#')) return text;
  const bytes = Buffer.from(text, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] === 0x23 ? Number.parseInt(text.slice(at + 1, at + 3), 16) : Number.NaN;
    bytes[length++] = Number.isNaN(code) ? (bytes[at] ?? 0) : code;
    if (!Number.isNaN(code)) at += 2;
  }
  return bytes.toString('latin1', 0, length);
}

const unreadable = () => invalid('The PDF could not be read', 'file');

function demandPassive(text: string): void {
  if (active.test(text))
    throw invalid('The PDF contains scripts or attachments. Print it to a new PDF first', 'file');
}

function inflate(stream: string, maxOutputLength: number): string {
  try {
    const bytes = Buffer.from(stream.replace(/^\r?\n/, ''), 'latin1');
    return inflateSync(bytes, { maxOutputLength: Math.max(1, maxOutputLength) }).toString('latin1');
  } catch {
    throw unreadable();
  }
}
