/** Testimonials of staff and in the carousel (`toShown`), and their order. */

import { imageUrl } from '../../../shared/images.ts';
import type { ShownTestimonial } from '../../../shared/pages.ts';
import type {
  Testimonial,
  TestimonialChanges,
  TestimonialFields,
  TestimonialOrder,
} from '../../../shared/testimonials.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { unlessAway } from '../../platform/db/database-away.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { beforeKeyset, type KeysetPage, type PartOfList } from '../../platform/db/keyset.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type Actor, turnOf } from '../../platform/http/actor.ts';
import { type IdempotencyKey, onceInTransaction } from '../../platform/http/idempotency.ts';
import { jsonList } from '../../platform/http/json-list.ts';
import { entityTag } from '../../platform/http/prepared.ts';
import { demandWriter } from '../../platform/http/publishing.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { Parts } from '../../platform/parts.ts';
import { escapeHtml } from '../../platform/text/escape-html.ts';
import type { RenderedInline } from '../../platform/text/render-task.ts';
import { renderStoredTestimonial, renderTestimonial } from '../../platform/text/render-text.ts';
import type { TestimonialRow } from '../../tables/site.ts';
import { referToImage } from '../images/images.service.ts';
import { bytesOfTexts, reserveStorage } from '../storage/storage.service.ts';

const maxListLength = 1000;
const maxListBytes = 4_000_000;
const maxPageBytes = 500_000;
/** Per testimonial on the landing page, which has a size budget; a larger one shows its beginning. */
const maxShownBytes = 4096;

const columns = ['id', 'name', 'testimonial', 'image_id', 'license', 'version', 'created_at'] as const;
const shownColumns = [
  'id',
  'name',
  'image_id',
  'license',
  'version',
  'created_at',
  'html',
  'excerpt',
] as const;

export interface VersionedTestimonial {
  testimonial: Testimonial;
  version: number;
}

/**
 * Testimonials, also as JSON (docs/product.md P4.10): up to 1,000 of at most 4 MB, or a page of at most 500 KB. Sorted
 * newest first, or as in the carousel: those without a position first, then by position. Only the newest have a next
 * page.
 */
export async function listTestimonials(
  db: Database,
  order: TestimonialOrder,
  { limit, after, reader = 'everyone' }: PartOfList & { reader?: string } = {},
): Promise<KeysetPage<Testimonial> & { json: Buffer }> {
  const maxRows = limit ?? maxListLength;
  let query = inOrder(db, order)
    .select(columns)
    .limit(maxRows + 1);
  if (after) query = query.where(beforeKeyset('created_at', 'id', after));
  const all = await query.execute();
  const maxBytes = limit === undefined && after === undefined ? maxListBytes : maxPageBytes;
  const { rows, json, complete } = await jsonList(reader, all.slice(0, maxRows).map(toTestimonial), maxBytes);
  const last = rows.at(-1);
  const hasMore = order === 'newest' && last && (!complete || all.length > maxRows);
  return { rows, json, next: hasMore ? { at: last.date, id: last._id } : undefined };
}

/** Differs whenever the list that `listTestimonials` returns without a limit does. */
export async function versionsOfTestimonials(db: Database, order: TestimonialOrder): Promise<string> {
  const rows = await inOrder(db, order)
    .select(['id', 'version'])
    .limit(maxListLength + 1)
    .execute();
  return entityTag(JSON.stringify(rows));
}

/** The first `limit` of the carousel, for the landing page. */
export async function listShownTestimonials(db: Database, limit: number): Promise<ShownTestimonial[]> {
  const rows = await inOrder(db, 'carousel').select(shownColumns).limit(limit).execute();
  const shown: ShownTestimonial[] = [];
  for (const row of rows) {
    const { html, excerpt } = await renderedOf(db, row);
    const isExcerpt = Buffer.byteLength(html) > maxShownBytes;
    shown.push({ ...toShown(row), html: isExcerpt ? `<p>${escapeHtml(excerpt)}</p>` : html, isExcerpt });
  }
  return shown;
}

