import { availableParallelism, totalmem } from 'node:os';
import { defineConfig } from '@playwright/test';

/**
 * Whole stories of minutes, and tests with the tag @long: what a server test proves too, loads, waiting and failing, and looks at all
 * states of a feature's screens. The quick part has each screen's main path, each hand-over and each error next to what was typed.
 * `npm run test:all` runs the long ones and `npm test` does not.
 */
const stories = [
  'articles-drafts',
  'browsers',
  'closings',
  'handbook',
  'joining',
  'nothing-moves',
  'translated-office',
  'upgrade',
];
/** Is compared with a test's file, title and tags. */
const long = new RegExp(`(^|[ /])(${stories.join('|')})\\.spec\\.ts|@long`);

/** Each worker starts a server of its own (the fixtures in e2e/), so there is no webServer here. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/sample-house.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // A browser and a server each. One more than cores: a page often waits for its server or a frame.
  workers: Math.max(2, Math.min(availableParallelism() + 1, Math.floor(totalmem() / 2 ** 30 / 3))),
  forbidOnly: true,
  // Nothing is tested by the clock: the limits only end what hangs, also on a machine that is busy.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'line',
  projects: [
    { name: 'quick', grepInvert: long },
    { name: 'long', grep: long },
  ],
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // Chromium refuses its sandbox to root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page that asks any other host for something fails here as it would without a network.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
