import { availableParallelism, totalmem } from 'node:os';
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

/** Speak to no database. */
const withoutDatabase = [
  'features/articles/versions-to-delete',
  'features/auth/{password-rules,passwords,waiting-room}',
  'features/backup/{keep-backups,tar}',
  'features/import/reading',
  'features/privacy/business-days',
  'platform/{config,csv,fair-queue,misspelled-settings,readable-log,sealing,semaphore,typed-commands,zip}',
  'platform/db/keyset',
  'platform/http/{close-gently,device-name,loop-watch,network-of,rate-limits,static-files}',
  'platform/{images,outgoing,pdf,text}/*',
  'platform/mail/letter',
  'platform/pages/page-cache',
];

/**
 * What they prove lies before or after the database: who is let in, headers, pictures, documents. On PostgreSQL every
 * read is made by docs.answers.test.ts, and every change by committed-changes.test.ts.
 */
const sameOnBoth = [
  'features/api-tokens/{api-tokens,token-budgets}',
  'features/articles/articles.{covers,pictures,rendering}',
  'features/docs/{api-client,docs}',
  'features/images/{image-files,made-images,upload,upload-load}',
  'features/site/{office,site-files}',
  'features/statement/statement',
  'features/testimonials/testimonials.{images,rendering}',
  'platform/http/{contract,error-handler,hardening,headers,member-limits,old-session,permissions,request-log}',
  'platform/mail/name-in-mail',
  'platform/pages/{answer-cached-pages,page-errors}',
  'bundle',
];

const testedOnce = [...withoutDatabase, ...sameOnBoth].map((path) => `src/server/${path}.test.ts`);

/** Pure code is tested once; everything that speaks HTTP is tested on both databases. */
export default defineConfig({
  test: {
    // One more than the cores: some tests wait for the seconds of a delay. Each takes up to a gigabyte.
    maxWorkers: Math.min(availableParallelism() + 1, Math.max(2, Math.floor(totalmem() / 2 ** 30 / 2))),
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
          exclude: testedOnce,
          setupFiles: ['test/loop-watch-setup.ts', 'test/property-seed-setup.ts'],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: 'test/postgres-template.ts',
        },
      },
    ],
  },
});
