/** Publishes submissions: for those with the right to the content, and upon the yes of a member. */

import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandContentRight, demandWriter } from '../../platform/http/publishing.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { HttpError, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { SubmissionRow } from '../../tables/submissions.ts';
import { changeArticle } from '../articles/articles.service.ts';
import { submittedFields } from '../articles/submitted-article.ts';
import { deletePublishedCopy } from '../articles/working-copies.service.ts';
import { askNext, type Member, notifyReviewers, yesesOf } from '../publishing/submissions.service.ts';
import { saysAnother, submittedTestimonial } from '../testimonials/submitted-testimonial.ts';
import { changeTestimonial, insertTestimonial, unrendered } from '../testimonials/testimonials.service.ts';
import { decide, goneOrStale, tellAuthor } from './review.service.ts';

type Given = Pick<Parts, 'db' | 'config'>;

/** The versions that were looked at. */
interface Seen {
  version: number;
  targetVersion: number;
}

/**
 * Publishes a submission as it was looked at, with its author as the one who wrote it.
 * @throws 404; 412 when it, or what it changes, has changed; 409 while a member's yes is awaited; 403 without the right
 */
export async function publishSubmission(
  parts: Given,
  actor: Actor,
  id: string,
  { version, targetVersion }: Seen,
): Promise<void> {
  const { db } = parts;
  const seen = await db
    .selectFrom('submissions')
    .select(['kind', 'target_id', 'body'])
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!seen) throw await goneOrStale(db, id);
  if (seen.kind === 'testimonial') {
    const missing = await inTransaction(db, async (transaction) => {
      await demandContentRight(transaction, actor);
      const asked = await askMissing(transaction, id, version);
      if (!asked)
        await publishTestimonial(transaction, actor, await take(transaction, id, version), targetVersion);
      return asked;
    });
    // After the transaction, which keeps that they are asked.
    if (missing) throw new HttpError(409, [{ msg: `${missing.name} has to say yes first` }]);
    return;
  }
  const { date, ...fields } = submittedFields.parse(JSON.parse(seen.body));
  // Its time may have come while it waited.
  const isPast = date !== undefined && date <= new Date().toISOString();
  const changes = isPast ? { ...fields, state: 'published' as const } : { ...fields, date };
  const article = { thing: 'Article' as const, id: seen.target_id, expectedVersions: [targetVersion] };
  await changeArticle(parts, actor, article, changes, async (transaction) => {
    await demandContentRight(transaction, actor);
    const submission = await take(transaction, id, version);
    await recordAuditEvent(transaction, actor, {
      action: 'article.published',
      object: { id: seen.target_id, name: fields.title },
      details: `submitted by ${await nameOf(transaction, submission)}`,
    });
    const { author_id } = submission;
    if (author_id !== null) await deletePublishedCopy(transaction, { id: author_id }, seen.target_id, fields);
    await tellAuthor(transaction, submission, {
      actorId: actor.id,
      text: `“${fields.title}” ${changes.state === 'scheduled' ? 'is scheduled' : 'is published'}`,
    });
  });
}

/**
 * Takes the answer of the member in whose name a testimonial is. With a yes it is published, unless it waits for a
 * review, too; with a no it goes back to its author.
 * @throws 404 for who is not asked; 412 when it, or what it changes, has changed
 */
export async function answerSubmission(
  { db, config }: Given,
  actor: Actor,
  id: string,
  { version, targetVersion, yes }: { version: number; targetVersion?: number | undefined; yes: boolean },
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const asked = await transaction
      .selectFrom('submissions')
      .select(['target_id', 'said_yes'])
      .where('id', '=', id)
      .where('member_id', '=', actor.id)
      .where('consent', '=', 'asked')
      .executeTakeFirst();
    if (!asked) throw notFound('Submission');
    if (yes && targetVersion !== undefined) await demandPublic(transaction, asked.target_id, targetVersion);
    const said = { consent: 'given', said_yes: JSON.stringify([...yesesOf(asked), actor.id]) } as const;
    const given = await decide(
      transaction,
      id,
      version,
      yes ? said : { state: 'sent-back', word: `${actor.name} said no` },
    );
    await recordAuditEvent(transaction, actor, {
      action: 'submission.answered',
      object: { id: given.target_id, name: given.name },
      details: yes ? 'yes' : 'no',
    });
    if (!yes) {
      await tellAuthor(transaction, given, {
        actorId: actor.id,
        text: `“${given.name}”`,
        reason: 'They said no',
      });
      return 'Sent back';
    }
    if (await askNext(transaction, { id, ...given, member_id: actor.id, ...said })) return 'Submitted';
    if (await mayPublish(transaction, config, given.author_id)) {
      await publishTestimonial(transaction, actor, await take(transaction, id, version + 1), targetVersion);
      return 'Published';
    }
    await notifyReviewers(transaction, { id: given.author_id ?? actor.id }, given.name);
    return 'Submitted';
  });
}

