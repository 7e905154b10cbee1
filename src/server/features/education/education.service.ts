/** Certificates and documents that members hand in for their files. */

import type { FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import { today } from '../../../shared/dates.ts';
import type { OwnFile } from '../../../shared/education/education.contract.ts';
import { documentLabels } from '../../../shared/entry-labels.ts';
import type { CertificateFields, DocumentKind } from '../../../shared/member-files/member-file.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type IdempotencyKey, onceInTransaction } from '../../platform/http/idempotency.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { DocumentUpload } from '../documents/read-document.ts';
import { addFileEntry } from '../member-files/add-file.ts';
import { addEntry, type OpenFile, openFile } from '../member-files/entries.ts';
import { isDecided, live, undecided } from '../member-files/file-state.ts';
import { ownView } from '../member-files/own-view.ts';
import { readFile } from '../member-files/read-file.ts';
import { settleFiles } from '../member-files/settle.ts';
import { paidNow } from '../member-files/standing-checks.ts';
import { activeWith, notifyOfWork } from '../notifications/notifications.service.ts';

/** Certificates of one member, as a bound. */
const maxCertificates = 500;

export const readOwn = async (db: Database, userId: string): Promise<OwnFile> =>
  ownView(await readFile(db, userId));

/** @throws 400 for a day that has not come */
export async function addCertificate(
  db: Database,
  actor: Actor,
  fields: CertificateFields,
  key: IdempotencyKey | undefined,
): Promise<OwnFile> {
  if (fields.on > today()) throw invalid('Date must not be in the future', 'on');
  return onceInTransaction(db, key, async (transaction) => {
    const file = await openFile(transaction, actor.id);
    const { entries } = await readFile(transaction, actor.id);
    if (live(entries, 'certificate').length >= maxCertificates)
      throw invalid(`At most ${maxCertificates} certificates can be recorded`);
    await addEntry(transaction, actor, file, { kind: 'certificate', ...fields });
    return finish(transaction, actor, file);
  });
}

/** @throws 404 'Certificate not found'; 400 once the office has decided */
export async function withdrawCertificate(db: Database, actor: Actor, id: string): Promise<OwnFile> {
  return inTransaction(db, async (transaction) => {
    const { file, entries } = await lockOwn(transaction, actor, id);
    if (!undecided(entries).some(({ _id }) => _id === id))
      throw invalid('The office has decided on this certificate. Ask them to change it');
    const reason = 'Withdrawn by the member';
    await addEntry(transaction, actor, file, { kind: 'withdrawal', reason }, { about: id });
    return finish(transaction, actor, file);
  });
}

/** @throws 404 'Certificate not found'; 400 once the office has decided; as storeUpload */
export const addCertificateFile = (
  parts: Pick<Parts, 'db' | 'config' | 'images' | 'processImage'>,
  actor: Actor,
  id: string,
  upload: DocumentUpload,
): Promise<FileEntry> =>
  addFileEntry(parts, actor, upload, async (transaction) => {
    const { file, entries } = await lockOwn(transaction, actor, id);
    if (isDecided(entries, id))
      throw invalid('The office has decided on this certificate. Hand in a new one');
    return { file, about: id };
  });

/** @throws 400 for a full file; 422 for a key that another request used */
export async function addDocument(
  db: Database,
  actor: Actor,
  { what }: { what: DocumentKind },
  key: IdempotencyKey | undefined,
): Promise<OwnFile> {
  return onceInTransaction(db, key, async (transaction) => {
    const file = await openFile(transaction, actor.id);
    await addEntry(transaction, actor, file, { kind: 'document', what });
    return finish(transaction, actor, file);
  });
}

/**
 * The office is told of the first file (docs/product.md P24.17).
 * @throws 404 'Document not found'; 400 once the office has decided; as storeUpload
 */
export const addDocumentFile = (
  parts: Pick<Parts, 'db' | 'config' | 'images' | 'processImage'>,
  actor: Actor,
  id: string,
  upload: DocumentUpload,
): Promise<FileEntry> =>
  addFileEntry(parts, actor, upload, async (transaction) => {
    const file = await openFile(transaction, actor.id);
    const { entries } = await readFile(transaction, actor.id);
    const document = live(entries, 'document').find(({ _id }) => _id === id);
    if (!document) throw notFound('Document');
    if (isDecided(entries, id)) throw invalid('The office has decided on this document. Hand in a new one');
    if (!live(entries, 'file').some(({ about }) => about === id))
      await notifyOfWork(transaction, await activeWith(transaction, 'compliance'), {
        event: 'handed-in',
        objectId: actor.id,
        actorId: actor.id,
        text: documentLabels[document.details.what],
      });
    const paidTo = document.details.what === 'w9' ? await paidNow(transaction, actor.id) : undefined;
    return { file, about: id, paidTo };
  });

/** @throws 404 'Document not found'; 400 once the office has decided */
export async function withdrawDocument(db: Database, actor: Actor, id: string): Promise<OwnFile> {
  return inTransaction(db, async (transaction) => {
    const file = await openFile(transaction, actor.id);
    const { entries } = await readFile(transaction, actor.id);
    if (!live(entries, 'document').some(({ _id }) => _id === id)) throw notFound('Document');
    if (isDecided(entries, id))
      throw invalid('The office has decided on this document. Ask them to change it');
    const reason = 'Withdrawn by the member';
    await addEntry(transaction, actor, file, { kind: 'withdrawal', reason }, { about: id });
    return finish(transaction, actor, file);
  });
}

/** @throws 400 without a date of expiry, or when it is marked already */
export async function markComplete(db: Database, actor: Actor): Promise<OwnFile> {
  return inTransaction(db, async (transaction) => {
    const file = await openFile(transaction, actor.id);
    const { education } = await readFile(transaction, actor.id);
    if (education.renewal === null) throw invalid('Enter when your license expires first');
    if (education.state !== 'open') throw invalid('This renewal is already marked complete');
    await addEntry(transaction, actor, file, { kind: 'renewal', expires: education.renewal });
    return finish(transaction, actor, file);
  });
}

/** A live certificate of the actor. @throws 404 'Certificate not found' */
async function lockOwn(
  transaction: DatabaseTransaction,
  actor: Actor,
  id: string,
): Promise<{ file: OpenFile; entries: FileEntry[] }> {
  const file = await openFile(transaction, actor.id);
  const entries = (await readFile(transaction, actor.id)).entries.toReversed();
  if (!live(entries, 'certificate').some(({ _id }) => _id === id)) throw notFound('Certificate');
  return { file, entries };
}

async function finish(transaction: DatabaseTransaction, actor: Actor, file: OpenFile): Promise<OwnFile> {
  await settleFiles(transaction, [file.id]);
  return readOwn(transaction, actor.id);
}
