/** `npm run build`: installs if needed and builds; `npm run serve` then needs neither npm packages for building nor src/. */
import { buildAnew } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/process.mjs';

await main(async () => {
  await ensureInstalled();
  await buildAnew();
  return 0;
});
