import { minute } from '../src/shared/time.ts';

/** For vi.waitFor and vi.waitUntil: ends only what hangs. `expect.poll` has the same from vitest.config.ts. */
export const patience = { timeout: minute, interval: 20 };
