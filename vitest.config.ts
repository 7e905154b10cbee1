import { defineConfig } from 'vitest/config';

// Nothing is tested by the clock: the limits only end what hangs, also on a machine that is busy.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };

/** Pure code is tested once; everything that speaks HTTP is tested on both databases. */
export default defineConfig({
  test: {
    projects: [
      { test: { ...patience, name: 'unit', include: ['src/*.test.ts', 'src/{shared,web}/**/*.test.ts'] } },
      {
        test: {
          ...patience,
          name: 'sqlite',
          include: ['src/server/**/*.test.ts'],
          setupFiles: 'test/loop-watch.ts',
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      {
        test: {
          ...patience,
          name: 'postgres',
          include: ['src/server/**/*.test.ts'],
          setupFiles: 'test/loop-watch.ts',
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: 'test/postgres-template.ts',
        },
      },
    ],
  },
});
