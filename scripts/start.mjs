/**
 * `npm start`: install and build if needed, then serve, with sample content in an empty database. `npm run serve`
 * (--production) installs and builds nothing, as a server should not while it starts. Only Node's own modules: this
 * runs before npm ci.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demandBuild, ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, node24 } from './lib/install.mjs';
import { main, root, run } from './lib/process.mjs';

const production = process.argv.includes('--production');

await main(async () => {
  if (production) {
    demandBuild();
  } else {
    await ensureInstalled();
    await ensureBuilt();
  }
  const env = { ...memorySettings(), ...(production ? { NODE_ENV: 'production' } : sampleContent()) };
  const program = ['--max-semi-space-size=4', join('build', 'server', 'main.js')];
  const { code } = await run(node24(), program, { env, stdin: 'inherit' });
  return code;
});

// As in deploy/Dockerfile and deploy/brokerage.service. One malloc arena instead of one per thread halves memory, at no
// cost: only threads that compress and hash allocate. Large buffers outside it return to the system at once: 40 MB less
// after a burst of long articles (bench/attack.ts). V8's young generation takes 12 MB instead of 48: 20 MB less of memory.
function memorySettings() {
  const { MALLOC_ARENA_MAX = '1', MALLOC_MMAP_THRESHOLD_ = '131072' } = process.env;
  return { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_ };
}

// The environment wins over .env, so setting a default here would overrule .env.
function sampleContent() {
  const file = join(root, '.env');
  const isInFile = existsSync(file) && /^\s*(export\s+)?SAMPLE_CONTENT\s*=/m.test(readFileSync(file, 'utf8'));
  return isInFile || process.env.SAMPLE_CONTENT !== undefined ? {} : { SAMPLE_CONTENT: 'on' };
}
