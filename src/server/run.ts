import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { projectFolder } from './platform/project-folder.ts';

// First: compiling takes half of a start without the cache. A folder that cannot be written does no harm.
enableCompileCache(join(projectFolder, 'build/compile-cache'));
// Collect earlier: a burst of long texts then peaks 40 MB lower (bench/attack.ts).
setFlagsFromString('--heap-growing-percent=30');
await import('./serve.ts');

// Collects 17 MB left by the start, which an idle server never would.
setFlagsFromString('--expose-gc');
const collectGarbage: (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void =
  runInNewContext('gc');
setImmediate(() => collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
