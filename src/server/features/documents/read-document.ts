import { inflateSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { imageTypeOf } from '../../../shared/image-type.ts';
import { HttpError, invalid } from '../../platform/http-error.ts';
import { readUpload } from '../images/read-upload.ts';

/** In bytes (docs/product.md P11.7). */
export const maxDocumentBytes = 10 * 1024 * 1024;

export interface DocumentUpload {
  type: 'pdf' | 'photo';
  bytes: Uint8Array;
}

/** A packed object of a PDF may be a bomb. */
const maxInflated = 1024 * 1024;
const maxStreams = 2000;

/**
 * Reads the field `file` of a multipart body: a PDF or a photo, by its content.
 * @param only 'pdf' refuses photos
 * @throws 413 beyond 10 MiB; 415 for another type; 400 when there is no file, or a PDF is broken or has scripts
 */
export async function readDocumentUpload(request: FastifyRequest, only?: 'pdf'): Promise<DocumentUpload> {
  const bytes = await readUpload(request, { field: 'file', what: 'file', maxBytes: maxDocumentBytes });
  if (isPdf(bytes)) {
    demandPlainPdf(bytes);
    return { type: 'pdf', bytes };
  }
  if (only !== 'pdf' && imageTypeOf(bytes)) return { type: 'photo', bytes };
  const accepted =
    only === 'pdf' ? 'Only PDF files are accepted' : 'Only PDF, JPEG, PNG and WebP files are accepted';
  throw new HttpError(415, [{ msg: accepted, field: 'file' }]);
}

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');

/** Names of what a PDF does by itself. A `#` may spell any letter of a name. */
const active = /\/(?:JavaScript|JS|Launch|EmbeddedFile|RichMedia|XFA)(?![A-Za-z])/;

/** @throws 400 for a PDF that ends early, or that has scripts, programs or files in it */
function demandPlainPdf(bytes: Uint8Array): void {
  const text = Buffer.from(bytes).toString('latin1');
  if (!text.slice(-2048).includes('%%EOF')) throw invalid('The PDF is incomplete', 'file');
  if (isActive(text) || packedObjects(text).some(isActive))
    throw invalid('The PDF contains scripts or attachments. Print it to a new PDF first', 'file');
}

const isActive = (text: string): boolean =>
  active.test(
    text.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );

/** Streams of objects, inflated: dictionaries may stand in them. */
function packedObjects(text: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf('/ObjStm'); at !== -1; at = text.indexOf('/ObjStm', at + 1)) {
    if (found.length >= maxStreams) throw invalid('The PDF has too many parts', 'file');
    const start = text.indexOf('stream', at);
    const end = text.indexOf('endstream', start);
    if (start === -1 || end === -1) break;
    const packed = text.slice(start + 'stream'.length, end).replace(/^\r?\n/, '');
    try {
      found.push(
        inflateSync(Buffer.from(packed, 'latin1'), { maxOutputLength: maxInflated }).toString('latin1'),
      );
    } catch {
      throw invalid('The PDF could not be read', 'file');
    }
  }
  return found;
}
