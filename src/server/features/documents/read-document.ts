import type { FastifyRequest } from 'fastify';
import { imageTypeOf } from '../../../shared/images/image-type.ts';
import { type Actor, turnOf } from '../../platform/http/actor.ts';
import { HttpError, invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { concurrencyLimit, concurrencyLimitOfEach } from '../../platform/semaphore.ts';
import { readUpload } from '../images/read-upload.ts';

/** In bytes (docs/product.md P11.7). */
export const maxDocumentBytes = 10 * 1024 * 1024;

export interface DocumentUpload {
  type: 'pdf' | 'photo';
  bytes: Uint8Array;
}

/** Limit for documents of all kinds together, with up to 10 MiB each (docs/security.md S3.1). */
const admitted = concurrencyLimit(8);
/** A slow sender holds a place while its body is read: no one can hold them all. */
const admittedOfEach = concurrencyLimitOfEach(2);

/**
 * Reads the field `file` of a multipart body, a PDF or a photo by its content, and works with it, one of a few at once.
 * @param only 'pdf' refuses photos
 * @throws 413 beyond 10 MiB; 415 for another type; 400 when there is no file, or as checkPdf; 429, 503 while too many are
 *   read
 */
export const withDocumentUpload = <T>(
  parts: Pick<Parts, 'checkPdf'>,
  actor: Pick<Actor, 'id' | 'scopes'>,
  request: FastifyRequest,
  work: (upload: DocumentUpload) => Promise<T>,
  only?: 'pdf',
): Promise<T> =>
  admittedOfEach(turnOf(actor), () =>
    admitted(async () => work(await readDocumentUpload(parts, actor, request, only))),
  );

/** Apart for tests of its reading. @throws as withDocumentUpload */
export async function readDocumentUpload(
  { checkPdf }: Pick<Parts, 'checkPdf'>,
  actor: Pick<Actor, 'id' | 'scopes'>,
  request: FastifyRequest,
  only?: 'pdf',
): Promise<DocumentUpload> {
  const bytes = await readUpload(request, { field: 'file', what: 'file', maxBytes: maxDocumentBytes });
  if (isPdf(bytes)) {
    if (!isWhole(bytes)) throw invalid('The PDF is incomplete', 'file');
    await checkPdf(turnOf(actor), bytes);
    return { type: 'pdf', bytes };
  }
  if (only !== 'pdf' && imageTypeOf(bytes)) return { type: 'photo', bytes };
  const accepted =
    only === 'pdf' ? 'Only PDF files are accepted' : 'Only PDF, JPEG, PNG and WebP files are accepted';
  throw new HttpError(415, [{ msg: accepted, field: 'file' }]);
}

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
const isWhole = (bytes: Uint8Array) => Buffer.from(bytes.subarray(-2048)).includes('%%EOF');
