/** Editions of pages: what members were shown, and what an acknowledgement refers to. */

import type { EditionFile } from '../../../shared/handbook/handbook.contract.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http-error.ts';
import type { HandbookPageRow } from '../../tables/handbook.ts';
import { askAgain } from '../member-files/page-asks.ts';

/** @throws 404 'Page not found' */
export async function lockPage(transaction: DatabaseTransaction, id: string): Promise<HandbookPageRow> {
  // A no-op update locks the row on every engine.
  const page = await transaction
    .updateTable('handbook_pages')
    .set({ id })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['id', 'chapter_id', 'position', 'public', 'published_at', 'deleted_at', 'edition'])
    .returning(['audience', 'due_days', 'asked_edition', 'new_since', 'note'])
    .executeTakeFirst();
  if (!page) throw notFound('Page');
  return page;
}

/** Stores what members are shown from now on, with the files that the page has; call it with the page locked. */
export async function addEdition(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id'>,
  { page, ...shown }: { page: string; edition: number; title: string; text: string; note: string },
): Promise<void> {
  const files = await transaction
    .selectFrom('handbook_files as file')
    .innerJoin('documents', 'documents.id', 'file.id')
    .select(['documents.name', 'documents.sha256'])
    .where('file.page_id', '=', page)
    .orderBy('file.created_at')
    .orderBy('file.id')
    .execute();
  await transaction
    .insertInto('handbook_editions')
    .values({ ...shown, page_id: page, files: JSON.stringify(files), saved_by: actor.id, saved_at: now() })
    .execute();
}

/** The files of an edition as stored; null where they were not noted. */
export function editionFiles(stored: string | null): EditionFile[] | null {
  const files: EditionFile[] | null = stored === null ? null : JSON.parse(stored);
  return files;
}

/**
 * Makes changed files of a published page a new edition, as a changed text is (docs/product.md P23.11). Call it with the page
 * locked, after the change.
 * @returns what the audit log says of it; '' for a page that is not published yet
 */
export async function publishFiles(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id'>,
  page: HandbookPageRow,
  { title, text, asks, note }: { title: string; text: string; asks: boolean; note: string },
): Promise<string> {
  if (page.published_at === null) return '';
  const edition = page.edition + 1;
  // A page that asks no one asks nothing again, as when its text changes.
  const asksAgain = asks && page.audience !== 'none';
  const next = {
    ...page,
    edition,
    asked_edition: asksAgain ? edition : page.asked_edition,
    note: asksAgain ? note : page.note,
  };
  await transaction
    .updateTable('handbook_pages')
    .set({ edition, asked_edition: next.asked_edition, note: next.note })
    .where('id', '=', page.id)
    .execute();
  await addEdition(transaction, actor, { page: page.id, edition, title, text, note: asksAgain ? note : '' });
  if (asksAgain) await askAgain(transaction, next);
  return `version ${edition}, asks ${page.audience}${asksAgain ? ' again' : ''}, `;
}
