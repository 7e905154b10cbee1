import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine, type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { makeUser } from '../../../../test/factories.ts';
import { planOf, queriesOf } from '../../../../test/plans.ts';
import type { SearchResults } from '../../../shared/search/search.contract.ts';
import { second } from '../../../shared/time.ts';
import { noRights } from '../../../shared/users/rights.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { addAllToSearch } from '../posts/post-search.ts';
import { newProfile } from '../profiles/profiles.service.ts';
import { searchAll } from './search.service.ts';

/** More than a search reads of a word that many have. */
const many = 3500;
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const author = await makeUser(db, { name: 'Wanda Whole' });
  const objects = Array.from({ length: many }, (_, index) => ({
    id: newId(),
    name: `${index === 7 ? 'Ferdinand' : 'Agent'} ${index % 2 === 0 ? 'Garcia' : 'Nguyen'}`,
    email: `mail${index}@example.com`,
    created_at: fromNow((index - many) * second),
  }));
  for (let start = 0; start < many; start += 500) {
    const some = objects.slice(start, start + 500);
    await db
      .insertInto('users')
      .values(some.map((each) => ({ ...each, password_hash: 'x', admin: false })))
      .execute();
    await db
      .insertInto('profiles')
      .values(
        some.map((each) => newProfile(each.id, newId(), { status: 'Agent', skills: [] }, each.created_at)),
      )
      .execute();
    await db
      .insertInto('contact_requests')
      .values(
        some.map(({ name, email, created_at }) => {
          const [first_name = '', last_name = ''] = name.split(' ');
          return {
            id: newId(),
            first_name,
            last_name,
            email,
            phone: '',
            created_at,
            status: 'new',
            spam: false,
            overflow: false,
          };
        }),
      )
      .execute();
    const text = { version: 1, created_at: fromNow(0), updated_at: fromNow(0) };
    await db
      .insertInto('articles')
      .values(
        some.map(({ name, email }) => ({
          ...text,
          id: newId(),
          title: name,
          slug: email,
          snippet: '',
          text: '',
          url: '',
          published_at: fromNow(0),
        })),
      )
      .execute();
    await db
      .insertInto('testimonials')
      .values(some.map(({ name }) => ({ ...text, id: newId(), name, testimonial: '', position: 0 })))
      .execute();
    await db
      .insertInto('mails')
      .values(
        some.map(({ email, created_at }) => ({
          id: newId(),
          recipient: email,
          subject: '',
          text: '',
          state: 'sent',
          attempts: 1,
          created_at,
          next_attempt_at: created_at,
        })),
      )
      .execute();
    const posts = some.map(({ name, created_at }) => ({ id: newId(), text: name, created_at }));
    await db
      .insertInto('posts')
      .values(posts.map((post) => ({ ...post, user_id: author.id, like_count: 0, comment_count: 0 })))
      .execute();
    await db.transaction().execute((transaction) =>
      addAllToSearch(
        transaction,
        posts.map(({ id, text, created_at: at }) => ({ id, text, at })),
      ),
    );
  }
  await sql`analyze`.execute(db);
});
afterAll(() => database.drop());

const search = (db: Database, q: string): Promise<SearchResults> =>
  searchAll(db, { actor: { ...noRights, admin: true }, config: { contentEditors: 'members' } }, q);

const planAsOfMany = (query: CompiledQuery) =>
  engine === 'sqlite'
    ? planOf(database.db, query)
    : database.db.transaction().execute(async (transaction) => {
        await sql`set local enable_seqscan = off`.execute(transaction);
        return planOf(transaction, query);
      });

const tables = 'users|profiles|contact_requests|articles|testimonials|mails|posts|post_words|search_words';
/** A scan in the order of an index ends with its limit. */
const scan = new RegExp(
  engine === 'sqlite'
    ? `SCAN (${tables})(?! USING (COVERING )?INDEX (\\w+_by_(staff_)?date|profiles_by_status))`
    : `Seq Scan on (${tables})`,
);

it.each([
  ['many have', 'agent', 5],
  ['many have, and another such', 'garcia agent', 5],
  ['few have', 'ferdinand', 1],
  ['few have, with one that many have', 'nguyen ferdi', 1],
  ['few have inside of a word', 'dinan', 1],
  ['few have, with a typing error', 'fredinand', 1],
  ['few have, with a typing error, and one that many have', 'nguyen ferdnand', 1],
  ['nobody has', 'zzzzzz', 0],
  ['many have, but none of the newest', 'ferdinand nguyen', 1],
  ['begin with two letters', 'ga', 5],
])('no table is read whole for words that %s', async (_, q, found) => {
  const asked = await queriesOf(database.db, async (db) => {
    const { leads, members, users, articles, testimonials } = await search(db, q);
    for (const list of [leads, members, users, articles, testimonials]) expect(list).toHaveLength(found);
  });
  expect(asked.length).toBeLessThan(60);
  for (const query of asked) {
    const plan = await planAsOfMany(query);
    expect(plan, query.sql).not.toMatch(scan);
  }
});

it('emails are found by their recipients, without a scan', async () => {
  const asked = await queriesOf(database.db, async (db) => {
    expect((await search(db, 'mail7@')).emails.map(({ name }) => name)).toEqual(['mail7@example.com']);
    expect((await search(db, 'mail')).emails).toHaveLength(5);
  });
  for (const query of asked) expect(await planAsOfMany(query), query.sql).not.toMatch(scan);
});
