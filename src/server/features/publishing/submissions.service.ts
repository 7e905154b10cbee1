/** Submissions: what waits to be published. `features/review/` lists and decides them. */

import { licenseDigits } from '../../../shared/licenses/license-number.ts';
import type { SubmissionKind, SubmissionMark } from '../../../shared/review/review.contract.ts';
import { nameForm } from '../../../shared/search/search-form.ts';
import { day } from '../../../shared/time.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { licenseNumber } from '../../platform/db/license-number.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type Outcome, onlyWithRight } from '../../platform/http/publishing.ts';
import type { Parts } from '../../platform/parts.ts';
import { hasRight } from '../../platform/rights.ts';
import type { SubmissionRow } from '../../tables/submissions.ts';
import { notifyOfSubmission } from '../notifications/notifications.service.ts';
import { bytesOfTexts, reserveStorage } from '../storage/storage.service.ts';

export interface Handed {
  kind: SubmissionKind;
  targetId: string;
  name: string;
  /** The fields to publish. */
  fields: object;
  imageId: string | null;
  /** The member who has to say yes first. */
  member?: Member | undefined;
  /** Whether those with the right to the content decide. */
  isReviewed: boolean;
}

export interface Member {
  id: string;
  name: string;
}

/**
 * Hands in what is to be published, in place of what its author handed in before, and tells those who decide.
 * @throws 400 beyond the actor's storage
 */
export async function handIn(
  transaction: DatabaseTransaction,
  config: Parts['config'],
  actor: Pick<Actor, 'id' | 'name'>,
  { kind, targetId, name, fields, imageId, member, isReviewed }: Handed,
): Promise<{ mark: SubmissionMark; version: number }> {
  const body = JSON.stringify(fields);
  await reserveStorage(transaction, config, actor, 'texts', bytesOfTexts(name, body));
  const moment = now();
  const row = {
    name,
    body,
    image_id: imageId,
    member_id: member?.id ?? null,
    consent: member ? ('asked' as const) : null,
    said_yes: null,
    state: 'submitted' as const,
    word: '',
    updated_at: moment,
  };
  const saved = await transaction
    .insertInto('submissions')
    .values({
      id: newId(),
      kind,
      target_id: targetId,
      author_id: actor.id,
      version: 1,
      created_at: moment,
      ...row,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['target_id', 'author_id'])
        .doUpdateSet((e) => ({ ...row, version: e('submissions.version', '+', 1) })),
    )
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await recordAuditEvent(transaction, actor, {
    action: 'submission.made',
    object: { id: targetId, name },
    details: kind,
  });
  if (member)
    await notifyOfSubmission(transaction, [member.id], { kind: 'consent', actorId: actor.id, text: name });
  if (isReviewed) await notifyReviewers(transaction, actor, name);
  const mark = { _id: saved.id, state: row.state, word: '', asked: member?.name ?? null };
  return { mark, version: saved.version };
}

/** Tells all with the right to the content but the author. */
export async function notifyReviewers(
  transaction: DatabaseTransaction,
  author: Pick<Actor, 'id'>,
  name: string,
): Promise<void> {
  const reviewers = await transaction
    .selectFrom('users')
    .select('id')
    .where(hasRight('content'))
    .where('suspended_at', 'is', null)
    .where('id', '!=', author.id)
    .execute();
  const { waiting } = await transaction
    .selectFrom('submissions')
    .select(({ fn }) => fn.countAll().as('waiting'))
    .where('state', '=', 'submitted')
    .executeTakeFirstOrThrow();
  const text = Number(waiting) > 1 ? `${waiting} submissions wait for a review` : name;
  await notifyOfSubmission(
    transaction,
    reviewers.map(({ id }) => id),
    { kind: 'review', actorId: author.id, text },
  );
}

/** For so long a name that someone was given is not theirs before all others of it. */
const newFor = 30 * day;

/**
 * The active members who have to say yes to a testimonial by this author, in the order in which they are asked: those in whose
 * name it is, and those who have its license number, unless the office has entered it (docs/product.md P11.8).
 */
export async function membersShown(
  db: Database,
  { name, license }: { name: string; license: string | null },
  authorId: string | null,
): Promise<Member[]> {
  const members = await db
    .selectFrom('users')
    .leftJoin('licenses', 'licenses.user_id', 'users.id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.created_at', licenseNumber.as('number')])
    .where(isActive)
    .orderBy('users.id')
    .execute();
  const named = await membersNamed(db, members, name, authorId);
  if (!license) return named;
  const digits = licenseDigits(license);
  const licensed = members.filter(({ id, number }) => id !== authorId && licenseDigits(number) === digits);
  if (licensed.length === 0 || (await isOfOffice(db, authorId))) return named;
  return [...new Set([...named, ...licensed])];
}

/** Those with the right to the content answer for whose number they enter. */
async function isOfOffice(db: Database, authorId: string | null): Promise<boolean> {
  const author = db.selectFrom('users').select('id').where('id', '=', authorId).where(hasRight('content'));
  return (await author.executeTakeFirst()) !== undefined;
}

interface Known extends Member {
  created_at: string;
}

/**
 * Those of the same words in their name, in any order and with a title or not, unless one of them is the author. An author who
 * was given the name just now, or whose account is new, is no one else of it.
 */
async function membersNamed(
  db: Database,
  members: Known[],
  name: string,
  authorId: string | null,
): Promise<Known[]> {
  const sought = wordsOfName(name);
  const named = members.filter((member) => wordsOfName(member.name) === sought);
  const others = named.filter(({ id }) => id !== authorId);
  const author = named.find(({ id }) => id === authorId);
  if (!author || others.length === 0) return others;
  if (await isNewName(db, author.id, sought)) return others;
  if (author.created_at < fromNow(-newFor)) return [];
  const dayBefore = new Date(Date.parse(author.created_at) - day).toISOString();
  return others.filter(({ created_at }) => created_at < dayBefore);
}

