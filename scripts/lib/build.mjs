import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tool } from './install.mjs';
import { Problem, root, runQuietly, step } from './process.mjs';

const sources = ['src', 'migrations', 'vite.config.ts', 'package-lock.json'];
const stamp = join(root, 'build', '.stamp');

/** Builds the pages, the office and the server unless the sources are those of the last build. */
export async function ensureBuilt() {
  if (!isBuilt()) await buildAnew();
}

export async function buildAnew() {
  const wanted = hashSources();
  await step('Building the site…', build);
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Production builds nothing itself: this throws if there is no build, or one of other sources. */
export function demandBuild() {
  if (!existsSync(join(root, 'build', 'server', 'main.js'))) {
    throw new Problem('The site has not been built. Run: npm run build');
  }
  // A folder made by npm run pack has no sources to compare with.
  if (existsSync(join(root, 'src')) && !isBuilt()) {
    throw new Problem('The build does not match these sources. Run: npm run build');
  }
}

function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources();
}

async function build() {
  // Remove the stamp first: an interrupted build must not pass for a good one.
  rmSync(stamp, { force: true });
  const env = { NODE_ENV: 'production' };
  await runQuietly(...tool('vite/bin/vite.js', 'build', '--app'), 'The site could not be built.', { env });
}

// Hash contents, not times: switching branches back and forth needs no new build.
function hashSources() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesUnder).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  /** @param {string} name */
  const isFile = (name) => statSync(join(root, name)).isFile();
  if (isFile(path)) return [path];
  const names = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(path, name)).filter(isFile);
}
