import { sql } from 'kysely';
import { refillPaidFigures } from '../src/server/features/bookkeeping/paid-figures.ts';
import { settleDue } from '../src/server/features/member-files/settle.ts';
import { readConfig } from '../src/server/platform/config.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { fromNow, now } from '../src/server/platform/db/ids.ts';
import type { Tables } from '../src/server/tables/tables.ts';
import { addDays, officeDay } from '../src/shared/dates.ts';
import { checkKinds } from '../src/shared/member-files/member-checks.ts';
import { day } from '../src/shared/time.ts';
import { closingIn, made, noteCheck } from '../test/closings.ts';
import { pageBody, sessionOf } from '../test/factories.ts';
import { broker, joinedLead } from '../test/joining.ts';
import { type Person, policyBody, Scene } from '../test/scene.ts';
import { secondServer, type TestServer } from '../test/server.ts';
import { feedAge } from './fill-feed.ts';
import { addRows, idAt, type Place, type Row } from './fill-rows.ts';

export interface OfficeSize {
  /** Pages of the handbook, which everyone is asked to acknowledge. */
  pages: number;
  closings: number;
}

type Table = keyof Tables;

/** One thing as the product stored it: its rows as JSON, to be copied with other ids. */
interface Model {
  rows: string;
  own: Set<string>;
}

interface Models {
  member: Person;
  /** Ids. */
  pages: string[];
  file: Model;
  reported: Model;
  letterSent: Model;
  paid: Model;
}

/** Makes by calls a member with everything that the office knows of one, and three closings, on a migrated database. */
export async function makeModels(place: Place, { pages }: OfficeSize): Promise<Models> {
  const config = readConfig({
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
  });
  const server = await secondServer({ config });
  try {
    const admin = await broker(server);
    const member = await joined(server, admin);
    const pageIds = await addPages(server, admin, member, pages);
    const closing = async (state: 'reported' | 'letter-sent' | 'paid') =>
      modelOf(server.db, ofClosing, await closingIn({ server, owner: member }, state));
    return {
      member,
      pages: pageIds,
      file: await modelOf(server.db, ofMember, member.id),
      reported: await closing('reported'),
      letterSent: await closing('letter-sent'),
      paid: await closing('paid'),
    };
  } finally {
    await server.stop();
  }
}

const ofClosing: [Table, string][] = [
  ['closings', 'id'],
  ['closing_events', 'closing_id'],
  ['closing_letters', 'closing_id'],
];
const ofMember: [Table, string][] = [
  ['licenses', 'user_id'],
  ['member_files', 'user_id'],
  ['member_file_entries', 'user_id'],
  ['member_checks', 'user_id'],
  ['agreements', 'user_id'],
  ['handbook_asks', 'user_id'],
  ['handbook_acknowledgements', 'user_id'],
];

async function joined(server: TestServer, admin: Person): Promise<Person> {
  const { member: id } = await joinedLead(server, admin.token);
  for (const kind of checkKinds) await noteCheck(server, id, kind);
  const entries = `POST /api/compliance/members/${id}/entries`;
  await made(server, admin, entries, policyBody);
  await made(server, admin, entries, { kind: 'note', text: 'Spoke about the renewal.' });
  // Without a password they are asked to acknowledge nothing.
  const set = server.db.updateTable('users').set({ password_hash: 'never used' }).where('id', '=', id);
  const row = await set.returningAll().executeTakeFirstOrThrow();
  const token = await sessionOf(server.db, id);
  return { ...row, token };
}

/** Pages that the member has acknowledged; returns their ids. */
async function addPages(server: TestServer, admin: Person, member: Person, count: number): Promise<string[]> {
  const chapter = await new Scene(server, admin, admin).chapter();
  const ids: string[] = [];
  for (let number = 0; number < count; number++) {
    const title = `Page ${number} about gardens`;
    const { _id, slug } = await made(server, admin, 'POST /api/handbook/pages', { title, chapter });
    await made(server, admin, `PUT /api/handbook/pages/${_id}`, pageBody({ title, slug }));
    await made(server, member, `POST /api/handbook/pages/${_id}/acknowledge`, { edition: 1 });
    ids.push(_id);
  }
  return ids;
}

