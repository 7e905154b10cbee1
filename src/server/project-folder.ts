import { resolve } from 'node:path';

/**
 * The folder of the project, for files that are read while serving. It is two levels up from here, and from the
 * bundle as well, whose files all lie in build/server: no other module may depend on where it lies itself.
 */
export const projectFolder = resolve(import.meta.dirname, '../..');
