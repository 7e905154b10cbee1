import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/**
 * The folder of the project, for files that are read while serving. Found by its package.json, as the same module runs
 * from the sources and from the bundle in build/server. No other module may depend on its own place.
 */
export const projectFolder = dirname(findPackageJSON(import.meta.url) ?? process.cwd());

/** Whether this is the bundle in build/server and not the sources: threads are started from files of the same kind. */
export const bundled = import.meta.url.endsWith('.js');
