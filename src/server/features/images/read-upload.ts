import type { FastifyRequest } from 'fastify';
import { maxImageBytes } from '../../../shared/images.ts';
import { HttpError, invalid } from '../../platform/http-error.ts';

const tooLarge = () => new HttpError(413, [{ msg: 'The image is too large', field: 'image' }]);

/** The lines around the file, and what else a form may send along. */
const envelope = 64 * 1024;

/**
 * The bytes of the file in the field `image` of a multipart body that nobody has read yet. Never holds more than the
 * limit: the platform's parser has none of its own, so the body is counted while it arrives.
 * @throws 413 'The image is too large'; 400 when there is no such file, or it is empty
 */
export async function readUpload({ raw, headers }: FastifyRequest): Promise<Uint8Array> {
  const body = await readAll(raw).catch(refuse);
  const file = body.length > 0 && (await formOf(body, headers['content-type'])).get('image');
  if (!file || typeof file === 'string') throw invalid('Image is required', 'image');
  if (file.size > maxImageBytes) throw tooLarge();
  if (file.size === 0) throw invalid('The image is empty', 'image');
  return file.bytes();
}

const formOf = (body: Buffer, type = ''): Promise<FormData> =>
  new Response(body, { headers: { 'content-type': type } }).formData().catch(refuse);

/** A sender who hangs up, or sends no form, is no fault of ours. */
function refuse(error: unknown): never {
  throw error instanceof HttpError ? error : invalid('The request could not be read');
}

async function readAll(stream: FastifyRequest['raw']): Promise<Buffer> {
  const max = maxImageBytes + envelope;
  if (Number(stream.headers['content-length'] ?? 0) > max) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // The answer goes out on the same connection, so giving up must not destroy it.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > max) break;
    chunks.push(chunk);
  }
  if (size <= max) return Buffer.concat(chunks);
  // What still arrives is discarded: a client that is not done sending might not read the answer.
  stream.resume();
  throw tooLarge();
}
