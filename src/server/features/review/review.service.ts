/** Submissions as their authors, those who are asked and those with the right to the content see and decide them. */

import type { Submission, SubmissionSummary } from '../../../shared/review/review.contract.ts';
import { may } from '../../../shared/users/rights.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandContentRight } from '../../platform/http/publishing.ts';
import { notFound, stale } from '../../platform/http-error.ts';
import type { ArticleRow } from '../../tables/articles.ts';
import { type PersonColumns, toPerson } from '../articles/article-rows.ts';
import { submittedFields } from '../articles/submitted-article.ts';
import { notifyOfSubmission } from '../notifications/notifications.service.ts';
import { type SubmittedTestimonial, submittedTestimonial } from '../testimonials/submitted-testimonial.ts';

const maxListed = 200;

/** Those of the actor, those that wait for their yes, and all that wait for those with the right; the newest first. */
export async function listSubmissions(db: Database, actor: Actor): Promise<SubmissionSummary[]> {
  const rows = await seenBy(db, actor)
    .orderBy('submissions.updated_at', 'desc')
    .orderBy('submissions.id', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map((row) => toSummary(row, actor));
}

/** @throws 404 'Submission not found', also for those of others */
export async function getSubmission(db: Database, actor: Actor, id: string): Promise<Submission> {
  const row = await seenBy(db, actor)
    .select(['submissions.body', 'submissions.version'])
    .where('submissions.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Submission');
  const { body, version, ...shown } = row;
  const found = { ...toSummary(shown, actor), version };
  return row.kind === 'article' ? withArticle(db, found, body) : withTestimonial(db, found, body);
}

/**
 * Sends a submission back to its author.
 * @throws 404; 412 when it has changed; 403 without the right to the content
 */
export async function sendBack(
  db: Database,
  actor: Actor,
  id: string,
  { version, word }: { version: number; word: string },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await demandContentRight(transaction, actor);
    const submission = await decide(transaction, id, version, { state: 'sent-back', word });
    await tellAuthor(transaction, submission, {
      actorId: actor.id,
      text: `“${submission.name}” was sent back`,
      reason: word,
    });
    await recordAuditEvent(transaction, actor, {
      action: 'submission.sent-back',
      object: { id: submission.target_id, name: submission.name },
      details: word,
    });
  });
}

/** Deletes a submission: its author's, or any for those with the right to the content. @throws 404 */
export async function withdrawSubmission(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const deleted = await transaction
      .deleteFrom('submissions')
      .where('id', '=', id)
      .returning(['target_id', 'name', 'author_id'])
      .executeTakeFirst();
    if (!deleted) throw notFound('Submission');
    // Throws within the transaction, which undoes the deletion.
    if (deleted.author_id !== actor.id) {
      if (!may(actor, 'content')) throw notFound('Submission');
      await demandContentRight(transaction, actor);
      await tellAuthor(transaction, deleted, { actorId: actor.id, text: `“${deleted.name}” was deleted` });
    }
    await recordAuditEvent(transaction, actor, {
      action: 'submission.withdrawn',
      object: { id: deleted.target_id, name: deleted.name },
    });
  });
}

export type Decision = { state: 'sent-back'; word: string } | { consent: 'given'; said_yes: string };

/** Decides on a submission as it was looked at. @throws 404; 412 when it has changed or was decided */
export async function decide(
  transaction: DatabaseTransaction,
  id: string,
  version: number,
  decision: Decision,
): Promise<{ target_id: string; name: string; body: string; author_id: string | null }> {
  const decided = await transaction
    .updateTable('submissions')
    .set((row) => ({ ...decision, version: row('version', '+', 1), updated_at: now() }))
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'submitted')
    .returning(['target_id', 'name', 'body', 'author_id'])
    .executeTakeFirst();
  if (!decided) throw await goneOrStale(transaction, id);
  return decided;
}

export async function goneOrStale(db: Database, id: string) {
  const there = await db.selectFrom('submissions').select('id').where('id', '=', id).executeTakeFirst();
  return there ? stale('Submission') : notFound('Submission');
}

