import { minute } from '../src/shared/time.ts';

/** Patience for vi.waitFor and vi.waitUntil, so long that only a hang fails. vitest.config.ts sets it for `expect.poll`. */
export const patience = { timeout: minute, interval: 20 };
