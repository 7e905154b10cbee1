import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** Found by package.json, as this runs from sources and bundle; no other module may depend on its own path. */
export const projectFolder = dirname(findPackageJSON(import.meta.url) ?? process.cwd());

/** True in the bundle: threads must start from files of the same kind. */
export const bundled = import.meta.url.endsWith('.js');