/** Tells an author that is still there, unless they did it themselves. */
export async function tellAuthor(
  transaction: DatabaseTransaction,
  { author_id }: { author_id: string | null },
  news: { actorId: string; text: string; reason?: string },
): Promise<void> {
  if (author_id === null || author_id === news.actorId) return;
  await notifyOfSubmission(transaction, [author_id], { kind: 'submission', ...news });
}

function seenBy(db: Database, actor: Actor) {
  return db
    .selectFrom('submissions')
    .leftJoin('users as author', 'author.id', 'submissions.author_id')
    .leftJoin('users as member', 'member.id', 'submissions.member_id')
    .select([
      'submissions.id',
      'submissions.kind',
      'submissions.target_id',
      'submissions.name',
      'submissions.state',
      'submissions.word',
      'submissions.consent',
      'submissions.updated_at',
      'submissions.member_id',
      'author.id as person_id',
      'author.name as person_name',
      'member.name as member_name',
    ])
    .where((e) => {
      const asked = e.and({ 'submissions.member_id': actor.id, consent: 'asked', state: 'submitted' });
      const own = e('submissions.author_id', '=', actor.id);
      return may(actor, 'content') ? e.or([own, asked, e('state', '=', 'submitted')]) : e.or([own, asked]);
    });
}

type Row = Omit<
  Awaited<ReturnType<ReturnType<typeof seenBy>['executeTakeFirstOrThrow']>>,
  keyof PersonColumns
> &
  PersonColumns;

function toSummary(row: Row, { id }: Pick<Actor, 'id'>): SubmissionSummary {
  const isAsked = row.consent === 'asked' && row.state === 'submitted';
  return {
    _id: row.id,
    kind: row.kind,
    target: row.target_id,
    name: row.name,
    state: row.state,
    word: row.word,
    asked: isAsked ? row.member_name : null,
    author: toPerson(row),
    date: row.updated_at,
    own: row.person_id === id,
    asksYou: isAsked && row.member_id === id,
  };
}

type Found = SubmissionSummary & { version: number };

async function withArticle(db: Database, found: Found, body: string): Promise<Submission> {
  const { state, date, slug, ...fields } = submittedFields.parse(JSON.parse(body));
  const row = await db
    .selectFrom('articles')
    .select(['version', 'published_at'])
    .select(['title', 'slug', 'url', 'snippet', 'text', 'cover_id', 'cover_alt'])
    .where('id', '=', found.target)
    .executeTakeFirst();
  return {
    ...found,
    targetVersion: row?.version ?? 0,
    article: {
      before: row && row.published_at !== null ? wordsOf(row) : null,
      after: { ...fields, slug: slug ?? row?.slug ?? '' },
      scheduled: state === 'scheduled' ? (date ?? null) : null,
    },
    testimonial: null,
  };
}

function wordsOf({ title, slug, url, snippet, text, cover_id, cover_alt }: Words) {
  return { title, slug, url, snippet, text, cover_id, cover_alt: cover_alt ?? '' };
}

type Words = Pick<ArticleRow, 'title' | 'slug' | 'url' | 'snippet' | 'text' | 'cover_id' | 'cover_alt'>;

async function withTestimonial(db: Database, found: Found, body: string): Promise<Submission> {
  const row = await db
    .selectFrom('testimonials')
    .select(['version', 'name', 'testimonial', 'image_id', 'license', 'rating'])
    .where('id', '=', found.target)
    .executeTakeFirst();
  return {
    ...found,
    targetVersion: row?.version ?? 0,
    article: null,
    testimonial: {
      before: row ? toWords(row) : null,
      after: toWords(submittedTestimonial.parse(JSON.parse(body))),
    },
  };
}

const toWords = ({ name, testimonial, license, rating, image_id }: SubmittedTestimonial) => ({
  name,
  testimonial,
  license,
  rating,
  image_id,
});
