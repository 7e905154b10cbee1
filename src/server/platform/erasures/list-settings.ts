import { join } from 'node:path';
import type { Config } from '../config.ts';

export type ListSettings = Pick<Config, 'dataDir' | 'erasedFile' | 'backupDir'>;

/** A line of JSON for each erasure, next to the database and next to the backups. */
export const erasedFileName = 'erased.ndjson';

/** The list that every server has, even if other disks fail. */
export const ownList = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, erasedFileName);

/** Where erasures are listed outside of the database, so that an older backup of it cannot undo them; its own list first. */
export const erasedFiles = ({ dataDir, erasedFile, backupDir }: ListSettings): string[] => [
  ...new Set([ownList({ dataDir }), erasedFile, ...(backupDir ? [join(backupDir, erasedFileName)] : [])]),
];
