import { accessSync, constants, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { fileCodeOf, fileFault } from './file-fault.ts';
import { OperatorError } from './operator-error.ts';

/**
 * Adds what the file .env of this folder says and the environment does not; without the mark (BOM) that editors of Windows put first.
 * @throws OperatorError when it is there and this user may not read it, or it is not what its author sees
 */
export function loadSettingsFile(): void {
  const file = resolve('.env');
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const code = fileCodeOf(error);
    if (code === 'ENOENT') return;
    if (code === undefined) throw error;
    const says = code === 'EACCES' || code === 'EPERM' ? unreadable(file, code) : fileFault(error, file);
    throw new OperatorError(says, { cause: error });
  }
  if (bytes.includes(0))
    throw new OperatorError(`${file} is in UTF-16, as some editors of Windows save it. Save it as UTF-8.`);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const fault = quoteFault(text);
  if (fault !== undefined) throw new OperatorError(`${file}: ${fault}`);
  for (const says of givenTwice(text)) console.error(`${file}: ${says}`);
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
}

/** The name and value of a line; none of any other. */
function assigned(line: string): { name: string; value: string } | undefined {
  const at = line.indexOf('=');
  const name = line
    .slice(0, Math.max(at, 0))
    .trim()
    .replace(/^export\s/, '')
    .trim();
  return /^[A-Za-z_]\w*$/.test(name) ? { name, value: line.slice(at + 1).trim() } : undefined;
}

/** A quote that is not closed takes the settings below it, or stands in the value. A value of several lines may be. */
function quoteFault(text: string): string | undefined {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const { name, value } = assigned(lines[at] ?? '') ?? { name: '', value: '' };
    const quote = value[0] ?? '';
    if (!/["'`]/.test(quote) || value.includes(quote, 1)) continue;
    const end = lines.findIndex((line, below) => below > at && line.includes(quote));
    const swallowed = lines.slice(at + 1, end + 1).some((line) => assigned(line) !== undefined);
    if (end === -1 || swallowed)
      return `line ${at + 1}: the quote before the value of ${name} is not closed. Put another ${quote} at its end.`;
    at = end;
  }
  return undefined;
}

function givenTwice(text: string): string[] {
  const seen = new Map<string, number>();
  return text.split('\n').flatMap((line, at) => {
    const name = assigned(line)?.name;
    if (name === undefined) return [];
    const before = seen.get(name);
    seen.set(name, at + 1);
    return before === undefined
      ? []
      : [`${name} is set on line ${before} and on line ${at + 1}, which counts.`];
  });
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
