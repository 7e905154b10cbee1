import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { isNotWithdrawn, numberIn } from './identities.ts';

/** License numbers that a member typed, by entries that stand, and that the office has neither entered nor looked at. */
export async function typedNumbers(
  transaction: DatabaseTransaction,
  userId: string,
): Promise<{ entries: ReadonlySet<string>; numbers: readonly string[] }> {
  const rows = await transaction
    .selectFrom('member_file_entries')
    .select(['id', 'kind', 'details', 'created_by'])
    .where('user_id', '=', userId)
    .where('kind', 'in', ['license', 'check'])
    .where(isNotWithdrawn)
    .execute();
  const isTyped = ({ kind, details, created_by }: (typeof rows)[number]): boolean => {
    const { verified }: { verified?: boolean } = JSON.parse(details);
    return kind === 'license' && created_by === userId && verified !== true;
  };
  const others = new Set(rows.filter((row) => !isTyped(row)).flatMap(({ details }) => numberIn(details)));
  const typed = rows
    .filter(isTyped)
    .map(({ id, details }) => ({
      id,
      numbers: numberIn(details).filter((number) => number !== '' && !others.has(number)),
    }))
    .filter(({ numbers }) => numbers.length > 0);
  return {
    entries: new Set(typed.map(({ id }) => id)),
    numbers: typed.flatMap(({ numbers }) => numbers),
  };
}
