/** Testimonials as the API has them, and the order of the carousel. */

import type {
  StaffTestimonial,
  Testimonial,
  TestimonialChanges,
  TestimonialFields,
  TestimonialOrder,
} from '../../../shared/testimonials/testimonials.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { columnsOf } from '../../platform/db/columns-of.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { beforeKeyset, type KeysetPage, type PartOfList } from '../../platform/db/keyset.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type Actor, turnOf } from '../../platform/http/actor.ts';
import { type IdempotencyKey, onceInTransaction } from '../../platform/http/idempotency.ts';
import { jsonList } from '../../platform/http/json-list.ts';
import { entityTag } from '../../platform/http/prepared.ts';
import { demandWriter, type Outcome, onlyWithRight } from '../../platform/http/publishing.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { Parts } from '../../platform/parts.ts';
import type { RenderedInline } from '../../platform/text/render-task.ts';
import { renderTestimonial } from '../../platform/text/render-text.ts';
import { toPerson } from '../articles/article-rows.ts';
import { referToImage } from '../images/images.service.ts';
import { deleteOwnSubmission, deleteSubmissionsOf, membersShown } from '../publishing/submissions.service.ts';
import { bytesOfTexts, reserveStorage } from '../storage/storage.service.ts';
import {
  handInTestimonial,
  type SubmittedTestimonial,
  saysAnother,
  submittedTestimonial,
} from './submitted-testimonial.ts';
import {
  columns,
  inOrder,
  requireTestimonial,
  toTestimonial,
  type VersionedTestimonial,
} from './testimonial-rows.ts';

const maxListLength = 1000;
const maxListBytes = 4_000_000;
const maxPageBytes = 500_000;

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

/** As writers see them, in the order of the carousel: up to 1,000 of at most 4 MB. */
export async function listStaffTestimonials(db: Database, actor: Actor): Promise<StaffTestimonial[]> {
  const rows = await inOrder(db, 'carousel')
    .leftJoin('testimonial_authors', 'testimonial_authors.testimonial_id', 'testimonials.id')
    .leftJoin('users', 'users.id', 'testimonial_authors.user_id')
    .select(columnsOf('testimonials', columns))
    .select(['users.id as person_id', 'users.name as person_name'])
    .limit(maxListLength)
    .execute();
  const shown = rows.map((row) => ({ ...toTestimonial(row), author: toPerson(row) }));
  return (await jsonList(turnOf(actor), shown, maxListBytes)).rows;
}

/** Differs whenever the list that `listTestimonials` returns without a limit does. */
export async function versionsOfTestimonials(db: Database, order: TestimonialOrder): Promise<string> {
  const rows = await inOrder(db, order)
    .select(['id', 'version'])
    .limit(maxListLength + 1)
    .execute();
  return entityTag(JSON.stringify(rows));
}

/** @throws 404 'Testimonial not found' */
export async function getTestimonial(db: Database, id: string): Promise<VersionedTestimonial> {
  return requireTestimonial(
    await db.selectFrom('testimonials').select(columns).where('id', '=', id).executeTakeFirst(),
  );
}

/**
 * Adds a testimonial, first in the carousel; or hands it in, where it waits for a review or for the yes of the member in
 * whose name it is.
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
    const outcome = await demandWriter(transaction, parts.config, actor, 'testimonials');
    const given = {
      ...fields,
      image_id: fields.image_id ?? null,
      license: fields.license || null,
      rating: fields.rating ?? null,
    };
    return addOrHandIn(transaction, parts.config, actor, { id: newId(), outcome, given, rendered });
  });
}

interface NewTestimonial {
  id: string;
  outcome: Exclude<Outcome, 'refused'>;
  given: SubmittedTestimonial;
  rendered: Rendered;
}

/** Without HTML a text is rendered when it is first shown. */
type Rendered = RenderedInline | typeof unrendered;
export const unrendered = { html: null, excerpt: null };

async function addOrHandIn(
  transaction: DatabaseTransaction,
  config: Parts['config'],
  actor: Actor,
  { id, outcome, given, rendered }: NewTestimonial,
): Promise<VersionedTestimonial> {
  if (given.image_id) await referToImage(transaction, given.image_id, 'portrait');
  const [member] = await membersShown(transaction, given, actor.id);
  if (outcome === 'waits' || member)
    return handInTestimonial(
      transaction,
      config,
      actor,
      { id, created_at: now() },
      { given, member, outcome },
    );
  const bytes = bytesOfTexts(given.name, given.testimonial, rendered.html ?? '', rendered.excerpt ?? '');
  await reserveStorage(transaction, config, actor, 'texts', bytes);
  const created = await insertTestimonial(transaction, { id, given, rendered, savedBy: actor.id });
  await recordAuditEvent(transaction, actor, {
    action: 'testimonial.created',
    object: objectOf(created.testimonial),
  });
  return created;
}

/** Adds a testimonial that may be published, by `savedBy`; call it in the transaction of its audit event. */
export async function insertTestimonial(
  transaction: DatabaseTransaction,
  {
    id,
    given,
    rendered,
    savedBy,
  }: Pick<NewTestimonial, 'id' | 'given' | 'rendered'> & { savedBy: string | null },
): Promise<VersionedTestimonial> {
  const moment = now();
  const row = await transaction
    .insertInto('testimonials')
    .values({
      ...given,
      ...rendered,
      position: 0,
      saved_by: savedBy,
      id,
      version: 1,
      created_at: moment,
      updated_at: moment,
    })
    .returning(columns)
    .executeTakeFirst();
  if (savedBy !== null)
    await transaction
      .insertInto('testimonial_authors')
      .values({ testimonial_id: id, user_id: savedBy })
      .execute();
  await bumpContentVersion(transaction);
  return requireTestimonial(row);
}

