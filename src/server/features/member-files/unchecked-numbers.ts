import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { isNotWithdrawn, numberIn } from './identities.ts';

/** License numbers in a member's file, by entries that stand, that no one has looked at in the public record. */
export async function uncheckedNumbers(
  transaction: DatabaseTransaction,
  userId: string,
): Promise<{ entries: ReadonlySet<string>; numbers: readonly string[] }> {
  const rows = await transaction
    .selectFrom('member_file_entries')
    .select(['id', 'kind', 'details'])
    .where('user_id', '=', userId)
    .where('kind', 'in', ['license', 'check'])
    .where(isNotWithdrawn)
    .execute();
  const isUnchecked = ({ kind, details }: (typeof rows)[number]): boolean => {
    const { verified }: { verified?: boolean } = JSON.parse(details);
    return kind === 'license' && verified !== true;
  };
  const checked = new Set(
    rows.filter((row) => !isUnchecked(row)).flatMap(({ details }) => numberIn(details)),
  );
  const unchecked = rows
    .filter(isUnchecked)
    .map(({ id, details }) => ({
      id,
      numbers: numberIn(details).filter((number) => number !== '' && !checked.has(number)),
    }))
    .filter(({ numbers }) => numbers.length > 0);
  return {
    entries: new Set(unchecked.map(({ id }) => id)),
    numbers: unchecked.flatMap(({ numbers }) => numbers),
  };
}
