/** Stores, claims, sends and drops private files. */

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import { storedFiles } from '../../../shared/images/images.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { type Actor, turnOf } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { DocumentRow } from '../../tables/images.ts';
import { hurryPurge, referToStored, storeFiles } from '../images/images.service.ts';
import type { DocumentUpload } from './read-document.ts';

/** A file in the store that is purged after a day unless a transaction claims it. */
export interface StoredDocument {
  id: string;
  type: DocumentRow['type'];
  /** In hexadecimal digits, of the exact bytes. */
  sha256: string;
  size: number;
}

type StoreParts = Pick<Parts, 'db' | 'config' | 'images'>;

/**
 * Stores a PDF; call it before the transaction that claims it. With an actor it counts for their storage.
 * @throws 400 beyond the actor's storage; StoreError
 */
export async function storePdf(
  parts: StoreParts,
  actor: Pick<Actor, 'id'> | undefined,
  bytes: Uint8Array,
): Promise<StoredDocument> {
  const [name = ''] = storedFiles('pdf');
  const id = await storeFiles(parts, actor, { kind: 'pdf', width: 0, height: 0, files: [{ name, bytes }] });
  return { id, type: 'application/pdf', ...digest(bytes) };
}

/**
 * Stores an upload: a PDF as it is, a photo encoded again without its metadata.
 * @throws 400, 415 for an unacceptable file; 400 beyond the actor's storage; StoreError
 */
export async function storeUpload(
  parts: StoreParts & Pick<Parts, 'processImage'>,
  actor: Pick<Actor, 'id' | 'scopes'>,
  { type, bytes }: DocumentUpload,
): Promise<StoredDocument> {
  if (type === 'pdf') return storePdf(parts, actor, bytes);
  const processed = await parts.processImage(turnOf(actor), bytes, 'scan');
  const [file] = processed.files;
  if (!file) throw new Error('A scan has one file');
  const id = await storeFiles(parts, actor, { kind: 'scan', ...processed });
  return { id, type: 'image/jpeg', ...digest(file.bytes) };
}

const digest = (bytes: Uint8Array) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
});

/**
 * Claims a stored file; call it in the transaction that refers to `documents.id`. `about` is the member whose export it
 * belongs to.
 * @throws 400 when the file has begun to be purged
 */
export async function keepDocument(
  transaction: DatabaseTransaction,
  { id, type, sha256, size }: StoredDocument,
  { name, about = null }: { name: string; about?: string | null },
): Promise<void> {
  await referToStored(transaction, id, type === 'application/pdf' ? 'pdf' : 'scan', 'file');
  await transaction
    .insertInto('documents')
    .values({ id, name, type, sha256, size, user_id: about, created_at: now() })
    .execute();
}

/** Lets the next purge remove the file; no row may refer to the document any longer. */
export async function dropDocument(transaction: DatabaseTransaction, id: string): Promise<void> {
  await transaction.deleteFrom('documents').where('id', '=', id).execute();
  await hurryPurge(transaction, [id]);
}

/** The name of its file in the store. */
export const documentFile = (type: DocumentRow['type']): string =>
  storedFiles(type === 'application/pdf' ? 'pdf' : 'scan')[0] ?? '';

/** @throws 404 '<thing> not found' when there is no such document, or its file is lost; StoreError */
export async function openDocument(parts: Pick<Parts, 'db' | 'images'>, id: string, thing = 'File') {
  const row = await documentOf(parts.db, id);
  const stored = row && (await parts.images.get(id, documentFile(row.type)));
  if (!stored) throw notFound(thing);
  return { ...row, stream: stored.stream, length: stored.size };
}

/** The exact bytes. @throws as openDocument */
export async function readDocument(parts: Pick<Parts, 'db' | 'images'>, id: string): Promise<Uint8Array> {
  const { stream } = await openDocument(parts, id);
  return buffer(stream);
}

/** A file with its name and type, for an email. @throws as openDocument */
export async function readFile(parts: Pick<Parts, 'db' | 'images'>, id: string) {
  const { name, type, stream } = await openDocument(parts, id);
  return { name, type, bytes: await buffer(stream) };
}

/** Answers with the file. The caller has decided who may have it. @throws as openDocument */
export async function sendDocument(
  parts: Pick<Parts, 'db' | 'images'>,
  reply: FastifyReply,
  id: string,
): Promise<FastifyReply> {
  const { name, type, length, stream } = await openDocument(parts, id);
  reply.type(type);
  return reply.send(asDownload(reply, name, length, stream));
}

/** Sends a file that no browser runs or stores. */
export function asDownload(reply: FastifyReply, name: string, length: number, stream: Readable): Readable {
  reply.headers({
    'content-length': length,
    'content-disposition': attachment(name),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  return stream;
}

/** RFC 6266: letters of other scripts only in the second form. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const documentOf = (db: Database, id: string): Promise<DocumentRow | undefined> =>
  db
    .selectFrom('documents')
    .select(['id', 'name', 'type', 'sha256', 'size', 'user_id', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
