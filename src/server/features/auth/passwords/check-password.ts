import type { Database } from '../../../platform/db/database.ts';
import { importedPasswordsLeft, isImportedHash, verifyImportedPassword } from './imported-passwords.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

/**
 * Takes the same time without a hash. While imported passwords are left, each try verifies one hash of each kind, so
 * that the time does not show who has one. `newHash` replaces the hash that matches.
 * @throws 503
 */
export async function checkPassword(
  db: Database,
  password: string,
  hash: string | null,
  known: boolean,
): Promise<{ matches: boolean; newHash?: string }> {
  const imported = isImportedHash(hash) ? hash : null;
  const matches = await verifyPassword(password, imported === null ? hash : null, known);
  if (!(await importedPasswordsLeft(db))) return { matches };
  if (!(await verifyImportedPassword(password, imported, known))) return { matches };
  return { matches: true, newHash: await hashPassword(password) };
}
