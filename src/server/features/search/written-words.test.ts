import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine, testDatabase } from '../../../../test/database.ts';
import { makeUser } from '../../../../test/factories.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { signedNames, writtenNames } from '../../../../test/written-names.ts';
import { dialed, writtenPhones } from '../../../../test/written-phones.ts';
import { searchForm } from '../../../shared/search/search-form.ts';
import { byName, containing } from '../../platform/db/containing.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { databaseFile } from '../../platform/db/sqlite.ts';
import { newProfile } from '../profiles/profiles.service.ts';
import { refillSearchWords } from './refill-search-words.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true, name: 'Wanda Whole' });
  for (const [index, { name }] of writtenNames.entries()) {
    const { id } = await makeUser(server.db, { name, email: `member${index}@example.com` });
    const profile = { ...newProfile(id, newId(), { status: 'Agent', skills: [] }, now()) };
    await server.db.insertInto('profiles').values(profile).execute();
    const [firstName, ...rest] = name.split(' ');
    await send({ firstName, lastName: rest.join(' '), email: `lead${index}@example.com` });
  }
});
afterAll(() => server.stop());

const get = async (path: string) => {
  const { status, body } = await server.call(`GET ${path}`, { token: admin.token });
  expect([path, status]).toEqual([path, 200]);
  return body;
};

async function send(given: object): Promise<void> {
  const body = { firstName: 'Lee', lastName: 'Dunn', phone: '555-0100', ...given };
  expect((await server.call('POST /api/contact', { body })).status).toBe(200);
}

const typedNames = writtenNames.flatMap(({ name, typed }) =>
  [name, ...typed].map((each) => [each, name] as const),
);

describe('a name that is searched', () => {
  const named = { name: expect.any(String) };
  const lists: [list: string, names: (q: string) => Promise<string[]>][] = [
    [
      'everything',
      async (q) => (await get(`/api/search?q=${q}`)).users.map(({ name }: typeof named) => name),
    ],
    ['users', async (q) => (await get(`/api/users?search=${q}`)).map(({ name }: typeof named) => name)],
    [
      'leads',
      async (q) =>
        (await get(`/api/leads?search=${q}`)).map(
          ({ firstName, lastName }: Record<string, string>) => `${firstName} ${lastName}`,
        ),
    ],
    [
      'members',
      async (q) =>
        (await get(`/api/profile?search=${q}`)).map(({ user }: { user: typeof named }) => user.name),
    ],
    ['mentions', async (q) => (await get(`/api/mentions?search=${q}`)).map(({ name }: typeof named) => name)],
  ];

  it.each(lists)('is found among %s, however it is typed', async (_, names) => {
    for (const [typed, name] of typedNames) {
      const found = await names(encodeURIComponent(typed.replace(/\s+/g, ' ').trim()));
      expect([typed, found]).toEqual([typed, expect.arrayContaining([name])]);
    }
    expect(await names('obrien')).toEqual(["Sean O'Brien"]);
  });

  it('is exported as it is listed', async () => {
    const { body } = await server.call(`GET /api/users/export?search=${encodeURIComponent('o’brien')}`, {
      token: admin.token,
    });
    expect(String(body)).toContain("Sean O'Brien");
  });
});

