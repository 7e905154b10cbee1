/**
 * Stores, refers to and purges images. A column that refers to an image must stand in `imageReferences`, or
 * its image is purged.
 */

import { type ExpressionBuilder, sql } from 'kysely';
import type { StoredImage } from '../../../shared/images/images.contract.ts';
import { type ImageKind, imageUrl, type StoredKind, storedFiles } from '../../../shared/images/images.ts';
import { day, hour } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type Actor, turnOf } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import type { ImageFile } from '../../platform/images/image-store.ts';
import { StoreError } from '../../platform/images/store-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { Tables } from '../../tables/tables.ts';
import { reserveStorage } from '../storage/storage.service.ts';

type Where = Pick<Parts, 'db' | 'images'>;

/**
 * Stores an uploaded image in all sizes, or nothing. Unreferenced, it is purged after a day. Without an actor it counts
 * for no one's storage.
 * @throws 400, 415 for an unacceptable image; 400 beyond the actor's storage; StoreError
 */
export async function addImage(
  parts: Pick<Parts, 'db' | 'config' | 'images' | 'processImage'>,
  actor: Pick<Actor, 'id' | 'scopes'> | undefined,
  kind: ImageKind,
  upload: Uint8Array,
): Promise<StoredImage> {
  const processed = await parts.processImage(actor ? turnOf(actor) : 'server', upload, kind);
  const id = await storeFiles(parts, actor, { kind, ...processed });
  return { id, url: imageUrl(id, kind) };
}

export interface FilesToStore {
  kind: StoredKind;
  width: number;
  height: number;
  files: ImageFile[];
}

/**
 * Stores all files under a new id, or none. Unreferenced, they are purged after a day.
 * @throws 400 beyond the actor's storage; StoreError
 */
export async function storeFiles(
  { db, config, images }: Pick<Parts, 'db' | 'config' | 'images'>,
  actor: Pick<Actor, 'id'> | undefined,
  { kind, width, height, files }: FilesToStore,
): Promise<string> {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  const id = newId();
  const moment = now();
  // Stores the row first: after any later failure the purge knows the files to delete.
  await inTransaction(db, async (transaction) => {
    if (actor) await reserveStorage(transaction, config, actor, 'images', bytes);
    await transaction
      .insertInto('images')
      .values({
        id,
        kind,
        width,
        height,
        bytes,
        owner_id: actor?.id ?? null,
        created_at: moment,
        unfinished_since: moment,
        unused_since: moment,
      })
      .execute();
  });
  try {
    await images.put(id, files);
    await db.updateTable('images').set({ unfinished_since: null }).where('id', '=', id).execute();
  } catch (error) {
    // At once if possible, as a full disk needs the room. The purge does what fails here.
    await undo({ db, images }, id, kind, error).catch(() => {});
    throw error;
  }
  return id;
}

async function undo({ db, images }: Where, id: string, kind: StoredKind, error: unknown): Promise<void> {
  await images.remove(id, storedFiles(kind));
  // A file may still arrive in the bucket: leave it to the purge.
  if (error instanceof StoreError && error.isOpen) return;
  await db.deleteFrom('images').where('id', '=', id).execute();
}

/**
 * Call it in the transaction that refers to the image: updates its row to serialize with the purge. `field` is the
 * caller's name of it.
 * @throws 400 'Image is not known' unless it is of this kind and not being purged
 */
export async function referToImage(
  transaction: DatabaseTransaction,
  id: string,
  kind: ImageKind,
  field = 'image_id',
): Promise<void> {
  if (!(await refer(transaction, id, kind))) throw invalid('Image is not known', field);
}

/** As referToImage, for files that are no pictures. @throws 400 'File is not known' */
export async function referToStored(
  transaction: DatabaseTransaction,
  id: string,
  kind: StoredKind,
  field: string,
): Promise<void> {
  if (!(await refer(transaction, id, kind))) throw invalid('File is not known', field);
}

async function refer(transaction: DatabaseTransaction, id: string, kind: StoredKind): Promise<boolean> {
  const used = await transaction
    .updateTable('images')
    .set({ unused_since: null })
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('purge_started_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/**
 * Removes images unused for a day; an hourly job. Safe in several processes: each claims an image before removing it.
 * @throws Error when files are missing: their rows stay for the process that has them
 */
export async function purgeImages({ db, images }: Where): Promise<void> {
  await markUnused(db);
  let missing = 0;
  for (const { id, kind, unfinished_since } of await claimUnused(db)) {
    if (unfinished_since === null && !(await images.holds(id))) {
      missing++;
      continue;
    }
    // From here on the files may be gone: a purge that is interrupted is resumed without them.
    await db.updateTable('images').set({ unfinished_since: now() }).where('id', '=', id).execute();
    await images.remove(id, storedFiles(kind));
    await db.deleteFrom('images').where('id', '=', id).execute();
  }
  if (missing > 0) throw new Error(`${missing} images to purge are not in this image folder: is it shared?`);
}

/** The ids of what a member uploaded, and of the photo of their profile. */
export async function imagesOf(transaction: DatabaseTransaction, userId: string): Promise<string[]> {
  const rows = await transaction
    .selectFrom('images')
    .select('id')
    .where((e) =>
      e.or([
        e('owner_id', '=', userId),
        e(
          'id',
          '=',
          e.selectFrom('profiles').select('image_id').where('user_id', '=', userId).$castTo<string>(),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Lets the next purge remove those of these images that nothing uses. */
export async function hurryPurge(transaction: DatabaseTransaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .updateTable('images')
    .set({ unused_since: fromNow(-2 * day) })
    .where('id', 'in', ids)
    .where(isUnused)
    .execute();
}

/** The day counts from when the image was first seen unused. */
async function markUnused(db: Database): Promise<void> {
  await db
    .updateTable('images')
    .set({ unused_since: now() })
    .where('unused_since', 'is', null)
    .where(isUnused)
    .execute();
}

async function claimUnused(db: Database) {
  return db
    .updateTable('images')
    .set({ purge_started_at: now() })
    .where('unused_since', '<', fromNow(-day))
    .where(({ eb, or }) =>
      or([eb('purge_started_at', 'is', null), eb('purge_started_at', '<', fromNow(-hour / 2))]),
    )
    .where(isUnused)
    .returning(['id', 'kind', 'unfinished_since'])
    .execute();
}

/** Every column that refers to an image: one that were not here would lose its pictures. */
export const imageReferences = [
  ['articles', 'cover_id'],
  ['article_images', 'image_id'],
  ['documents', 'id'],
  ['profiles', 'image_id'],
  ['site_images', 'image_id'],
  ['submissions', 'image_id'],
  ['testimonials', 'image_id'],
  ['working_copy_images', 'image_id'],
] as const;

const isUnused = ({ and }: ExpressionBuilder<Tables, 'images'>) =>
  and(
    imageReferences.map(
      ([table, column]) =>
        sql<boolean>`not exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${sql.ref('images.id')})`,
    ),
  );
