import { afterEach } from 'vitest';
import { expectNoBlocks } from './loop-watch.ts';

// Vitest runs this again for each file; what is imported stays the one that test/server.ts has.
afterEach(expectNoBlocks);