describe('the form of a search', () => {
  const formsOf = async (texts: string[]) => {
    const { rows } = await sql<{ form: string }>`${sql.join(
      texts.map((text, index) => sql`select ${sql.lit(index)} as place, search_form(${text}) as form`),
      sql` union all `,
    )} order by place`.execute(server.db);
    return rows.map(({ form }) => form);
  };

  it('is the same in the database and in the code', async () => {
    const texts = signedNames.flatMap(({ name, typed, other }) => [name, ...typed, other]);
    expect(await formsOf(texts)).toEqual(texts.map(searchForm));
    const letter = fc.oneof(
      fc.integer({ min: 0x20, max: 0x24f }),
      fc.integer({ min: 0x300, max: 0x36f }),
      fc.integer({ min: 0x1e00, max: 0x1eff }),
      fc.integer({ min: 0x2000, max: 0x206f }),
      fc.integer({ min: 0xff01, max: 0xff5e }),
    );
    const text = fc
      .array(letter, { maxLength: 12 })
      .map((codes) => String.fromCodePoint(...codes).normalize('NFC'));
    const samples = fc.sample(text, 300);
    expect(await formsOf(samples)).toEqual(samples.map(searchForm));
  });

  it('sorts as people do', async () => {
    const names = ['Adams', 'Álvarez', 'de Souza', "O'Brien", 'Obringer', 'Zhou'];
    const from = sql.join(
      names.toReversed().map((name) => sql`select ${name} as name`),
      sql` union all `,
    );
    const { rows } = await sql<{ name: string }>`select name from (${from}) as listed
      order by ${byName(server.db, 'name')}`.execute(server.db);
    expect(rows.map(({ name }) => name)).toEqual(names);
  });

  // On PostgreSQL a function of the database does it.
  if (engine === 'sqlite')
    it('is computed once for each text of a row that is written', async () => {
      const { db, dataDir, drop } = await testDatabase();
      const texts: unknown[] = [];
      const counted = new BetterSqlite(databaseFile(dataDir));
      const form = (name: string) =>
        counted.function(name, (text) => {
          texts.push(text);
          return text;
        });
      form('search_form');
      form('digits_of');
      const { sql: insert, parameters } = db
        .insertInto('contact_requests')
        .values({
          id: newId(),
          first_name: 'Lee',
          last_name: 'Dunn',
          phone: '555-0100',
          email: 'lee@example.com',
          status: 'new',
          spam: sql`0`,
          overflow: sql`0`,
          mail_id: null,
          created_at: now(),
        })
        .compile();
      counted.prepare(insert).run(...parameters);
      counted.close();
      await drop();
      expect(texts.toSorted()).toEqual(['555-0100', '5550100', 'Lee Dunn', 'lee@example.com']);
    });

  it('is written to rows of an earlier version by a job', async () => {
    const { db } = server;
    const before = await db.selectFrom('search_words').select(['object_id', 'field', 'word']).execute();
    const odd = before.filter(({ field, word }) => field === 'user' && word === 'obrien');
    expect(odd).toHaveLength(1);
    await db
      .updateTable('search_words')
      .set({ word: "o'brien" })
      .where('field', '=', 'user')
      .where('word', '=', 'obrien')
      .execute();
    await refillSearchWords(db);
    const after = await db.selectFrom('search_words').select(['object_id', 'field', 'word']).execute();
    const sorted = (rows: typeof after) => rows.map((row) => Object.values(row).join(' ')).toSorted();
    expect(sorted(after)).toEqual(sorted(before));
    const found = await db
      .selectFrom('users')
      .select('name')
      .where(containing(db, 'name', "'"))
      .execute();
    expect(found).toEqual([{ name: "Sean O'Brien" }]);
  });
});

describe('a phone number that is searched', () => {
  const emails = async (path: string) => (await get(path)).map(({ email }: { email: string }) => email);

  it('finds each lead who wrote it, however either is written', async () => {
    const sent = writtenPhones.map((phone, index) => ({ phone, email: `called${index}@example.com` }));
    for (const each of sent) await send(each);
    const all = sent.map(({ email }) => email).toSorted();
    for (const phone of writtenPhones) {
      const q = encodeURIComponent(phone);
      expect([phone, (await emails(`/api/leads?search=${q}&limit=100`)).toSorted()]).toEqual([phone, all]);
      const { leads } = await get(`/api/search?q=${q}`);
      expect([phone, leads.length]).toEqual([phone, 5]);
    }
    const [first] = await get('/api/leads?search=called0%40example.com');
    expect(await emails(`/api/leads/${first._id}/same-phone`)).toHaveLength(5);
    const { body } = await server.call('GET /api/leads/export?search=%2B1%20310%20555%200142', {
      token: admin.token,
    });
    for (const email of all) expect(String(body)).toContain(email);
  });

  it('is dialed with its country code, and its extension apart', async () => {
    for (const [index, [phone, dial]] of dialed.entries()) {
      if (phone === '') continue;
      await send({ phone, email: `dialed${index}@example.com` });
      const [lead] = await get(`/api/leads?search=dialed${index}%40example.com`);
      expect([phone, lead.dial]).toEqual([phone, dial]);
    }
  });
});
