import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

/** Found by package.json, as this runs from sources and bundle; no other module may depend on its own path. */
export const projectFolder = dirname(findPackageJSON(import.meta.url) ?? process.cwd());

const bundled = import.meta.url.endsWith('.js');

/** A thread's module or a data file, by its path in the sources; the build has all of them in one folder. */
export const besideCode = (source: string): string =>
  join(projectFolder, bundled ? join('build/server', basename(source).replace(/\.ts$/, '.js')) : source);

/** The version in package.json, such as 1.2.0. */
export const version = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))).version;
