import type { FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import { today } from '../../../shared/dates.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { consumeActorLimit } from '../../platform/http/rate-limits.ts';
import { requireStillSignedIn } from '../../platform/http/still-allowed.ts';
import { notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { keepDocument, storeUpload } from '../documents/documents.service.ts';
import type { DocumentUpload } from '../documents/read-document.ts';
import { addEntry, type OpenFile } from './entries.ts';
import { settleFiles } from './settle.ts';

interface Place {
  file: OpenFile | null;
  /** The entry that the file belongs to. */
  about: string;
  /** The present payee, for a page of a W-9. */
  paidTo?: string | undefined;
}

/** Stores a file, and adds it to the entry that `place` finds in the transaction. @throws as storeUpload and `place` */
export async function addFileEntry(
  parts: Pick<Parts, 'db' | 'config' | 'images' | 'processImage'>,
  actor: Actor,
  upload: DocumentUpload,
  place: (transaction: DatabaseTransaction) => Promise<Place>,
): Promise<FileEntry> {
  await consumeActorLimit(parts, 'uploadBytes', actor, upload.bytes.length);
  const stored = await storeUpload(parts, actor, upload);
  const extension = stored.type === 'application/pdf' ? 'pdf' : 'jpg';
  const name = `${today()}-${stored.id.slice(-6)}.${extension}`;
  return inTransaction(parts.db, async (transaction) => {
    // The file was read and judged after they were let in.
    await requireStillSignedIn(transaction, actor);
    const { file, about, paidTo } = await place(transaction);
    await keepDocument(transaction, stored, { name, about: file?.userId ?? null });
    const details = { kind: 'file', name, bytes: stored.size, paidTo } as const;
    const entry = await addEntry(transaction, actor, file, details, { about, document: stored.id });
    // A document waits for the office from its file on.
    if (file) await settleFiles(transaction, [file.id]);
    return entry;
  });
}

/** The document of an entry; with a user only if it is in their file. @throws 404 'File not found' */
export async function documentOfEntry(db: Database, id: string, userId?: string): Promise<string> {
  let found = db.selectFrom('member_file_entries').select('document_id').where('id', '=', id);
  if (userId !== undefined) found = found.where('user_id', '=', userId);
  const row = await found.executeTakeFirst();
  if (!row?.document_id) throw notFound('File');
  return row.document_id;
}
