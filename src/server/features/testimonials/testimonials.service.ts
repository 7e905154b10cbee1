import { imageUrl } from '../../../shared/images.ts';
import type {
  Testimonial,
  TestimonialChanges,
  TestimonialFields,
  TestimonialOrder,
} from '../../../shared/testimonials.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { beforeKeyset, type KeysetPage, type PartOfList, toKeysetPage } from '../../platform/db/keyset.ts';
import type { TestimonialRow } from '../../platform/db/tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { Parts } from '../../platform/parts.ts';
import { referToImage } from '../images/images.service.ts';
import { bytesOfTexts, reserveStorage } from '../storage/storage.service.ts';

const maxListLength = 1000;

/** A testimonial with the version that If-Match compares. */
export interface VersionedTestimonial {
  testimonial: Testimonial;
  version: number;
}

/**
 * The testimonials, all of them up to 1,000 (docs/product.md P4.10) or a part: newest first, or as the carousel
 * shows them, which is by position and those without one first, newest first. Only the newest have a next page.
 */
export async function listTestimonials(
  db: Database,
  order: TestimonialOrder,
  { limit = maxListLength, after }: PartOfList = {},
): Promise<KeysetPage<Testimonial>> {
  let query = db.selectFrom('testimonials').selectAll();
  if (order === 'carousel') query = query.orderBy('position');
  if (after) query = query.where(beforeKeyset('created_at', 'id', after));
  query = query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  const rows = (await query.execute()).map(toTestimonial);
  const page = toKeysetPage(rows, limit, ({ date, _id }) => ({ at: date, id: _id }));
  return order === 'carousel' ? { ...page, next: undefined } : page;
}

/** @throws 404 'Testimonial not found' */
export async function getTestimonial(db: Database, id: string): Promise<VersionedTestimonial> {
  return found(await db.selectFrom('testimonials').selectAll().where('id', '=', id).executeTakeFirst());
}

/** Adds a testimonial; it is in the public carousel at once, and first. @throws 400 'Image is not known' */
export async function createTestimonial(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  fields: TestimonialFields,
): Promise<VersionedTestimonial> {
  return inTransaction(parts.db, async (transaction) => {
    const bytes = bytesOfTexts(fields.name, fields.testimonial);
    await reserveStorage(transaction, parts.config, actor, 'texts', bytes);
    const moment = now();
    if (fields.image_id) await referToImage(transaction, fields.image_id, 'portrait');
    const row = await transaction
      .insertInto('testimonials')
      .values({
        ...fields,
        position: 0,
        saved_by: actor.id,
        id: newId(),
        version: 1,
        created_at: moment,
        updated_at: moment,
      })
      .returningAll()
      .executeTakeFirst();
    const created = found(row);
    await recordAuditEvent(transaction, actor, {
      action: 'testimonial.created',
      object: objectOf(created.testimonial),
    });
    await bumpContentVersion(transaction);
    return created;
  });
}

/**
 * Changes the given fields; null takes the picture away. `expectedVersions` holds the version the editor started from,
 * when the caller sent one.
 * @throws 404 'Testimonial not found'; 412 when somebody else has saved first; 400 'Image is not known'
 */
export async function updateTestimonial(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  id: string,
  changes: TestimonialChanges,
  expectedVersions?: number[],
): Promise<VersionedTestimonial> {
  return inTransaction(parts.db, async (transaction) => {
    const bytes = bytesOfTexts(changes.name ?? '', changes.testimonial ?? '');
    await reserveStorage(transaction, parts.config, actor, 'texts', bytes);
    if (changes.image_id) await referToImage(transaction, changes.image_id, 'portrait');
    const details = await pictureChange(transaction, id, changes.image_id);
    const row = await transaction
      .updateTable('testimonials')
      .set((row) => ({ ...changes, saved_by: actor.id, version: row('version', '+', 1), updated_at: now() }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound('Testimonial');
    // Undoes the change with the transaction.
    demandVersion('Testimonial', row.version - 1, expectedVersions);
    const updated = found(row);
    await recordAuditEvent(transaction, actor, {
      action: 'testimonial.updated',
      object: objectOf(updated.testimonial),
      details,
    });
    await bumpContentVersion(transaction);
    return updated;
  });
}

/** @throws 404 'Testimonial not found' */
export async function deleteTestimonial(
  db: Database,
  actor: Actor,
  id: string,
  expectedVersions?: number[],
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const deleted = await transaction
      .deleteFrom('testimonials')
      .where('id', '=', id)
      .returning(['name', 'version'])
      .executeTakeFirst();
    if (!deleted) throw notFound('Testimonial');
    // Undoes the deletion with the transaction.
    demandVersion('Testimonial', deleted.version, expectedVersions);
    await recordAuditEvent(transaction, actor, {
      action: 'testimonial.deleted',
      object: { id, name: deleted.name },
    });
    await bumpContentVersion(transaction);
  });
}

/**
 * Puts the testimonials into the order of `ids`. Those left out (somebody else may just have added one) come first,
 * as new ones do. Answers all of them in the order of the carousel.
 * @throws 400 when one is named twice or is not there
 */
export async function orderTestimonials(db: Database, actor: Actor, ids: string[]): Promise<Testimonial[]> {
  return inTransaction(db, async (transaction) => {
    // First, because it locks: who orders at the same time waits here, and no mixture of two orders comes about.
    await bumpContentVersion(transaction);
    const rows = await transaction
      .selectFrom('testimonials')
      .select(['id', 'position'])
      .orderBy('id')
      .execute();
    const places = new Map(ids.map((id, index) => [id, index + 1]));
    const isEachOnce =
      places.size === ids.length && rows.filter(({ id }) => places.has(id)).length === ids.length;
    if (!isEachOnce) throw invalid('Ids must name testimonials that are there, each once', 'ids');
    for (const { id, position } of rows) {
      const place = places.get(id) ?? 0;
      if (place === position) continue;
      await transaction.updateTable('testimonials').set({ position: place }).where('id', '=', id).execute();
    }
    await recordAuditEvent(transaction, actor, {
      action: 'testimonials.reordered',
      object: { id: 'carousel', name: 'Carousel' },
    });
    return (await listTestimonials(transaction, 'carousel')).rows;
  });
}

function found(row: TestimonialRow | undefined): VersionedTestimonial {
  if (!row) throw notFound('Testimonial');
  return { testimonial: toTestimonial(row), version: row.version };
}

/** For the record: what becomes of the picture. */
async function pictureChange(
  transaction: DatabaseTransaction,
  id: string,
  next: string | null | undefined,
): Promise<string> {
  if (next === undefined) return '';
  const row = await transaction
    .selectFrom('testimonials')
    .select('image_id')
    .where('id', '=', id)
    .executeTakeFirst();
  const last = row?.image_id ?? null;
  if (last === next) return '';
  if (next === null) return 'picture removed';
  return last === null ? 'picture added' : 'picture replaced';
}

/** What the audit record calls a testimonial. */
const objectOf = ({ _id, name }: Testimonial) => ({ id: _id, name });

/** The only place where a row becomes the testimonial of the wire. */
function toTestimonial(row: TestimonialRow): Testimonial {
  return {
    _id: row.id,
    name: row.name,
    testimonial: row.testimonial,
    image_url: row.image_id && imageUrl(row.image_id, 'portrait'),
    image_id: row.image_id,
    date: row.created_at,
  };
}
