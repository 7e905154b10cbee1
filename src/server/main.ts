import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { projectFolder } from './platform/project-folder.ts';

// Before anything else is imported. Stripping types and compiling takes half the time of a start; where the folder
// cannot be written, the start is only slower.
enableCompileCache(join(projectFolder, 'build/compile-cache'));
await import('./serve.ts');

// It serves. An idle server never collects what its start has left behind, 17 MB of it; hence once, now.
setFlagsFromString('--expose-gc');
const collectGarbage: (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void =
  runInNewContext('gc');
setImmediate(() => collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
