import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { normalizedPassword } from '../../../../shared/fields.ts';
import { invalid } from '../../../platform/http-error.ts';
import { besideCode } from '../../../platform/project-folder.ts';

const decompress = promisify(brotliDecompress);

let list: Promise<Set<string>> | undefined;

/** From zxcvbn 4.4.2 (common-passwords.LICENSE.txt): at least 8 characters, lower case; loaded on first use. */
export async function commonPasswords(): Promise<Set<string>> {
  const file = besideCode('src/server/features/auth/passwords/common-passwords.txt.br');
  return new Set((await decompress(await readFile(file))).toString('utf8').split('\n').filter(Boolean));
}

export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= commonPasswords();
  return (await list).has(normalizedPassword(password).toLowerCase());
}

/** An attacker who knows the account tries these first. */
export interface Owner {
  name: string;
  email: string;
}

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]/gu, '');
const signsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

const minWord = 3;

/** Each text whole and in words, the longest first: removing "ann" must not leave the rest of "hannah". */
function wordsOf(texts: string[]): string[] {
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{M}]+/u)]).map(lettersOf);
  return [...new Set(words)].filter((word) => word.length >= minWord).sort((a, b) => b.length - a.length);
}

/** Whether its letters come only from the owner's name, email and the brokerage's names, as in 'Jane.Doe-2026'. */
export function isPersonalPassword(
  password: string,
  { name, email }: Owner,
  brokerage: { name: string; legalName: string },
): boolean {
  const letters = lettersOf(password);
  const mailbox = email.slice(0, email.lastIndexOf('@'));
  let rest = letters;
  for (const word of wordsOf([name, email, mailbox, brokerage.name, brokerage.legalName]))
    rest = rest.replaceAll(word, '');
  return letters !== '' && (rest === '' || isMadeOf(mailbox, password));
}

/** Whether no letter is left without the mailbox. The mailbox's letters may have digits around them, as in `j4815@`. */
function isMadeOf(mailbox: string, password: string): boolean {
  const signs = signsOf(mailbox);
  const rest = signs === '' ? password : signsOf(password).replaceAll(signs, '');
  return lettersOf(rest) === '';
}

/**
 * Checks a new password; the contract checks its length.
 * @throws 400 'Password is too common', or that it consists of names that anyone can guess
 */
export async function rejectWeakPassword(
  password: string,
  owner: Owner,
  brokerage: { name: string; legalName: string },
): Promise<void> {
  if (await isCommonPassword(password)) throw invalid('Password is too common', 'password');
  if (isPersonalPassword(password, owner, brokerage)) throw invalid(personalMessage, 'password');
}

const personalMessage = 'Password must not be your name, your email address or the name of the brokerage';
