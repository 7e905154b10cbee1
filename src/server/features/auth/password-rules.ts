import { readFile } from 'node:fs/promises';
import { normalizedPassword } from '../../../shared/fields.ts';
import { invalid } from '../../platform/http-error.ts';
import { besideCode } from '../../platform/project-folder.ts';

let list: Promise<Set<string>> | undefined;

/** At least 8 characters, lower case; loaded on first use. */
async function commonPasswords(): Promise<Set<string>> {
  const text = await readFile(besideCode('src/server/features/auth/common-passwords.txt'), 'utf8');
  return new Set(text.split('\n').filter(Boolean));
}

export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= commonPasswords();
  return (await list).has(normalizedPassword(password).toLowerCase());
}

/** Checks a new password against the list; the contract checks its length. @throws 400 'Password is too common' */
export async function rejectCommonPassword(password: string): Promise<void> {
  if (await isCommonPassword(password)) throw invalid('Password is too common', 'password');
}
