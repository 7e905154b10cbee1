import type { Testimonial, TestimonialFields } from '../../shared/testimonials.contract.ts';
import type { Actor } from '../accounts/sessions.service.ts';
import { recordDeed } from '../audit/audit.service.ts';
import type { Database } from '../db/database.ts';
import { newId, now } from '../db/ids.ts';
import type { TestimonialRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { notFound, stale } from '../http/faults.ts';
import { bumpContentVersion } from '../pages/content-version.ts';

const mostInOneList = 1000;

/** A testimonial with the version that If-Match compares. */
export interface VersionedTestimonial {
  testimonial: Testimonial;
  version: number;
}

/** All testimonials, newest first, at most 1,000 (product.md, API conventions). */
export async function listTestimonials(db: Database): Promise<Testimonial[]> {
  const rows = await db
    .selectFrom('testimonials')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostInOneList)
    .execute();
  return rows.map(toTestimonial);
}

/** @throws 404 'Testimonial not found' */
export async function getTestimonial(db: Database, id: string): Promise<VersionedTestimonial> {
  return found(await db.selectFrom('testimonials').selectAll().where('id', '=', id).executeTakeFirst());
}

/** Adds a testimonial; it is in the public carousel at once. */
export async function createTestimonial(
  db: Database,
  actor: Actor,
  fields: TestimonialFields,
): Promise<VersionedTestimonial> {
  return inTransaction(db, async (transaction) => {
    const moment = now();
    const row = await transaction
      .insertInto('testimonials')
      .values({
        image_url: null,
        image_id: null,
        ...fields,
        id: newId(),
        version: 1,
        created_at: moment,
        updated_at: moment,
      })
      .returningAll()
      .executeTakeFirst();
    const created = found(row);
    await recordDeed(transaction, actor, {
      action: 'testimonial.created',
      object: objectOf(created.testimonial),
    });
    await bumpContentVersion(transaction);
    return created;
  });
}

/**
 * Changes the given fields. `expectedVersion` is the version the editor started from, when the caller sent one.
 * @throws 404 'Testimonial not found'; 412 when somebody else has saved first
 */
export async function updateTestimonial(
  db: Database,
  actor: Actor,
  id: string,
  changes: Partial<TestimonialFields>,
  expectedVersion?: number,
): Promise<VersionedTestimonial> {
  return inTransaction(db, async (transaction) => {
    const update = transaction
      .updateTable('testimonials')
      .set((row) => ({ ...changes, version: row('version', '+', 1), updated_at: now() }))
      .where('id', '=', id)
      .returningAll();
    const row = await (expectedVersion === undefined
      ? update
      : update.where('version', '=', expectedVersion)
    ).executeTakeFirst();
    if (!row) throw await whyNotUpdated(transaction, id);
    const updated = found(row);
    await recordDeed(transaction, actor, {
      action: 'testimonial.updated',
      object: objectOf(updated.testimonial),
    });
    await bumpContentVersion(transaction);
    return updated;
  });
}

/** @throws 404 'Testimonial not found' */
export async function deleteTestimonial(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const deleted = await transaction
      .deleteFrom('testimonials')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (!deleted) throw notFound('Testimonial');
    await recordDeed(transaction, actor, {
      action: 'testimonial.deleted',
      object: { id, name: deleted.name },
    });
    await bumpContentVersion(transaction);
  });
}

function found(row: TestimonialRow | undefined): VersionedTestimonial {
  if (!row) throw notFound('Testimonial');
  return { testimonial: toTestimonial(row), version: row.version };
}

/** What the audit record calls a testimonial. */
const objectOf = ({ _id, name }: Testimonial) => ({ id: _id, name });

/** The only place where a row becomes the testimonial of the wire. */
function toTestimonial(row: TestimonialRow): Testimonial {
  return {
    _id: row.id,
    name: row.name,
    testimonial: row.testimonial,
    image_url: row.image_url,
    image_id: row.image_id,
    date: row.created_at,
  };
}

async function whyNotUpdated(db: Database, id: string): Promise<Error> {
  const there = await db.selectFrom('testimonials').select('id').where('id', '=', id).executeTakeFirst();
  return there ? stale('Testimonial') : notFound('Testimonial');
}
