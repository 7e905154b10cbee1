import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { makeUser } from '../../../../test/factories.ts';
import { preparedQuery } from './prepared-query.ts';
import { inTransaction } from './transaction.ts';

let built = 0;
const namesLike = preparedQuery({ start: String, max: Number }, (db, { start, max }) => {
  built++;
  return db
    .selectFrom('users')
    .select(['name', 'admin'])
    .where('name', 'like', start)
    .where('admin', '=', true)
    .orderBy('name')
    .limit(max);
});

it('a prepared query is built once for each database and runs with the parameters of each call', async () => {
  const [first, second] = [await testDatabase(), await testDatabase()];
  try {
    for (const name of ['Ann', 'Ann', 'Bea']) await makeUser(first.db, { name, admin: true });
    await makeUser(first.db, { name: 'Ann', admin: false });
    const ann = { name: 'Ann', admin: true };

    expect(await namesLike(first.db, { start: 'A%', max: 5 })).toEqual([ann, ann]);
    expect(await namesLike(first.db, { start: 'A%', max: 1 })).toEqual([ann]);
    expect(await namesLike(first.db, { start: "' or true --", max: 5 })).toEqual([]);
    expect(built).toBe(1);

    await inTransaction(first.db, async (transaction) => {
      await makeUser(transaction, { name: 'Cleo', admin: true });
      expect(await namesLike(transaction, { start: 'C%', max: 5 })).toEqual([{ name: 'Cleo', admin: true }]);
    });
    expect(built).toBe(1);

    expect(await namesLike(second.db, { start: '%', max: 5 })).toEqual([]);
    expect(built).toBe(2);
  } finally {
    await first.drop();
    await second.drop();
  }
});