/**
 * Changes the given fields; null removes the picture or the license number. `expectedVersions` come from If-Match. Where
 * the change waits, the public testimonial stays as it is.
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
    const outcome = await demandWriter(transaction, parts.config, actor, 'testimonials');
    // Locks the row.
    const before = await transaction
      .updateTable('testimonials')
      .set((row) => ({ version: row('version', '+', 1) }))
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirst();
    if (!before)
      return changeWaiting(transaction, parts.config, actor, {
        id,
        outcome,
        changes,
        rendered: rendered ?? unrendered,
        expectedVersions,
      });
    const version = before.version - 1;
    demandVersion('Testimonial', version, expectedVersions);
    const given = changed(before, changes);
    if (changes.image_id) await referToImage(transaction, changes.image_id, 'portrait');
    const [member] = saysAnother(before, given) ? await membersShown(transaction, given, actor.id) : [];
    if (outcome === 'waits' || member) {
      await transaction.updateTable('testimonials').set({ version }).where('id', '=', id).execute();
      const shown = { ...before, version };
      return handInTestimonial(transaction, parts.config, actor, shown, { given, member, outcome });
    }
    const { name = '' } = changes;
    const bytes = bytesOfTexts(name, testimonial ?? '', rendered?.html ?? '', rendered?.excerpt ?? '');
    await reserveStorage(transaction, parts.config, actor, 'texts', bytes);
    const details = pictureChange(before.image_id, changes.image_id);
    const updated = await changeTestimonial(transaction, { id, given, rendered, savedBy: actor.id });
    await deleteOwnSubmission(transaction, actor, id);
    await recordAuditEvent(transaction, actor, {
      action: 'testimonial.updated',
      object: objectOf(updated.testimonial),
      details,
    });
    return updated;
  });
}

/** Changes a testimonial whose row is locked, and whose version has been counted up. */
export async function changeTestimonial(
  transaction: DatabaseTransaction,
  {
    id,
    given,
    rendered,
    savedBy,
  }: {
    id: string;
    given: SubmittedTestimonial;
    rendered: Rendered | undefined;
    savedBy: string | null;
  },
): Promise<VersionedTestimonial> {
  const row = await transaction
    .updateTable('testimonials')
    .set({ ...given, ...rendered, saved_by: savedBy, updated_at: now() })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  await bumpContentVersion(transaction);
  return requireTestimonial(row);
}

const changed = (
  { name, testimonial, image_id, license, rating }: SubmittedTestimonial,
  changes: TestimonialChanges,
): SubmittedTestimonial => ({
  name: changes.name ?? name,
  testimonial: changes.testimonial ?? testimonial,
  image_id: changes.image_id === undefined ? image_id : changes.image_id,
  license: changes.license === undefined ? license : changes.license || null,
  rating: changes.rating === undefined ? rating : changes.rating,
});

/** Changes what its author has handed in and no one has published. @throws 404 for one of others */
async function changeWaiting(
  transaction: DatabaseTransaction,
  config: Parts['config'],
  actor: Actor,
  {
    id,
    outcome,
    changes,
    rendered,
    expectedVersions,
  }: {
    id: string;
    rendered: Rendered;
    outcome: Exclude<Outcome, 'refused'>;
    changes: TestimonialChanges;
    expectedVersions: number[] | undefined;
  },
): Promise<VersionedTestimonial> {
  const waiting = await transaction
    .selectFrom('submissions')
    .select(['body', 'version'])
    .where('target_id', '=', id)
    .where('kind', '=', 'testimonial')
    .where('author_id', '=', actor.id)
    .executeTakeFirst();
  if (!waiting) throw notFound('Testimonial');
  demandVersion('Testimonial', waiting.version, expectedVersions);
  const given = changed(submittedTestimonial.parse(JSON.parse(waiting.body)), changes);
  const answer = await addOrHandIn(transaction, config, actor, { id, outcome, given, rendered });
  if (!answer.testimonial.submission) await deleteOwnSubmission(transaction, actor, id);
  return answer;
}

/**
 * Deletes a testimonial, or withdraws what was handed in and is not published.
 * @throws 404 'Testimonial not found'; 403 for a public one where what is published waits for a review
 */
export async function deleteTestimonial(
  { db, config }: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  id: string,
  expectedVersions?: number[],
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const outcome = await demandWriter(transaction, config, actor, 'testimonials');
    const deleted = await transaction
      .deleteFrom('testimonials')
      .where('id', '=', id)
      .returning(['name', 'version'])
      .executeTakeFirst();
    // Throws within the transaction, which undoes the deletion.
    if (!deleted) throw notFound('Testimonial');
    demandVersion('Testimonial', deleted.version, expectedVersions);
    if (outcome === 'waits') throw onlyWithRight('delete what is public');
    await deleteSubmissionsOf(transaction, actor, id, outcome);
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
    if ((await demandWriter(transaction, config, actor, 'testimonials')) === 'waits')
      throw onlyWithRight('order testimonials');
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

function pictureChange(last: string | null, next: string | null | undefined): string {
  if (next === undefined || last === next) return '';
  if (next === null) return 'image removed';
  return last === null ? 'image added' : 'image replaced';
}

const objectOf = ({ _id, name }: Testimonial) => ({ id: _id, name });
