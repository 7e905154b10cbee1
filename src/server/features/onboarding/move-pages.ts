import { defaultDueDays } from '../../../shared/handbook.contract.ts';
import { slugFromTitle } from '../../../shared/slugs.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import { renderStoredArticle } from '../../platform/text/render-text.ts';
import { claimFreeSlug } from '../articles/article-slugs.ts';
import { indexWords } from '../handbook/page-words.ts';

const chapterTitle = 'Onboarding';
/** Steps in one transaction. */
const atOnce = 200;

/**
 * Makes pages of the handbook from the texts that steps of onboarding held before there was one, and points the steps at
 * them: what was ticked becomes an acknowledgement of the same version. A job that finds nothing once all is moved.
 */
export async function movePages(db: Database): Promise<void> {
  const templates = await db
    .selectFrom('onboarding_template')
    .select(['id', 'title', 'page', 'page_version'])
    .where('page', '!=', '')
    .where('page_id', 'is', null)
    .execute();
  for (const { id, ...copy } of templates) {
    const rendered = await renderStoredArticle({ text: toMarkdown(copy.page), images: {} });
    await inTransaction(db, async (transaction) => {
      const { page } = (await find(transaction, copy)) ?? (await add(transaction, copy, rendered));
      await transaction
        .updateTable('onboarding_template')
        .set({ page_id: page })
        .where('id', '=', id)
        .where('page_id', 'is', null)
        .execute();
    });
  }
  await inBatches(db, moveSteps, atOnce);
}

interface Copy {
  title: string;
  page: string;
  page_version: number;
}

async function moveSteps(transaction: DatabaseTransaction): Promise<number> {
  const steps = await transaction
    .selectFrom('onboarding_steps as step')
    .innerJoin('users', 'users.id', 'step.user_id')
    .select(['step.id', 'step.user_id', 'users.name', 'step.title', 'step.page', 'step.page_version'])
    .select(['step.due_on', 'step.done_at', 'step.created_at'])
    .where('step.page', '!=', '')
    .where('step.page_id', 'is', null)
    .orderBy('step.id')
    .limit(atOnce)
    .execute();
  for (const step of steps) {
    const { page, edition } = (await find(transaction, step)) ?? (await add(transaction, step));
    await transaction
      .updateTable('onboarding_steps')
      .set({ page_id: page })
      .where('id', '=', step.id)
      .execute();
    await transaction
      .insertInto('handbook_asks')
      .values({
        ...{ user_id: step.user_id, page_id: page, due_on: step.due_on, asked_at: step.created_at },
        ...{ done_edition: step.done_at === null ? null : edition, done_at: step.done_at },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (step.done_at === null) {
      await show(transaction, page);
      continue;
    }
    await transaction
      .insertInto('handbook_acknowledgements')
      .values({
        ...{ id: newId(), page_id: page, user_id: step.user_id, user_name: step.name, edition },
        ...{ device: 'Step of onboarding', created_at: step.done_at, left_at: null },
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'page_id', 'edition']).doNothing())
      .execute();
  }
  return steps.length;
}

/** The edition with the text of a copy; a page of the same title gets one if it has none. */
async function find(
  transaction: DatabaseTransaction,
  { title, page, page_version }: Copy,
): Promise<{ page: string; edition: number } | undefined> {
  const editions = await transaction
    .selectFrom('handbook_editions')
    .select(['page_id', 'edition', 'text'])
    .where('title', '=', title)
    .orderBy('edition')
    .execute();
  const [first] = editions;
  if (!first) return undefined;
  const text = toMarkdown(page);
  const same = editions.find((each) => each.text === text);
  if (same) return { page: same.page_id, edition: same.edition };
  const taken = editions.map(({ edition }) => edition);
  const edition = taken.includes(page_version) ? Math.max(...taken) + 1 : page_version;
  await addEdition(transaction, first.page_id, { edition, title, text });
  return { page: first.page_id, edition };
}

/** A page at the end of the chapter for onboarding. A text that no template has any more is stored, and shown only to be read. */
async function add(
  transaction: DatabaseTransaction,
  { title, page, page_version: edition }: Copy,
  rendered?: { html: string; minutes: number },
): Promise<{ page: string; edition: number }> {
  const [id, moment, text] = [newId(), now(), toMarkdown(page)];
  const slug = await claimFreeSlug(transaction, slugFromTitle(title, 'page'), id);
  await transaction
    .insertInto('articles')
    .values({
      ...{ id, title, slug, text, snippet: '', url: '', version: 1 },
      ...(rendered ?? { html: null, minutes: null }),
      ...{ published_at: null, due_at: null, created_at: moment, updated_at: moment },
    })
    .execute();
  await bumpContentVersion(transaction);
  await transaction
    .insertInto('handbook_pages')
    .values({
      ...{ id, chapter_id: await chapter(transaction), position: 0, public: false },
      ...{ published_at: moment, deleted_at: rendered ? null : moment, edition, note: '' },
      ...{ audience: 'none', due_days: defaultDueDays, asked_edition: 0, new_since: null },
    })
    .execute();
  await addEdition(transaction, id, { edition, title, text });
  await indexWords(transaction, { id, title, text });
  return { page: id, edition };
}

/** Someone has yet to read it. */
const show = (transaction: DatabaseTransaction, page: string) =>
  transaction
    .updateTable('handbook_pages')
    .set({ deleted_at: null })
    .where('id', '=', page)
    .where('deleted_at', 'is not', null)
    .execute();

const addEdition = (
  transaction: DatabaseTransaction,
  page_id: string,
  edition: { edition: number; title: string; text: string },
) =>
  transaction
    .insertInto('handbook_editions')
    .values({ page_id, ...edition, note: '', saved_by: null, saved_at: now() })
    .execute();

async function chapter(transaction: DatabaseTransaction): Promise<string> {
  const chapters = await transaction.selectFrom('handbook_chapters').select(['id', 'title']).execute();
  const there = chapters.find(({ title }) => title === chapterTitle);
  if (there) return there.id;
  const id = newId();
  await transaction
    .insertInto('handbook_chapters')
    .values({ id, title: chapterTitle, position: chapters.length, created_at: now() })
    .execute();
  return id;
}

/** The same words as Markdown: lines stay lines, and no sign becomes a form. */
export const toMarkdown = (plain: string): string =>
  plain
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) =>
          line
            .trim()
            .replace(/[\\`*_[\]<>&|~]/g, '\\$&')
            .replace(/^([#+=-]|\d+(?=[.)]))/, (sign) => (/\d/.test(sign) ? sign : `\\${sign}`))
            .replace(/^(\d+)([.)])/, '$1\\$2'),
        )
        .join('\\\n'),
    )
    .join('\n\n');