/** A testimonial for its own page, in full. @throws 404 'Testimonial not found' */
export async function getShownTestimonial(db: Database, id: string): Promise<ShownTestimonial> {
  const row = await db
    .selectFrom('testimonials')
    .select(shownColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Testimonial');
  return { ...toShown(row), html: (await renderedOf(db, row)).html, isExcerpt: false };
}

/** @throws 404 'Testimonial not found' */
export async function getTestimonial(db: Database, id: string): Promise<VersionedTestimonial> {
  return requireTestimonial(
    await db.selectFrom('testimonials').select(columns).where('id', '=', id).executeTakeFirst(),
  );
}

/**
 * Adds a testimonial, first in the carousel.
 * @throws 400 'Image is not known', or for a text that renders too large; 422 for a key that another request used
 */
export async function createTestimonial(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  fields: TestimonialFields,
  key?: IdempotencyKey,
): Promise<VersionedTestimonial> {
  const rendered = await renderTestimonial(fields.testimonial, turnOf(actor));
  return onceInTransaction(parts.db, key, async (transaction) => {
    await demandWriter(transaction, parts.config, actor, 'testimonials');
    const bytes = bytesOfTexts(fields.name, fields.testimonial, rendered.html, rendered.excerpt);
    await reserveStorage(transaction, parts.config, actor, 'texts', bytes);
    const moment = now();
    if (fields.image_id) await referToImage(transaction, fields.image_id, 'portrait');
    const row = await transaction
      .insertInto('testimonials')
      .values({
        ...fields,
        ...rendered,
        license: fields.license || null,
        position: 0,
        saved_by: actor.id,
        id: newId(),
        version: 1,
        created_at: moment,
        updated_at: moment,
      })
      .returning(columns)
      .executeTakeFirst();
    const created = requireTestimonial(row);
    await recordAuditEvent(transaction, actor, {
      action: 'testimonial.created',
      object: objectOf(created.testimonial),
    });
    await bumpContentVersion(transaction);
    return created;
  });
}

/**
 * Changes the given fields; null removes the picture or the license number. `expectedVersions` come from If-Match.
 * @throws 404 'Testimonial not found'; 412 on a conflict; 400 'Image is not known', or for a text that renders too
 *   large
 */
export async function updateTestimonial(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  id: string,
  changes: TestimonialChanges,
  expectedVersions?: number[],
): Promise<VersionedTestimonial> {
  const { testimonial } = changes;
  const rendered =
    testimonial === undefined ? undefined : await renderTestimonial(testimonial, turnOf(actor));
  return inTransaction(parts.db, async (transaction) => {
    await demandWriter(transaction, parts.config, actor, 'testimonials');
    const { name = '' } = changes;
    const bytes = bytesOfTexts(name, testimonial ?? '', rendered?.html ?? '', rendered?.excerpt ?? '');
    await reserveStorage(transaction, parts.config, actor, 'texts', bytes);
    if (changes.image_id) await referToImage(transaction, changes.image_id, 'portrait');
    const details = await pictureChange(transaction, id, changes.image_id);
    const row = await transaction
      .updateTable('testimonials')
      .set((row) => ({
        ...changes,
        ...rendered,
        ...(changes.license !== undefined && { license: changes.license || null }),
        saved_by: actor.id,
        version: row('version', '+', 1),
        updated_at: now(),
      }))
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirst();
    if (!row) throw notFound('Testimonial');
    // Throws within the transaction, which undoes the change.
    demandVersion('Testimonial', row.version - 1, expectedVersions);
    const updated = requireTestimonial(row);
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
  { db, config }: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  id: string,
  expectedVersions?: number[],
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await demandWriter(transaction, config, actor, 'testimonials');
    const deleted = await transaction
      .deleteFrom('testimonials')
      .where('id', '=', id)
      .returning(['name', 'version'])
      .executeTakeFirst();
    if (!deleted) throw notFound('Testimonial');
    // Throws within the transaction, which undoes the deletion.
    demandVersion('Testimonial', deleted.version, expectedVersions);
    await recordAuditEvent(transaction, actor, {
      action: 'testimonial.deleted',
      object: { id, name: deleted.name },
    });
    await bumpContentVersion(transaction);
  });
}

/**
 * Sorts the testimonials by `ids`; those left out, such as one just added, come first. Returns all in the order of the
 * carousel.
 * @throws 400 for a duplicate or unknown id
 */
export async function orderTestimonials(
  { db, config }: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  ids: string[],
): Promise<Testimonial[]> {
  const rows = await inTransaction(db, async (transaction) => {
    await demandWriter(transaction, config, actor, 'testimonials');
    // First of the changes, because it locks: concurrent orders must not mix.
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
    return inOrder(transaction, 'carousel').select(columns).limit(maxListLength).execute();
  });
  // After the transaction: lists are made under a lock whose holder may wait for the database.
  return (await jsonList(turnOf(actor), rows.map(toTestimonial), maxListBytes)).rows;
}

type ReadRow = Pick<TestimonialRow, (typeof columns)[number]>;
type ShownRow = Pick<TestimonialRow, (typeof shownColumns)[number]>;

function inOrder(db: Database, order: TestimonialOrder) {
  const query = db.selectFrom('testimonials');
  const ordered = order === 'carousel' ? query.orderBy('position') : query;
  return ordered.orderBy('created_at', 'desc').orderBy('id', 'desc');
}

/** Rows stored without HTML are rendered now and updated. */
async function renderedOf(db: Database, { id, version, html, excerpt }: ShownRow): Promise<RenderedInline> {
  if (html !== null && excerpt !== null) return { html, excerpt };
  const { testimonial } = await db
    .selectFrom('testimonials')
    .select('testimonial')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Testimonial'));
  const rendered = await renderStoredTestimonial(testimonial);
  // Skip when a newer text has been saved in between, or when nothing can be saved: it spares the next reader the work.
  await db
    .updateTable('testimonials')
    .set(rendered)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
    .catch(unlessAway);
  return rendered;
}

function requireTestimonial(row: ReadRow | undefined): VersionedTestimonial {
  if (!row) throw notFound('Testimonial');
  return { testimonial: toTestimonial(row), version: row.version };
}

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
  if (next === null) return 'image removed';
  return last === null ? 'image added' : 'image replaced';
}

const objectOf = ({ _id, name }: Testimonial) => ({ id: _id, name });

function toShown(row: ShownRow): Omit<ShownTestimonial, 'html' | 'isExcerpt'> {
  const { testimonial: _, ...rest } = toTestimonial({ ...row, testimonial: '' });
  return rest;
}

function toTestimonial(row: Omit<ReadRow, 'version'>): Testimonial {
  return {
    _id: row.id,
    name: row.name,
    testimonial: row.testimonial,
    image_url: row.image_id && imageUrl(row.image_id, 'portrait'),
    image_id: row.image_id,
    license: row.license,
    date: row.created_at,
  };
}