/** Generated columns are left out, as they follow from the others. */
async function modelOf(db: Database, parts: [Table, string][], id: string): Promise<Model> {
  const rows: Row[] = [];
  for (const [table, column] of parts) {
    const found =
      await sql<object>`select * from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db);
    for (const { bytes: _, ...row } of found.rows.map((each) => ({ bytes: 0, ...each })))
      rows.push([table, row]);
  }
  const text = JSON.stringify(rows);
  return {
    rows: text,
    own: new Set(Array.from(text.matchAll(/"id":"([\w-]{36})"/g), ([, own = '']) => own)),
  };
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const dates = /\d{4}-\d\d-\d\d(?=["T\\])/g;

/** A copy with ids of its own, `of` names others, `age` days older. */
function copyOf({ rows, own }: Model, number: number, of: Map<string, string>, age = 0): Row[] {
  const ids = new Map(of);
  const at = Date.now() - age * day;
  for (const id of own) if (!ids.has(id)) ids.set(id, idAt(Math.floor(at), number * 1_000 + ids.size));
  const text = rows.replaceAll(uuid, (id) => ids.get(id) ?? id);
  return JSON.parse(age < 1 ? text : text.replaceAll(dates, (date) => addDays(date, -Math.floor(age))));
}

/** Days from the report of a closing to its payment. */
const daysToPay = 40;

/** Copies the models for the members of the feed: files for each, and the closings in turn, of two years. */
export async function fillOffice(
  db: Database,
  models: Models,
  { closings: count }: Pick<OfficeSize, 'closings'>,
): Promise<void> {
  const members = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email', 'like', 'member%')
    .orderBy('id')
    .execute();
  const files = { what: 'member files, agreements', count: members.length, batch: 100 };
  await addRows(db, files, (number) => fileOf(number, models, members[number] ?? models.member));
  await addRows(db, { what: 'closings', count, batch: 500 }, (number) => {
    const agent = members[(number * 7_919 + 13) % members.length] ?? models.member;
    return closingOf(number, models, agent, (number * feedAge) / day / count);
  });
  await db
    .updateTable('closing_settings')
    .set({ letters: firstLetter + count })
    .execute();
  await refillPaidFigures(db);
  await settleDue(db);
}

type Member = Pick<Person, 'id' | 'name' | 'email'>;
type Changes = Partial<Record<Table, object>>;

/** About two of a hundred must not work, and with two or three of a hundred pages each has yet to begin. */
function fileOf(number: number, { member, file, pages }: Models, { id, name, email }: Member): Row[] {
  const today = officeDay(now());
  const license = String(number).padStart(8, '0');
  const changes: Changes = {
    licenses: { number: license, expires_on: addDays(today, ((number * 13) % 1_461) - 10) },
    // A reminder's email would be measured, too.
    member_files: { name, settle_at: fromNow(-day), reminded_at: fromNow(36_500 * day) },
    member_checks: { user_name: name },
    agreements: { name, account_name: name, signed_name: name, email, license },
    handbook_asks: { done_edition: null, done_at: null, due_on: addDays(today, number % 2 ? 5 : -5) },
    handbook_acknowledgements: { user_name: name },
  };
  const open = new Set<unknown>(pages.filter((_, place) => (number + place) % 39 === 0));
  const lacksTicks = number % 40 === 0;
  return copyOf(file, number, new Map([[member.id, id]])).flatMap(([table, row]): Row[] => {
    const isOpen = 'page_id' in row && open.has(row.page_id);
    if (isOpen && table === 'handbook_acknowledgements') return [];
    if (lacksTicks && table === 'member_checks') return [];
    return [[table, table === 'handbook_asks' && !isOpen ? row : { ...row, ...changes[table] }]];
  });
}

const streets = ['Ocean View Dr', 'Harbor Blvd', 'Oak Lane', 'Canyon Ct', 'Marina Way'];
/** Higher than the numbers of the models' letters. */
const firstLetter = 100;

function closingOf(number: number, models: Models, agent: Member, age: number): Row[] {
  const isPaid = age >= daysToPay;
  const model = age < 3 ? models.reported : isPaid ? models.paid : models.letterSent;
  const promise = number % 9 ? 'kept' : 'broken';
  const changes: Changes = {
    closings: {
      agent_name: agent.name,
      property: `${100 + number} ${streets[number % streets.length]}, Irvine`,
      file_number: `SE-${number}`,
      price: (300_000 + ((number * 7_919) % 1_700_000)) * 100,
      promise: isPaid ? promise : null,
    },
    closing_letters: { number: firstLetter + number },
  };
  return copyOf(model, number, new Map([[models.member.id, agent.id]]), age).map(([table, row]) => [
    table,
    { ...row, ...changes[table] },
  ]);
}
