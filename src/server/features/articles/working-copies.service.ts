/** Text that is written and not published: one working copy for each article and editor. */

import { randomInt } from 'node:crypto';
import {
  newArticle,
  type TypedFields,
  type WorkingCopy,
  type WorkingCopyFields,
  workingCopy,
} from '../../../shared/articles/articles.contract.ts';
import { imagesIn, textImageKind } from '../../../shared/images/images.ts';
import type { Held } from '../../../shared/users/rights.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { bytesOfTexts, lockStorage, reserveStorage } from '../storage/storage.service.ts';
import { demandReadable } from './article-rows.ts';

type Editor = Pick<Actor, 'id'>;

/** The version of a copy that does not exist: If-Match with it demands that there is none. */
const none = 0;

/**
 * The actor's own copy, with its version; null and version 0 without one.
 * @throws 404 'Article not found'
 */
export async function getWorkingCopy(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Pick<Actor, 'id' | keyof Held>,
  id: string,
): Promise<{ copy: WorkingCopy | null; version: number }> {
  const { db } = parts;
  const articleId = articleIdOf(id);
  if (articleId !== null) await demandReadable(parts, actor, articleId);
  await demandArticle(db, articleId);
  const row = await copiesOf(db, actor, articleId)
    .select([
      'title',
      'slug',
      'url',
      'snippet',
      'text',
      'cover_id',
      'cover_alt',
      'base',
      'saved_at',
      'version',
    ])
    .executeTakeFirst();
  if (!row) return { copy: null, version: none };
  const { base, saved_at, version, ...fields } = row;
  return {
    copy: {
      ...fields,
      base: base === null ? null : workingCopy.shape.base.parse(JSON.parse(base)),
      saved: saved_at,
    },
    version,
  };
}

/**
 * Writes the actor's own copy; pictures in it are not purged. Returns when, and its version.
 * @throws 404 'Article not found'; 412 on a conflict; 400 beyond the actor's storage
 */
export async function saveWorkingCopy(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Pick<Actor, 'id' | keyof Held>,
  id: string,
  { base: givenBase, ...fields }: WorkingCopyFields,
  expectedVersions?: number[],
): Promise<{ saved: string; version: number }> {
  const articleId = articleIdOf(id);
  if (articleId !== null) await demandReadable(parts, actor, articleId);
  return inTransaction(parts.db, async (transaction) => {
    await demandArticle(transaction, articleId);
    await lockStorage(transaction, actor);
    const before = await copiesOf(transaction, actor, articleId)
      .select(['id', 'version', 'base', 'bytes'])
      .executeTakeFirst();
    demandVersion('Working copy', before?.version ?? none, expectedVersions);
    const base = givenBase ? JSON.stringify(givenBase) : (before?.base ?? null);
    const growth = bytesOfCopy({ ...fields, base }) - (before?.bytes ?? 0);
    if (growth > 0) await reserveStorage(transaction, parts.config, actor, 'texts', growth);
    const copy = { ...fields, base, saved_at: now() };
    // A new copy begins at any number, so that it is never taken for the one before it.
    const version = before ? before.version + 1 : randomInt(1, 500_000_000);
    const copyId = before?.id ?? newId();
    if (before) {
      await transaction
        .updateTable('working_copies')
        .set({ ...copy, version })
        .where('id', '=', copyId)
        .execute();
    } else {
      await transaction
        .insertInto('working_copies')
        .values({ ...copy, id: copyId, user_id: actor.id, article_id: articleId, version })
        .execute();
    }
    await referToImages(transaction, copyId, fields);
    return { saved: copy.saved_at, version };
  });
}

/** Discards the actor's own copy, if there is one. @throws 404 'Article not found'; 412 on a conflict */
export async function deleteWorkingCopy(
  db: Database,
  actor: Editor,
  id: string,
  expectedVersions?: number[],
): Promise<void> {
  const articleId = articleIdOf(id);
  await inTransaction(db, async (transaction) => {
    await demandArticle(transaction, articleId);
    const deleted = await transaction
      .deleteFrom('working_copies')
      .where('user_id', '=', actor.id)
      .where('article_id', articleId === null ? 'is' : '=', articleId)
      .returning('version')
      .executeTakeFirst();
    demandVersion('Working copy', deleted?.version ?? none, expectedVersions);
  });
}

type Published = Pick<TypedFields, 'title' | 'url' | 'snippet' | 'text'> & {
  [Field in 'cover_id' | 'cover_alt' | 'slug']?: TypedFields[Field] | null | undefined;
};

/**
 * Deletes the actor's copy once it is saved as the article, in the same transaction: a copy left over would be offered
 * for writing again.
 */
export async function deletePublishedCopy(
  transaction: DatabaseTransaction,
  actor: Editor,
  articleId: string | null,
  { title, url, snippet, text, cover_id, cover_alt, slug }: Published,
): Promise<void> {
  await transaction
    .deleteFrom('working_copies')
    .where('user_id', '=', actor.id)
    .where('article_id', articleId === null ? 'is' : '=', articleId)
    .where((e) => e.and({ title, url, snippet, text, cover_alt: cover_alt ?? '' }))
    // A copy without one leaves the slug as it is.
    .where('slug', 'in', ['', slug ?? ''])
    .where('cover_id', cover_id ? '=' : 'is', cover_id ?? null)
    .execute();
}

const articleIdOf = (id: string): string | null => (id === newArticle ? null : id);

const copiesOf = (db: Database, actor: Editor, articleId: string | null) =>
  db
    .selectFrom('working_copies')
    .where('user_id', '=', actor.id)
    .where('article_id', articleId === null ? 'is' : '=', articleId);

async function demandArticle(db: Database, articleId: string | null): Promise<void> {
  if (articleId === null) return;
  const article = await db.selectFrom('articles').select('id').where('id', '=', articleId).executeTakeFirst();
  if (!article) throw notFound('Article');
}

const bytesOfCopy = ({ title, snippet, text, url, base }: TypedFields & { base: string | null }): number =>
  bytesOfTexts(title, snippet, text, url, base ?? '');

/** Replaces what the copy refers to; a picture that is being purged is left out. */
async function referToImages(
  transaction: DatabaseTransaction,
  copyId: string,
  { text, cover_id }: TypedFields,
): Promise<void> {
  const wanted = [...imagesIn(text), ...(cover_id ? [cover_id] : [])];
  let former = transaction.deleteFrom('working_copy_images').where('copy_id', '=', copyId);
  if (wanted.length > 0) former = former.where('image_id', 'not in', wanted);
  await former.execute();
  if (wanted.length === 0) return;
  const referred = await transaction
    .updateTable('images')
    .set({ unused_since: null })
    .where('id', 'in', wanted)
    .where('kind', '=', textImageKind)
    .where('purge_started_at', 'is', null)
    .returning('id')
    .execute();
  if (referred.length === 0) return;
  await transaction
    .insertInto('working_copy_images')
    .values(referred.map(({ id }) => ({ copy_id: copyId, image_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
