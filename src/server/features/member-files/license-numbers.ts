import { plainForm } from '../../../shared/search/search-form.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { toEntries } from './entries.ts';

/** The license numbers in the files of these members, by the member's id; those of withdrawn entries, too. */
export async function enteredNumbers(
  db: Database | DatabaseTransaction,
  members: readonly string[],
): Promise<Map<string, string[]>> {
  const numbers = new Map<string, string[]>();
  if (members.length === 0) return numbers;
  const rows = await db
    .selectFrom('member_file_entries')
    .select(['id', 'file_id', 'user_id', 'kind', 'details', 'refers_to', 'created_at', 'author'])
    .where('user_id', 'in', members)
    .where('kind', 'in', ['license', 'check'])
    .execute();
  for (const row of rows)
    for (const { details } of toEntries([row]))
      if (row.user_id !== null && 'number' in details)
        numbers.set(row.user_id, [...(numbers.get(row.user_id) ?? []), details.number]);
  return numbers;
}

/** A shorter number is none of a license. */
const fewestDigits = 6;

/** Whether a text has the license: with or without its zeros in front, divided in any way, or among other text. */
export function holdsLicense(text: string, number: string): boolean {
  const wanted = withoutZeros(digitsOf(number));
  const typed = plainForm(text);
  const runs = [typed, typed.replaceAll(/[\s.-]/g, '')].flatMap((each) => [
    ...(each.match(/\d+/g) ?? []),
    // A letter O in place of a zero.
    ...(each.match(/[\do]+/g) ?? []).map((run) => run.replaceAll('o', '0')),
  ]);
  return [...runs, digitsOf(typed)].some(
    (run) => run.length >= fewestDigits && wanted !== '' && withoutZeros(run) === wanted,
  );
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');
const withoutZeros = (digits: string) => digits.replace(/^0+/, '');
