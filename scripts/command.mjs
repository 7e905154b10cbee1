/**
 * `npm run NAME -- ARGUMENTS` for the commands of src/server/command.ts, with the server's settings. Installs and builds
 * first if needed. The flag, as in nightly-backup.ts, saves memory. Only Node's own modules: this runs before npm ci.
 */
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, node24 } from './lib/install.mjs';
import { main, run } from './lib/process.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const program = ['--max-semi-space-size=2', join('build', 'server', 'command.js')];
  const { code } = await run(node24(), [...program, ...process.argv.slice(2)], { stdin: 'inherit' });
  return code;
});
