import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine, type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { planOf, queriesOf } from '../../../../test/plans.ts';
import { closingFields } from '../../../shared/closings/closing-fields.ts';
import { addDays, officeDay } from '../../../shared/dates.ts';
import { day } from '../../../shared/time.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { columnsOfEntry, noDecisions } from './closing-entry.ts';
import { readClosingInsights } from './closing-insights.service.ts';
import { type ClosingFilter, listClosings, readWork } from './lists.service.ts';

const many = 3000;
/** The newest of them. */
const toPay = 20;
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const entry = closingFields.parse({
    property: '12 Harbor Blvd',
    kind: 'residential',
    price: 1,
    commission: { by: 'amount', amount: 1 },
    note: 'A long one. '.repeat(100),
  });
  const rows = Array.from({ length: many }, (_, index) => {
    const isPaid = index < many - toPay;
    const moment = fromNow((index - many) * day);
    return {
      id: newId(),
      deal_id: newId(),
      agent_name: 'Ann Agent',
      ...columnsOfEntry(entry),
      file_number: `SE-${index}`,
      gross: 1,
      fees: 0,
      kept: 1,
      counts_price: true,
      decisions: JSON.stringify(noDecisions),
      since: moment,
      version: 1,
      asked: '',
      package: '[]',
      state: isPaid ? ('paid' as const) : ('funds-received' as const),
      package_at: moment,
      promise_due: addDays(officeDay(moment), 1),
      paid_on: isPaid ? officeDay(moment) : null,
      paid_at: isPaid ? moment : null,
      method: '',
      promise: isPaid ? ('kept' as const) : null,
      fell_reason: '',
      reported_at: moment,
      keep_from: officeDay(moment),
    };
  });
  for (let start = 0; start < many; start += 300)
    await db
      .insertInto('closings')
      .values(rows.slice(start, start + 300))
      .execute();
  // The server gathers statistics only on PostgreSQL.
  if (engine === 'postgres') await sql`vacuum analyze closings`.execute(db);
});
afterAll(() => database.drop());

async function plansOf(read: Parameters<typeof queriesOf>[1]): Promise<string[]> {
  const queries = await queriesOf(database.db, read);
  const plans: string[] = [];
  for (const query of queries) plans.push(await planOf(database.db, query));
  return plans;
}

const list = (filter: Partial<ClosingFilter>) =>
  plansOf(async (db) => {
    const all: ClosingFilter = { search: '', sort: 'since', ...filter };
    await listClosings(db, all, { limit: 50, after: undefined });
  });

it.each<[string, Partial<ClosingFilter>]>([
  ['a search', { search: 'quackenbush' }],
  ['a kind', { kind: 'referral' }],
  ['all', { sort: '-since' }],
])('%s reads the index, and of the rows those it shows', async (_, filter) => {
  for (const plan of await list(filter)) {
    // PostgreSQL reads so few rows as quickly.
    if (engine === 'postgres' && filter.search) expect(plan).toMatch(/closings_to_search|Seq Scan/);
    else expect(plan).toContain('closings_to_search');
  }
});

it.each([
  ['hARBOR', 50],
  ['se-2999', 1],
  ['quackenbush', 0],
])('“%s” is found in properties and file numbers, whatever the case', async (search, found) => {
  const page = { limit: 50, after: undefined };
  const { rows } = await listClosings(database.db, { search, sort: '-since' }, page);
  expect(rows).toHaveLength(found);
});

it.each(['late', 'running', 'due'] as const)(
  'payments that are %s are found among the open',
  async (promise) => {
    for (const plan of await list({ promise })) expect(plan).toMatch(/closings_promised/);
  },
);

it('what is to be done reads only what is open', async () => {
  for (const plan of await plansOf(readWork))
    expect(plan).not.toMatch(/closings_paid|Seq Scan|SCAN closings/);
  const { pay } = await readWork(database.db);
  expect(pay.count).toBe(toPay);
});

it('insights read the index of what is paid', async () => {
  const plans = await plansOf((db) => readClosingInsights(db, 12));
  expect(plans.filter((plan) => plan.includes('closings_paid'))).toHaveLength(2);
  const { months, to } = await readClosingInsights(database.db, 3);
  expect(months.reduce((sum, { closings }) => sum + Number(closings), 0)).toBeGreaterThan(0);
  expect(to).toBe(officeDay(now()));
});
