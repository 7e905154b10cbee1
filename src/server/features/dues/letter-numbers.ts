import type { DatabaseTransaction } from '../../platform/db/database.ts';

/** The next number of the row that letters, notices and invoices share, without gaps. */
export async function nextLetter(transaction: DatabaseTransaction): Promise<number> {
  const { letters } = await transaction
    .updateTable('closing_settings')
    .set((row) => ({ letters: row('letters', '+', 1) }))
    .returning('letters')
    .executeTakeFirstOrThrow();
  return letters;
}
