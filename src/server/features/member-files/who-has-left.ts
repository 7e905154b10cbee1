import { today } from '../../../shared/dates.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { entriesOf } from './entries.ts';
import { datesOf } from './file-state.ts';

/** The ids of open accounts whose file says that their member has left. */
export async function whoHasLeft(transaction: DatabaseTransaction): Promise<Set<string>> {
  const files = await transaction
    .selectFrom('member_file_entries as entry')
    .innerJoin('member_files as file', 'file.id', 'entry.file_id')
    .innerJoin('users', 'users.id', 'file.user_id')
    .select(['file.id', 'users.id as user'])
    .distinct()
    .where('entry.kind', '=', 'left')
    .where('users.suspended_at', 'is', null)
    .execute();
  const entries = await entriesOf(
    transaction,
    files.map(({ id }) => id),
  );
  const hasLeft = (file: string) => {
    const { left } = datesOf(entries.get(file) ?? []);
    return left !== null && left.on <= today();
  };
  return new Set(files.flatMap(({ id, user }) => (hasLeft(id) ? user : [])));
}
