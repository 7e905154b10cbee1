/**
 * `npm start`: install and build if needed, then serve, with sample content in an empty database.
 * `npm run serve` adds --production. Node's own modules only: this runs before anything is installed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, node24 } from './lib/install.mjs';
import { main, root, run } from './lib/process.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const settings = process.argv.includes('--production') ? { NODE_ENV: 'production' } : sampleContent();
  const env = { ...sparingly(), ...settings };
  const { code } = await run(node24(), [join('build', 'server', 'main.js')], { env, stdin: 'inherit' });
  return code;
});

// The C library keeps freed memory for each thread apart. One store for all halves what it keeps, and costs nothing
// here: of the server's threads only those that compress and hash allocate anything.
function sparingly() {
  return { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1' };
}

// The environment wins over .env, so a default set here would silently overrule what .env says.
function sampleContent() {
  const file = join(root, '.env');
  const isInFile = existsSync(file) && /^\s*(export\s+)?SAMPLE_CONTENT\s*=/m.test(readFileSync(file, 'utf8'));
  return isInFile || process.env.SAMPLE_CONTENT !== undefined ? {} : { SAMPLE_CONTENT: 'on' };
}
