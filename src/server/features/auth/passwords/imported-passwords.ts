import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { besideCode } from '../../../platform/project-folder.ts';
import { withPermit } from './passwords.ts';

/** A bcrypt hash of a cost from 4 to 14, as other systems store it; a higher cost would take many seconds. */
const bcryptForm = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

export const isImportedHash = (hash: string | null): hash is string => hash !== null && bcryptForm.test(hash);

/** Whether a member has a password from another system that has not been used or replaced yet. */
export async function importedPasswordsLeft(db: Database): Promise<boolean> {
  // As in the index users_with_imported_password: with a parameter it would not be used.
  const { rows } = await sql`select id from users where substr(password_hash, 1, 2) = '$2' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** A hash at the usual cost. It is of random bytes, so no password matches. */
const unknownUserHash = '$2b$10$BWc2X.yAnbhaVLO9vrLCB.RCEX7usX8CsN1eBtqMu3SqvVXAIOzLe';

/**
 * Whether the password, as it was typed, matches a hash of `isImportedHash`; false without one, in the same time as for
 * a hash of the usual cost. `known` devices go first in the queue. @throws 503 when it is full
 */
export async function verifyImportedPassword(
  password: string,
  hash: string | null,
  known: boolean,
): Promise<boolean> {
  const matches = await withPermit(() => compareInThread(password, hash ?? unknownUserHash), known);
  return matches && hash !== null;
}

/** It takes about 0.1 s of CPU, which must not block the server. */
async function compareInThread(password: string, hash: string): Promise<boolean> {
  const worker = new Worker(besideCode('src/server/features/auth/passwords/bcrypt-thread.ts'), {
    workerData: { password, hash },
    execArgv: [],
    env: {},
  });
  try {
    const [matches]: unknown[] = await once(worker, 'message');
    return matches === true;
  } finally {
    await worker.terminate();
  }
}
