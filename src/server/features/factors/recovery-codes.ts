import { randomBytes } from 'node:crypto';
import { typedCode } from '../../../shared/search/search-form.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { hashToken } from '../../platform/tokens.ts';

const codesAtOnce = 8;
const randomBytesOfCode = 15;

/** Crockford's: without letters that look like figures. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 120 random bits as 'XXXX-XXXX-XXXX-XXXX-XXXX-XXXX'. */
function newCode(): string {
  const bits = [...randomBytes(randomBytesOfCode)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const text = bits.replaceAll(/.{5}/g, (five) => letters.charAt(Number.parseInt(five, 2)));
  return text.replaceAll(/.{4}(?!$)/g, '$&-');
}

/** The form that is hashed: lower case, missing hyphens and look-alikes make no other code. */
const normalized = (code: string) =>
  typedCode(code).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** Replaces a user's codes by eight new ones; they are stored as hashes only. */
export async function renewRecoveryCodes(
  transaction: DatabaseTransaction,
  userId: string,
): Promise<string[]> {
  await deleteRecoveryCodes(transaction, userId);
  const codes = Array.from({ length: codesAtOnce }, newCode);
  await transaction
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ code_hash: hashToken(normalized(code)), user_id: userId })))
    .execute();
  return codes;
}

/** Deleting the row claims the code: of concurrent uses only one finds it, the others get false. */
export async function consumeRecoveryCode(
  transaction: DatabaseTransaction,
  userId: string,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', hashToken(normalized(code)))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteRecoveryCodes(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
