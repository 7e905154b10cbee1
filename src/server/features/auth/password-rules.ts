import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { normalizedPassword } from '../../../shared/fields.ts';
import { invalid } from '../../platform/http-error.ts';
import { projectFolder } from '../../platform/project-folder.ts';

let list: Promise<Set<string>> | undefined;

/** The passwords that guessers try first, of at least 8 characters, in lower case; read when first asked for. */
async function commonPasswords(): Promise<Set<string>> {
  const text = await readFile(join(projectFolder, 'src/server/features/auth/common-passwords.txt'), 'utf8');
  return new Set(text.split('\n').filter(Boolean));
}

/** True for a password that many people use, in whatever case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= commonPasswords();
  return (await list).has(normalizedPassword(password).toLowerCase());
}

/**
 * The part of the rules for a new password that needs the list; its length is the contract's business.
 * @throws 400 'Password is too common'
 */
export async function rejectCommonPassword(password: string): Promise<void> {
  if (await isCommonPassword(password)) throw invalid('Password is too common', 'password');
}
