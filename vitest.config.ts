import { defineConfig } from 'vitest/config';

/** Pure code is tested once; everything that speaks HTTP is tested on both databases. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/{shared,web}/**/*.test.ts'] } },
      {
        test: {
          name: 'sqlite',
          include: ['src/server/**/*.test.ts'],
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      {
        test: {
          name: 'postgres',
          include: ['src/server/**/*.test.ts'],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: 'src/server/testing/postgres-template.ts',
        },
      },
    ],
  },
});
