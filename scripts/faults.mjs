/**
 * `npm run test:faults [-- NUMBERS]`: plays the faults of docs/set-ups.md on real processes, each also without what
 * protects from it. Only Node's own modules: this runs before npm ci.
 */
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, tool } from './lib/install.mjs';
import { postgres } from './lib/postgres.mjs';
import { main, run } from './lib/process.mjs';
import { haproxy, nginx } from './lib/proxies.mjs';
import { ensureTools } from './lib/tools.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureTools([postgres, haproxy, nginx]);
  await ensureBuilt();
  const { code } = await run(...tool('../faults/run.ts', ...process.argv.slice(2)));
  return code;
}, ['SIGINT', 'SIGTERM', 'SIGHUP']);
