import { plans } from '../../../shared/onboarding/plans.ts';
import { sampleSteps } from '../../../shared/sample/sample-steps.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError } from '../../platform/http-error.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { Parts } from '../../platform/parts.ts';
import { deleteArticle } from '../articles/articles.service.ts';
import { deleteLead } from '../leads/leads.service.ts';
import { readTemplate, saveTemplate } from '../onboarding/template.service.ts';
import { deletePost } from '../posts/posts.service.ts';
import { deleteTestimonial } from '../testimonials/testimonials.service.ts';
import { deleteUser } from '../users/delete-user.ts';
import { removeAgreement } from './fill-with-agreement.ts';
import { removeAgreements } from './fill-with-applications.ts';
import { removeClosings } from './fill-with-closings.ts';
import { removeDues } from './fill-with-dues.ts';
import { type Filled, noteRemoved, readFilled } from './filled.ts';
import { visitSums } from './sample-visits.ts';

/**
 * Removes what `fillWithSamples` put in (docs/product.md P1.6). An article, testimonial or onboarding template that
 * someone has changed is theirs and stays. Each thing goes by itself, so a call that was cut off is finished by the
 * next one.
 */
export async function removeSamples(parts: Parts, actor: Actor): Promise<void> {
  const { db } = parts;
  const filled = await readFilled(db);
  if (!filled) return;
  for (const id of await unchanged(db, 'articles', filled.articles)) {
    await unlessGone(deleteArticle(parts, actor, id, [1]));
  }
  for (const id of await unchanged(db, 'testimonials', filled.testimonials)) {
    await unlessGone(deleteTestimonial(parts, actor, id, [1]));
  }
  const users = [...filled.users, ...(await joinedSince(db, filled.leads))];
  await removeAgreements(db, { ...filled, users });
  for (const id of filled.leads) await unlessGone(deleteLead(parts, actor, id, { isSample: true }));
  for (const id of filled.posts) await unlessGone(deletePost(db, actor, id));
  await removeDues(db, filled.dues);
  await removeClosings(parts, actor, filled);
  await removeFiles(db, users);
  await removeProfiles(db, filled.profiles);
  for (const id of users) await unlessGone(deleteUser(parts, actor, id));
  for (const plan of plans) {
    const steps = (await readTemplate(db, plan)).map(wordsOf);
    const same = JSON.stringify(steps) === JSON.stringify(sampleSteps[plan].map(wordsOf));
    if (same) await saveTemplate(db, actor, plan, []);
  }
  await removeHandbook(db, filled);
  await inTransaction(db, (transaction) => removeAgreement(transaction, parts, actor));
  parts.mails.wake();
  await removeVisits(db, filled.at);
}

const wordsOf = ({ title, text, who, dueDays }: (typeof sampleSteps)['on'][number]) => [
  title,
  text,
  who,
  dueDays,
];

async function unchanged(db: Database, table: 'articles' | 'testimonials', ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .where('version', '=', 1)
    .execute();
  return rows.map(({ id }) => id);
}

/** Accounts of sample applicants whom the office has countersigned. */
async function joinedSince(db: Database, leads: string[]): Promise<string[]> {
  if (leads.length === 0) return [];
  const rows = await db
    .selectFrom('contact_requests as lead')
    .innerJoin('users', 'users.id', 'lead.member_id')
    .select('users.id')
    .where('lead.id', 'in', leads)
    .whereRef('users.email', '=', 'lead.email')
    .execute();
  return rows.map(({ id }) => id);
}

/** With what the office ticked of them and they acknowledged: a file of a real member would stay for three years. */
async function removeFiles(db: Database, users: string[]): Promise<void> {
  if (users.length === 0) return;
  await db.deleteFrom('member_checks').where('user_id', 'in', users).execute();
  for (const table of ['member_files', 'handbook_acknowledgements'] as const)
    await db.deleteFrom(table).where('user_id', 'in', users).execute();
}

/** A profile that its owner has saved since is theirs. */
async function removeProfiles(db: Database, users: string[]): Promise<void> {
  if (users.length === 0) return;
  await db.deleteFrom('profiles').where('user_id', 'in', users).where('version', '=', 1).execute();
}

/** Removes pages that no one has changed, with their acknowledgements, which were samples, too. */
async function removeHandbook(db: Database, { pages, chapters }: Filled): Promise<void> {
  for (const id of await unchanged(db, 'articles', pages)) {
    await inTransaction(db, async (transaction) => {
      await transaction.deleteFrom('articles').where('id', '=', id).where('version', '=', 1).execute();
      await transaction
        .deleteFrom('article_slugs')
        .where('article_id', '=', id)
        .where((e) =>
          e.not(e.exists(e.selectFrom('articles').select('articles.id').where('articles.id', '=', id))),
        )
        .execute();
      await bumpContentVersion(transaction);
    });
  }
  if (chapters.length === 0) return;
  await db
    .deleteFrom('handbook_chapters')
    .where('id', 'in', chapters)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('handbook_pages')
            .select('handbook_pages.id')
            .whereRef('handbook_pages.chapter_id', '=', 'handbook_chapters.id'),
        ),
      ),
    )
    .execute();
}

/** 404: deleted before. 412: changed since it was read. */
async function unlessGone(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof HttpError && [404, 412].includes(error.status))) throw error;
  }
}

/** Real visits were added to the sums. With the note that all is done, so that it happens once. */
function removeVisits(db: Database, filledAt: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    if (!(await noteRemoved(transaction))) return;
    for (const { hits, ...key } of visitSums(filledAt)) {
      await transaction
        .updateTable('visit_sums')
        .set((e) => ({ hits: e('hits', '-', hits) }))
        .where((e) => e.and(key))
        .execute();
    }
    await transaction.deleteFrom('visit_sums').where('hits', '<=', 0).execute();
  });
}
