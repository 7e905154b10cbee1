import { defineConfig } from 'vitest/config';

// Nothing is tested by the clock: the limits only end what hangs, also on a machine that is busy.
const patience = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

// The files of a project share their worker's modules: to import the server again for each costs time.
// No file may therefore leave a module changed behind it; docs/decisions has the figures.
const shared = { isolate: false };

/** Pure code is tested once; everything that speaks HTTP is tested on both databases. */
export default defineConfig({
  test: {
    // One more than the cores of a small machine: some tests wait for the seconds of a delay. The default leaves a core free.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...patience,
          setupFiles: 'test/property-seed-setup.ts',
          // Apart from each other: one of them runs with other fees.
          name: 'unit',
          include: ['src/*.test.ts', 'src/{shared,web}/**/*.test.ts', '{faults,bench}/*.test.ts'],
        },
      },
      {
        test: {
          ...patience,
          ...shared,
          name: 'sqlite',
          include: ['src/server/**/*.test.ts'],
          exclude: ['src/server/**/postgres-*.test.ts'],
          setupFiles: ['test/loop-watch-setup.ts', 'test/property-seed-setup.ts'],
          env: { TEST_ENGINE: 'sqlite' },
          globalSetup: 'test/sqlite-template.ts',
        },
      },
      {
        test: {
          ...patience,
          ...shared,
          name: 'postgres',
          include: ['src/server/**/*.test.ts'],
          setupFiles: ['test/loop-watch-setup.ts', 'test/property-seed-setup.ts'],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: 'test/postgres-template.ts',
        },
      },
    ],
  },
});
