import { accessSync, constants, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { fileCodeOf, fileFault } from './file-fault.ts';
import { OperatorError } from './operator-error.ts';

/**
 * Adds what the file .env of this folder says and the environment does not; without the mark (BOM) that editors of Windows put first.
 * @throws OperatorError when it is there and this user may not read it
 */
export function loadSettingsFile(): void {
  const file = resolve('.env');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = fileCodeOf(error);
    if (code === 'ENOENT') return;
    if (code === undefined) throw error;
    const says = code === 'EACCES' || code === 'EPERM' ? unreadable(file, code) : fileFault(error, file);
    throw new OperatorError(says, { cause: error });
  }
  for (const [name, value] of Object.entries(parseEnv(text.replace(/^\uFEFF/, ''))))
    process.env[name] ??= value;
}

function unreadable(file: string, code: string): string {
  const user = userInfo().username;
  const folder = dirname(file);
  const [path, mode] = mayEnter(folder) ? [file, 640] : [folder, 750];
  return `The settings in ${file} cannot be read: the user ${user}, as whom this runs, may not use ${path} (${code}). Let them: chown root:${user} ${path} && chmod ${mode} ${path}`;
}

function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
