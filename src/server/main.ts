import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { projectFolder } from './platform/project-folder.ts';

// Both must come before anything else is imported. Stripping types and compiling takes half the time of a start;
// where the folder cannot be written, the start is only slower.
enableCompileCache(join(projectFolder, 'build/compile-cache'));
// Loading modules makes much garbage once: the young generation need not grow to 32 MB for that.
setFlagsFromString('--semi-space-growth-factor=1');
await import('./serve.ts');

// It serves: from here on the young generation grows with the load. An idle server never collects what its start
// has left behind, 12 MB of it; hence once, now.
setFlagsFromString('--semi-space-growth-factor=2');
setFlagsFromString('--expose-gc');
const collectGarbage: (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void =
  runInNewContext('gc');
setImmediate(() => collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
