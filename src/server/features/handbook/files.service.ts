/** PDFs of pages. */

import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { maxCounts } from '../../../shared/field-limits.ts';
import {
  type FilesChange,
  handbookFilesBudget,
  type PageFile,
} from '../../../shared/handbook/handbook.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillSignedIn } from '../../platform/http/still-allowed.ts';
import { invalid, notFound, stale } from '../../platform/http-error.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { Parts } from '../../platform/parts.ts';
import {
  asDownload,
  dropDocument,
  keepDocument,
  openDocument,
  storePdf,
} from '../documents/documents.service.ts';
import { lockPage, publishFiles } from './editions.ts';

/** Files of pages that are there. */
const files = (db: Database) =>
  db
    .selectFrom('handbook_files as file')
    .innerJoin('documents', 'documents.id', 'file.id')
    .innerJoin('handbook_pages as page', 'page.id', 'file.page_id')
    .select(['file.id', 'documents.name', 'documents.size'])
    .where('page.deleted_at', 'is', null);

const toFile = ({ id, name, size }: { id: string; name: string; size: number }): PageFile => ({
  _id: id,
  name,
  size,
});

/** Files of a page, in the order in which they were added. */
export async function filesOf(db: Database, pageId: string): Promise<PageFile[]> {
  const rows = await files(db)
    .where('file.page_id', '=', pageId)
    .orderBy('file.created_at')
    .orderBy('file.id')
    .execute();
  return rows.map(toFile);
}

/** Call it with the page locked. @throws 412 unless the page has exactly the files that its editor saw, if they say which */
export async function demandFiles(db: Database, pageId: string, seen: string[] | undefined): Promise<void> {
  if (!seen) return;
  const there = (await filesOf(db, pageId)).map(({ _id }) => _id);
  if (there.toSorted().join() !== seen.toSorted().join()) throw stale('Page');
}

/**
 * Adds a PDF to a page, for all who may read it: a new edition of a published one (docs/product.md P23.11).
 * @throws 404 'Page not found'; 400 beyond the files of a page or the budget of all pages; StoreError
 */
export async function addFile(
  parts: Pick<Parts, 'db' | 'config' | 'images'>,
  actor: Actor,
  pageId: string,
  { name, bytes, ...change }: { name: string; bytes: Uint8Array } & FilesChange,
): Promise<PageFile> {
  await demandRoom(parts.db, pageId, bytes.length);
  const stored = await storePdf(parts, undefined, bytes);
  const title = /\.pdf$/i.test(name) ? name : `${name || 'File'}.pdf`;
  return inTransaction(parts.db, async (transaction) => {
    // The file was read and judged after they were let in.
    await requireStillSignedIn(transaction, actor);
    const page = await lockForChange(transaction, actor, pageId);
    // This also locks: when two files are added at once, the second count includes the first.
    await bumpContentVersion(transaction);
    await demandRoom(transaction, pageId, bytes.length);
    await keepDocument(transaction, stored, { name: title });
    await transaction
      .insertInto('handbook_files')
      .values({ id: stored.id, page_id: pageId, added_by: actor.id, created_at: now() })
      .execute();
    const published = await publishFiles(transaction, actor, page, {
      ...page.article,
      asks: change.askAgain === 'true',
      note: change.note || `The file “${title}” was added.`,
    });
    await recordAuditEvent(transaction, actor, {
      action: 'handbook.attached',
      object: { id: pageId, name: title },
      details: `${published}SHA-256 ${stored.sha256}`,
    });
    return toFile({ id: stored.id, name: title, size: stored.size });
  });
}

/**
 * Takes a file off its page, a new edition of a published one (docs/product.md P23.11); the purge removes it.
 * @throws 404 'File not found'
 */
export async function removeFile(
  db: Database,
  actor: Actor,
  id: string,
  { askAgain, note }: FilesChange,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const file = await files(transaction)
      .select(['file.page_id', 'documents.sha256'])
      .where('file.id', '=', id)
      .executeTakeFirst();
    if (!file) throw notFound('File');
    const page = await lockForChange(transaction, actor, file.page_id);
    await bumpContentVersion(transaction);
    const removed = await transaction
      .deleteFrom('handbook_files')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    // Another editor was first.
    if (!removed) throw notFound('File');
    await dropDocument(transaction, id);
    const published = await publishFiles(transaction, actor, page, {
      ...page.article,
      asks: askAgain === 'true',
      note: note || `The file “${file.name}” was deleted.`,
    });
    await recordAuditEvent(transaction, actor, {
      action: 'handbook.detached',
      object: { id: file.page_id, name: file.name },
      details: `${published}SHA-256 ${file.sha256}`,
    });
  });
}

/**
 * Sends a file of a published page, or to an editor of any page, as a download that no browser runs or stores.
 * @throws 404 'File not found'; StoreError
 */
export async function sendToMember(
  parts: Pick<Parts, 'db' | 'images'>,
  reply: FastifyReply,
  id: string,
  { editor }: { editor: boolean },
): Promise<Readable> {
  let found = files(parts.db).where('file.id', '=', id);
  if (!editor) found = found.where('page.published_at', 'is not', null);
  const file = await found.executeTakeFirst();
  if (!file) throw notFound('File');
  const { name, length, stream } = await openDocument(parts, id);
  return asDownload(reply, name, length, stream);
}

/** @throws 404 'Page not found' unless visitors may read the page that it is on */
export async function demandPublicFile(db: Database, id: string): Promise<void> {
  const file = await files(db)
    .where('file.id', '=', id)
    .where('page.public', '=', true)
    .where('page.published_at', 'is not', null)
    .executeTakeFirst();
  if (!file) throw notFound('Page');
}

/** @throws 404 'Page not found'; 400 beyond the files of a page or the budget of all pages */
async function demandRoom(db: Database, pageId: string, bytes: number): Promise<void> {
  const page = await db
    .selectFrom('handbook_pages')
    .select('id')
    .where('id', '=', pageId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!page) throw notFound('Page');
  const there = await filesOf(db, pageId);
  if (there.length >= maxCounts.pageFiles)
    throw invalid(`A page can have at most ${maxCounts.pageFiles} files`, 'file');
  // Counts files of deleted pages, too: they stay.
  const { total } = await db
    .selectFrom('handbook_files as file')
    .innerJoin('documents', 'documents.id', 'file.id')
    .select((e) => e.fn.sum<number | null>('documents.size').as('total'))
    .executeTakeFirstOrThrow();
  if (Number(total ?? 0) + bytes > handbookFilesBudget)
    throw invalid(
      `The files of the handbook may take at most ${handbookFilesBudget / 1_000_000} MB together. Delete some first`,
      'file',
    );
}

/**
 * Locks a page, in the order of a save of its text, and notes when it was changed and by whom.
 * @throws 404 'Page not found'
 */
async function lockForChange(transaction: DatabaseTransaction, actor: Actor, pageId: string) {
  const article = await transaction
    .updateTable('articles')
    .set({ saved_by: actor.id, updated_at: now() })
    .where('id', '=', pageId)
    .returning(['title', 'text'])
    .executeTakeFirst();
  if (!article) throw notFound('Page');
  return { ...(await lockPage(transaction, pageId)), article };
}
