import { accessSync, constants, existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';

const ofFiles = /^(ENOTDIR|EEXIST|EISDIR|EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOENT|EIO|EFBIG|EMFILE|ENFILE)$/;

/** The code of what a disk, folder or file says; undefined for any other error. */
export function fileCodeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ofFiles.test(code) ? code : undefined;
}

/** The server first writes under a draft name. The operator can only act on the folder, so name that. */
function withoutDraft(path: string): string {
  const names = path.split('/');
  const draft = names.findIndex((name) => name.endsWith('.unfinished'));
  return draft === -1 ? path : names.slice(0, draft).join('/') || '/';
}

/** Explains why this user cannot write in a folder, and what to do; undefined when they can. */
export function folderFault(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return fileFault(error, folder);
  }
}

/** One sentence about a path's fault, and one about mending it. */
export function fileFault(error: unknown, given: string): string {
  const path = withoutDraft(given);
  const user = userInfo().username;
  const code = fileCodeOf(error);
  switch (code) {
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} is a file, or below one, and should be a folder (${code}). Move the file away, or name another folder.`;
    case 'EISDIR':
      return `${path} is a folder, and should be a file (${code}). Move it away.`;
    case 'EACCES':
    case 'EPERM':
      return refusal(path, code, user);
    case 'EROFS':
      return `${path} is on a disk that is mounted read-only (EROFS). Check the system log for why, and mount it again.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${path} is full (${code}). Make room.`;
    case 'ENOENT':
      if (existsSync(path))
        return `Nothing can be created in ${path} (ENOENT). Is its disk mounted, and not read-only? Check the system log.`;
      return `${path} is not there, and cannot be created (ENOENT). Is its disk mounted?`;
    case 'EIO':
      return `The disk of ${path} fails (EIO). Check the system log for why.`;
    default:
      return `${path} cannot be used: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** An existing path is given to the user with chown. A missing one is made first, as they cannot make it. */
function refusal(path: string, code: string, user: string): string {
  const says = `The user ${user} of the server may not use ${path} (${code}).`;
  if (isOpen(path) && !existsSync(path))
    return `${says} It is not there, and they may not make it: mkdir -p ${path} && chown -R ${user} ${path}`;
  // The list of erasures is a reason to look at the whole folder of backups.
  return `${says} Give it to them: chown -R ${user} ${path.endsWith('.ndjson') ? dirname(path) : path}`;
}

/** Whether the folder of a path can be read; otherwise a file in it only seems to be missing. */
function isOpen(path: string): boolean {
  const folder = dirname(path);
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch (error) {
    return fileCodeOf(error) === 'ENOENT' && folder !== path && isOpen(folder);
  }
}
