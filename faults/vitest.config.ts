import { defineConfig } from 'vitest/config';
import { applyPatches } from './lib/patch.ts';

const patches = JSON.parse(process.env.SOURCE_PATCHES ?? '[]');

/** Tests of the server on SQLite, with patched sources. */
export default defineConfig({
  plugins: [
    { name: 'patch-sources', enforce: 'pre', transform: (code, id) => applyPatches(patches, id, code) },
  ],
  test: {
    root: new URL('..', import.meta.url).pathname,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    isolate: false,
    // Its key knows nothing of patches.
    fsModuleCache: false,
    include: ['src/server/**/*.test.ts'],
    setupFiles: 'test/loop-watch-setup.ts',
    env: { TEST_ENGINE: 'sqlite' },
    globalSetup: 'test/sqlite-template.ts',
  },
});
