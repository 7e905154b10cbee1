import { sql } from 'kysely';
import { indexWords } from '../src/server/features/handbook/page-words.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { fromNow, now } from '../src/server/platform/db/ids.ts';
import { inTransaction } from '../src/server/platform/db/transaction.ts';
import { addDays, officeDay } from '../src/shared/dates.ts';
import { day } from '../src/shared/time.ts';
import { type FeedSize, idAt, type OfficeSize, shapeInSql, type Times } from './feed-shape.ts';
import { postText } from './feed-texts.ts';
import { addRows, insertRows } from './fill-rows.ts';
import { withoutIndexes } from './without-indexes.ts';

const inChapter = 10;
/** Each has 18 words. */
const sentences = 40;
/** One of so many acknowledgments is open, and half of the open ones are overdue. */
const openEvery = 39;

/** Pages that everyone is asked to acknowledge; each member has yet to do so with two or three of a hundred. */
export async function fillHandbook(
  db: Database,
  size: FeedSize,
  { pages }: OfficeSize,
  times: Times,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const created_at = fromNow(-100 * day);
    const numbers = Array.from({ length: pages }, (_, number) => number);
    const chapters = numbers.filter((number) => number % inChapter === 0);
    await insertRows(
      transaction,
      'handbook_chapters',
      chapters.map((number) => ({
        id: pageId(number, times),
        title: `Chapter ${number / inChapter + 1}`,
        position: number,
        created_at,
      })),
    );
    const articles = numbers.map((number) => articleOf(number, pages, created_at, times));
    await insertRows(transaction, 'articles', articles);
    await insertRows(
      transaction,
      'article_slugs',
      articles.map(({ id, slug }) => ({ slug, article_id: id })),
    );
    await insertRows(
      transaction,
      'handbook_pages',
      articles.map(({ id }, position) => ({
        id,
        chapter_id: pageId(position - (position % inChapter), times),
        position,
        public: false,
        published_at: created_at,
        edition: 1,
        audience: 'everyone',
        due_days: 14,
        asked_edition: 1,
        note: '',
      })),
    );
    await insertRows(
      transaction,
      'handbook_editions',
      articles.map(({ id, title, text }) => ({
        page_id: id,
        edition: 1,
        title,
        text,
        note: '',
        saved_at: created_at,
      })),
    );
    for (const article of articles) await indexWords(transaction, article);
  });
  await withoutIndexes(db, ['handbook_asks', 'handbook_acknowledgements'], () =>
    addAsks(db, size, pages, times),
  );
}

const pageId = (number: number, { posts }: Times) => idAt(posts.begin, number);

function articleOf(number: number, pages: number, at: string, times: Times) {
  const text = Array.from({ length: sentences }, (_, place) => postText(number * sentences + place, pages));
  const title = `Page ${number + 1} about ${text[0]?.split(' ')[4] ?? 'homes'}`;
  return {
    id: pageId(number, times),
    title,
    slug: `page-${number + 1}`,
    snippet: '',
    url: '',
    version: 1,
    text: text.join('\n\n'),
    created_at: at,
    updated_at: at,
  };
}

async function addAsks(db: Database, size: FeedSize, pages: number, times: Times): Promise<void> {
  const { id, date, memberAt, numbers } = shapeInSql(db, size, times);
  const each = sql.lit(pages);
  const member = memberAt(sql`n / ${each}`);
  const page = id(sql.lit(times.posts.begin), sql`n % ${each}`);
  const isOpen = sql`n % ${sql.lit(openEvery)} = 0`;
  const at = sql.lit(Date.now() - 60 * day);
  const [past, coming] = [-5, 5].map((days) => sql.lit(addDays(officeDay(now()), days)));
  const rows = { what: 'pages to acknowledge', count: size.members * pages };
  await addRows(db, rows, async (transaction, from, to) => {
    await sql`insert into handbook_asks (user_id, page_id, due_on, asked_at, done_edition, done_at)
      select ${member}, ${page}, case when n % 2 = 0 then ${past} else ${coming} end, ${date(at)},
        case when ${isOpen} then null else 1 end, case when ${isOpen} then null else ${date(at)} end
      from ${numbers(from, to)}`.execute(transaction);
    await sql`insert into handbook_acknowledgements
        (id, page_id, user_id, user_name, edition, device, created_at)
      select ${id(at, sql`n`)}, ${page}, ${member}, 'Member ' || n / ${each}, 1, 'Safari on iPhone', ${date(at)}
      from ${numbers(from, to)} where not (${isOpen})`.execute(transaction);
  });
  // They are reminded once a week.
  await sql`insert into handbook_reminders (user_id, sent_at)
    select id, ${sql.val(fromNow(0))} from users where password_hash is not null`.execute(db);
}
