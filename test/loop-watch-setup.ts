import { afterEach } from 'vitest';
import { expectNoBlocks } from './loop-watch.ts';

// Vitest runs this for each file; the imported module is the one of test/server.ts.
afterEach(expectNoBlocks);
