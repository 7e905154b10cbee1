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
import { processSettings, serverOptions } from './lib/process-settings.mjs';

const production = process.argv.includes('--production');

await main(async () => {
  if (production) {
    demandBuild();
  } else {
    await ensureInstalled();
    await ensureBuilt();
  }
  const env = {
    ...processSettings,
    ...process.env,
    ...(production ? { NODE_ENV: 'production' } : sampleContent()),
  };
  const program = [...serverOptions, join('build', 'server', 'main.js')];
  const { code } = await run(node24(), program, { env, stdin: 'inherit' });
  return code;
});

// The environment wins over .env, so setting a default here would overrule .env.
function sampleContent() {
  const file = join(root, '.env');
  const isInFile = existsSync(file) && /^\s*(export\s+)?SAMPLE_CONTENT\s*=/m.test(readFileSync(file, 'utf8'));
  return isInFile || process.env.SAMPLE_CONTENT !== undefined ? {} : { SAMPLE_CONTENT: 'on' };
}