async function isNewName(db: Database, userId: string, sought: string): Promise<boolean> {
  const changes = await db
    .selectFrom('audit_log')
    .select('details')
    .where('object_id', '=', userId)
    .where('action', '=', 'user.updated')
    // As users.service.ts writes it.
    .where('details', 'like', 'name: %')
    .where('created_at', '>', fromNow(-newFor))
    .execute();
  return changes.some(({ details }) => {
    const [, before = ''] = /^name: (.*?) → /.exec(details) ?? [];
    return wordsOfName(before) !== sought;
  });
}

type Consent = Pick<
  SubmissionRow,
  'id' | 'name' | 'body' | 'author_id' | 'member_id' | 'consent' | 'said_yes'
>;

/** Those who have said yes to a submission as it is, by id. */
export const yesesOf = ({ said_yes }: Pick<Consent, 'said_yes'>): string[] => JSON.parse(said_yes ?? '[]');

/** Asks the next member whom a testimonial shows, who is here and has not said yes, unless one of them is asked. Returns who is. */
export async function askNext(
  transaction: DatabaseTransaction,
  waiting: Consent,
): Promise<Member | undefined> {
  const { id, name, body, author_id, member_id, consent } = waiting;
  const { license = null }: { license?: string | null } = JSON.parse(body);
  const yeses = yesesOf(waiting);
  // The yes of one member was stored so by an earlier version.
  const hasSaidYes = (member: Member) =>
    yeses.includes(member.id) || (consent === 'given' && member.id === member_id);
  const missing = (await membersShown(transaction, { name, license }, author_id)).filter(
    (member) => !hasSaidYes(member),
  );
  const asked = consent === 'asked' ? missing.find((member) => member.id === member_id) : undefined;
  const [next] = missing;
  if (asked || !next) return asked;
  await transaction
    .updateTable('submissions')
    .set({ member_id: next.id, consent: 'asked' })
    .where('id', '=', id)
    .execute();
  await notifyOfSubmission(transaction, [next.id], { kind: 'consent', actorId: author_id, text: name });
  return next;
}

/** Asks the next one where a member was asked who is suspended or goes; with no one left it waits for the office. */
export async function askInPlaceOf(transaction: DatabaseTransaction, userId: string): Promise<void> {
  const waiting = await transaction
    .updateTable('submissions')
    .set({ member_id: null, consent: null })
    .where('member_id', '=', userId)
    .where('consent', '=', 'asked')
    .where('state', '=', 'submitted')
    .returning(['id', 'name', 'body', 'author_id', 'member_id', 'consent', 'said_yes'])
    .execute();
  for (const each of waiting)
    if (!(await askNext(transaction, each)))
      await notifyReviewers(transaction, { id: each.author_id ?? userId }, each.name);
}

/** May stand behind a name without making another one. */
const titles = new Set(['realtor', 'agent', 'broker', 'jr', 'sr', 'ii', 'iii']);

/** A name as it is compared here: Søren O’Hara, “Ohara, Soren” and Søren O'Hara, Realtor are one. */
function wordsOfName(name: string): string {
  const words =
    nameForm(name)
      .replaceAll("'", '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  while (words.length > 1 && titles.has(words.at(-1) ?? '')) words.pop();
  return words.sort().join(' ');
}

/** Where the actor's own submissions stand, by what they would change. */
export async function marksOf(
  db: Database,
  { id }: Pick<Actor, 'id'>,
  targetIds: string[],
): Promise<Map<string, SubmissionMark>> {
  if (targetIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('submissions')
    .leftJoin('users as member', 'member.id', 'submissions.member_id')
    .select([
      'submissions.id',
      'submissions.target_id',
      'submissions.state',
      'submissions.word',
      'submissions.consent',
      'member.name as member_name',
    ])
    .where('author_id', '=', id)
    .where('target_id', 'in', targetIds)
    .execute();
  return new Map(
    rows.map(({ id, target_id, state, word, consent, member_name }) => [
      target_id,
      { _id: id, state, word, asked: consent === 'asked' ? member_name : null },
    ]),
  );
}

/** Deletes that of its author who has published it otherwise. */
export async function deleteOwnSubmission(
  transaction: DatabaseTransaction,
  { id }: Pick<Actor, 'id'>,
  targetId: string,
): Promise<void> {
  await transaction
    .deleteFrom('submissions')
    .where('target_id', '=', targetId)
    .where('author_id', '=', id)
    .execute();
}

/**
 * Deletes those of what is deleted, and tells their authors.
 * @throws 403 for another's where the actor's own texts wait for a review
 */
export async function deleteSubmissionsOf(
  transaction: DatabaseTransaction,
  { id: actorId }: Pick<Actor, 'id'>,
  targetId: string,
  outcome: Outcome,
): Promise<void> {
  const deleted = await transaction
    .deleteFrom('submissions')
    .where('target_id', '=', targetId)
    .returning(['name', 'author_id'])
    .execute();
  const ofOthers = deleted.filter(({ author_id }) => author_id !== actorId);
  if (outcome === 'waits' && ofOthers.length > 0) throw onlyWithRight('delete what others handed in');
  for (const { name, author_id } of ofOthers)
    if (author_id !== null)
      await notifyOfSubmission(transaction, [author_id], {
        kind: 'submission',
        actorId,
        text: `“${name}” was deleted`,
      });
}
