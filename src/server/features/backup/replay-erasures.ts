import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { removeUser } from '../users/delete-user.ts';

/** The list of erasures, beside the backups: a line of JSON each. */
export const erasedFileName = 'erased.ndjson';

/** An erasure that every restored database has to repeat. Only the id: the list holds no personal data. */
const tombstone = z.object({ kind: z.enum(['user', 'contact-request']), id: z.uuid() });
type Tombstone = z.output<typeof tombstone>;

/**
 * Erases those in the file that a restored backup has brought back; returns their number.
 * @throws OperatorError when a line cannot be read: a restore must not skip it
 */
export async function replayErasures(db: Database, file: string): Promise<number> {
  if (!existsSync(file)) return 0;
  let erased = 0;
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number++;
    if (!line.trim()) continue;
    const entry = parseTombstone(line);
    if (!entry) throw new OperatorError(`${file} cannot be read: line ${number} is no erasure.`);
    if (await db.transaction().execute((transaction) => erase(transaction, entry))) erased++;
  }
  return erased;
}

function parseTombstone(line: string): Tombstone | undefined {
  try {
    return tombstone.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

async function erase(transaction: DatabaseTransaction, { kind, id }: Tombstone): Promise<boolean> {
  if (kind === 'user') {
    await acquireLock(transaction, 'users');
    const user = await transaction.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
    if (user) await removeUser(transaction, id);
    return user !== undefined;
  }
  const request = await transaction
    .deleteFrom('contact_requests')
    .where('id', '=', id)
    .returning('mail_id')
    .executeTakeFirst();
  if (request?.mail_id) await transaction.deleteFrom('mails').where('id', '=', request.mail_id).execute();
  return request !== undefined;
}
