import { userInfo } from 'node:os';
import { sep } from 'node:path';
import { type Config, readConfig } from './config.ts';
import { databaseFault } from './db/database-fault.ts';
import { fileCodeOf, fileFault, folderFault } from './file-fault.ts';
import { HttpError } from './http-error.ts';
import { StoreError } from './images/store-error.ts';
import { incompleteFolder } from './node-version.ts';
import { OperatorError } from './operator-error.ts';
import { type Place, placesOf } from './places/places.ts';

/**
 * Explains every fault of the environment that ends a start or a command (database, disk, folder, bucket), and how to
 * correct it. Undefined for a fault of this software, where a stack trace helps.
 */
export function sentenceOf(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof OperatorError || error instanceof HttpError) return error.message;
  const incomplete = incompleteFolder(error);
  if (incomplete !== undefined) return incomplete;
  if (error instanceof StoreError) return storeFault(error, config);
  const said = config && databaseFault(error, config);
  if (said !== undefined) return said;
  const code = fileCodeOf(error);
  if (code === undefined || !(error instanceof Error)) return undefined;
  if ('path' in error) {
    const place = config && placesOf(config).find((each) => isIn(each, String(error.path)));
    // Folders named by settings come first, with their own sentence. A folder that cannot be entered hides its files.
    if (place) return folderFault(place.folder) ?? fileFault(error, String(error.path));
    return code === 'EACCES' || code === 'EPERM'
      ? `The user ${userInfo().username}, as whom this runs, may not use ${error.path} (${code}). Name a place where they may.`
      : fileFault(error, String(error.path));
  }
  return code === 'ENOSPC' || code === 'EDQUOT' ? `The disk is full (${code}). Make room.` : undefined;
}

const isIn = ({ folder, files }: Place, path: string) =>
  path === folder || path.startsWith(`${folder}${sep}`) || files.includes(path);

/** The folder or bucket of images. */
export function storeFault(error: StoreError, config: Pick<Config, 's3' | 'dataDir'> | undefined): string {
  const { cause } = error;
  if (fileCodeOf(cause) && !config?.s3) {
    const path =
      cause instanceof Error && 'path' in cause ? String(cause.path) : (config?.dataDir ?? 'DATA_DIR');
    return `Images cannot be stored or read. ${fileFault(cause, path)}`;
  }
  const where = config?.s3 ? `The bucket ${config.s3.bucket} at ${config.s3.endpoint}` : 'The image store';
  const [reason] = cause instanceof Error ? [cause.message] : String(cause).split(':');
  return `${where} does not take or give images (${reason}). Check the S3 settings, and whether it is up.`;
}

/** `sentenceOf`, by the settings of this process, for what ends it. */
export function lastWords(error: unknown): string | undefined {
  let config: Config | undefined;
  try {
    config = readConfig(process.env);
  } catch {
    // The fault lies in the settings.
  }
  return sentenceOf(error, config);
}