/** @throws 412 when what is public is not what was looked at */
async function demandPublic(transaction: DatabaseTransaction, id: string, version: number): Promise<void> {
  const row = await transaction
    .selectFrom('testimonials')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirst();
  demandVersion('Testimonial', row?.version ?? 0, [version]);
}

/** Whether the author's own word is enough now. */
async function mayPublish(
  transaction: DatabaseTransaction,
  config: Parts['config'],
  authorId: string | null,
): Promise<boolean> {
  if (authorId === null) return false;
  try {
    return (await demandWriter(transaction, config, { id: authorId }, 'testimonials')) === 'public';
  } catch (error) {
    // Their right was taken since, or they are gone: the office decides.
    if (error instanceof HttpError) return false;
    throw error;
  }
}

/** Asks a member whose yes is missing to what a submission would change, and returns who is asked. @throws as `take` */
async function askMissing(
  transaction: DatabaseTransaction,
  id: string,
  version: number,
): Promise<Member | undefined> {
  const waiting = await transaction
    .updateTable('submissions')
    .set({ version })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'submitted')
    .returning(['id', 'target_id', 'name', 'body', 'author_id', 'member_id', 'consent', 'said_yes'])
    .executeTakeFirst();
  if (!waiting) throw await goneOrStale(transaction, id);
  const before = await transaction
    .selectFrom('testimonials')
    .select(['name', 'testimonial', 'license', 'rating'])
    .where('id', '=', waiting.target_id)
    .executeTakeFirst();
  if (before && !saysAnother(before, submittedTestimonial.parse(JSON.parse(waiting.body)))) return undefined;
  return askNext(transaction, waiting);
}

type Taken = Pick<SubmissionRow, 'id' | 'target_id' | 'name' | 'body' | 'author_id'>;

/** Takes a submission out of those that wait. @throws 404; 412 when it has changed */
async function take(transaction: DatabaseTransaction, id: string, version: number): Promise<Taken> {
  const taken = await transaction
    .deleteFrom('submissions')
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'submitted')
    .returning(['id', 'target_id', 'name', 'body', 'author_id'])
    .executeTakeFirst();
  if (!taken) throw await goneOrStale(transaction, id);
  return taken;
}

/** `targetVersion` is that which was looked at; undefined, the present one is changed. */
async function publishTestimonial(
  transaction: DatabaseTransaction,
  actor: Actor,
  submission: Taken,
  targetVersion: number | undefined,
): Promise<void> {
  const { target_id: id, author_id: savedBy } = submission;
  const given = submittedTestimonial.parse(JSON.parse(submission.body));
  const before = await transaction
    .updateTable('testimonials')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirst();
  const version = before ? before.version - 1 : 0;
  if (targetVersion !== undefined) demandVersion('Testimonial', version, [targetVersion]);
  const testimonial = { id, given, rendered: unrendered, savedBy };
  await (before ? changeTestimonial(transaction, testimonial) : insertTestimonial(transaction, testimonial));
  await recordAuditEvent(transaction, actor, {
    action: before ? 'testimonial.updated' : 'testimonial.created',
    object: { id, name: given.name },
    details: `submitted by ${await nameOf(transaction, submission)}`,
  });
  await tellAuthor(transaction, submission, { actorId: actor.id, text: `“${given.name}” is published` });
}

async function nameOf(
  transaction: DatabaseTransaction,
  { author_id }: Pick<Taken, 'author_id'>,
): Promise<string> {
  const author = await transaction
    .selectFrom('users')
    .select('name')
    .where('id', '=', author_id)
    .executeTakeFirst();
  return author?.name ?? 'a former member';
}
