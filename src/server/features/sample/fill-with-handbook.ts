import { slugFromTitle } from '../../../shared/articles/slugs.ts';
import { officeDay } from '../../../shared/dates.ts';
import { day } from '../../../shared/time.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { claimFreeSlug } from '../articles/article-slugs.ts';
import { indexWords } from '../handbook/page-words.ts';
import { noteFilled } from './filled.ts';
import { policyTitle, sampleHandbook } from './sample.handbook.ts';

const [daysAgo, dueDays] = [21, 14];

/** Returns the id of the page that the sample's step of onboarding points at. */
export async function fillWithHandbook(transaction: DatabaseTransaction): Promise<string> {
  const date = fromNow(-daysAgo * day);
  // The admin who has set the site up, as far as anyone knows.
  const admin = await transaction
    .selectFrom('users')
    .select('id')
    .where('admin', '=', true)
    .orderBy('created_at')
    .executeTakeFirst();
  const saved_by = admin?.id ?? null;
  const ids = new Map<string, string>();
  const chapters: string[] = [];
  for (const [place, { chapter, pages }] of sampleHandbook.entries()) {
    const chapter_id = newId();
    chapters.push(chapter_id);
    await transaction
      .insertInto('handbook_chapters')
      .values({ id: chapter_id, title: chapter, position: place, created_at: date })
      .execute();
    for (const [position, { title, text, asks, public: isPublic }] of pages.entries()) {
      const id = newId();
      ids.set(title, id);
      const slug = await claimFreeSlug(transaction, slugFromTitle(title, 'page'), id);
      await transaction
        .insertInto('articles')
        .values({
          id,
          title,
          slug,
          text,
          snippet: '',
          url: '',
          version: 1,
          published_at: null,
          due_at: null,
          created_at: date,
          updated_at: date,
          saved_by,
        })
        .execute();
      await transaction
        .insertInto('handbook_pages')
        .values({
          id,
          chapter_id,
          position,
          public: isPublic,
          published_at: date,
          deleted_at: null,
          edition: 1,
          asked_edition: asks ? 1 : 0,
          note: '',
          new_since: null,
          audience: asks ? 'everyone' : 'none',
          due_days: dueDays,
        })
        .execute();
      await transaction
        .insertInto('handbook_editions')
        .values({ page_id: id, edition: 1, title, text, note: '', saved_by, saved_at: date })
        .execute();
      await indexWords(transaction, { id, title, text });
    }
  }
  await noteFilled(transaction, { pages: [...ids.values()], chapters });
  return ids.get(policyTitle) ?? '';
}

/** Most members have acknowledged their pages; one is late. They have no mailbox: no one reminds them. */
export async function acknowledgeSamples(
  transaction: DatabaseTransaction,
  members: { id: string; name: string }[],
): Promise<void> {
  const pages = await transaction
    .selectFrom('handbook_pages')
    .select('id')
    .where('audience', '=', 'everyone')
    .orderBy('position')
    .execute();
  const asked = fromNow(-daysAgo * day);
  for (const [place, { id: user_id, name }] of members.entries()) {
    await transaction
      .insertInto('handbook_reminders')
      .values({ user_id, sent_at: fromNow(36_500 * day) })
      .execute();
    for (const [index, { id: page_id }] of pages.entries()) {
      const isLate = place === 1 && index > 0;
      const done = isLate ? null : fromNow(-(place + index + 8) * day);
      await transaction
        .insertInto('handbook_asks')
        .values({
          user_id,
          page_id,
          due_on: officeDay(fromNow((dueDays - daysAgo) * day)),
          asked_at: asked,
          done_edition: done === null ? null : 1,
          done_at: done,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'page_id'])
            .doUpdateSet({ done_edition: done === null ? null : 1, done_at: done }),
        )
        .execute();
      if (done === null) continue;
      await transaction
        .insertInto('handbook_acknowledgements')
        .values({
          id: newId(),
          page_id,
          user_id,
          user_was: null,
          user_name: name,
          edition: 1,
          device: 'Safari on iPhone',
          created_at: done,
          left_at: null,
        })
        .execute();
    }
  }
}
