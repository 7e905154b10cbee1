import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Parts } from '../../platform/parts.ts';
import { asDownload, openDocument } from '../documents/documents.service.ts';

/**
 * Sends a private file as a download that no browser runs or stores. The caller has decided who may have it.
 * @throws 404 'Agreement not found'
 */
export async function sendCopy(
  parts: Pick<Parts, 'db' | 'images'>,
  reply: FastifyReply,
  documentId: string,
): Promise<Readable> {
  const { name, length, stream } = await openDocument(parts, documentId, 'Agreement');
  return asDownload(reply, name, length, stream);
}
