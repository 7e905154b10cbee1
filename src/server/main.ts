import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// Both must come before anything else is imported. Stripping types and compiling takes half the time of a start;
// where the folder cannot be written, the start is only slower.
enableCompileCache(join(import.meta.dirname, '../../build/compile-cache'));
// Loading modules makes much garbage once: the young generation need not grow to 32 MB for that.
setFlagsFromString('--semi-space-growth-factor=1');
await import('./serve.ts');
// From here on it grows with the load.
setFlagsFromString('--semi-space-growth-factor=2');
