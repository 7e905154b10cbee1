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
  'features/auth/{passwords/{password-rules,passwords},sign-in/waiting-room}',
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
 * What they prove lies before or after the database (who is let in, headers, pictures, documents, rules of a form), or has
 * no SQL that differs by engine. On PostgreSQL docs.answers.test.ts makes every read, and committed-changes.test.ts, one of
 * the long ones, most changes.
 */
const sameOnBoth = [
  'display-names',
  'features/api-tokens/{api-tokens,token-budgets}',
  'features/articles/articles.{covers,pages,pictures,reading,rendering}',
  'features/audit/{content-audit,every-change}',
  'features/auth/{passwords/change-password,secrets,sessions/{known-devices,new-device,own-sessions},setup/setup}',
  'features/closings/{closing-acts,closing-facts,closing-rules,closings-office,same-person}',
  'features/contact/contact.pages',
  'features/docs/{api-client,docs}',
  'features/documents/documents',
  'features/education/education',
  'features/factors/{passkeys,totp}',
  'features/handbook/files',
  'features/images/{image-files,made-images,upload,upload-load}',
  'features/joining/application-acts',
  'features/leads/leads.sources',
  'features/licenses/licenses',
  'features/mail-texts/mail-texts',
  'features/onboarding/onboarding',
  'features/outbox/outbox',
  'features/profiles/profiles',
  'features/site/{office,site-files}',
  'features/statement/statement',
  'features/system/watch-places',
  'features/testimonials/testimonials{,.images,.rendering}',
  'features/users/{end-sessions,invitations,stop-lists,suspension}',
  'platform/http/{compressed,contract,error-handler,hardening,headers,member-limits,old-session}',
  'platform/http/{permissions,request-log,rights,watch-address}',
  'platform/mail/name-in-mail',
  'platform/pages/{answer-cached-pages,page-errors}',
  'bundle',
];

/**
 * Kills, loads, generated input and every rejected call: for minutes, so `npm run test:all` runs them and `npm test` does not.
 * On PostgreSQL also files that take half a minute or more for documents, loads and imports: their tables have other tests.
 */
const long = {
  unit: ['another-kind-and-stage', 'generated-text', 'linear-text'].map((name) => `src/${name}.test.ts`),
  sqlite: [
    'bundle',
    'failing-places',
    'killed-process',
    'process',
    'taken-rights',
    'features/backup/backup-commands',
    'features/docs/{api-client,docs.answers}',
    'features/images/upload-load',
    'features/closings/many-closing-lives',
    'features/joining/application-lives',
    'features/mentions/mentionable.plans',
    'features/search/search.plans',
    'platform/http/generated-input',
  ],
  postgres: [
    'commands/environment-faults',
    'committed-changes',
    'failing-places',
    'killed-process',
    'process',
    'taken-rights',
    'features/agreements/agreements',
    'features/auth/sessions/known-devices.at-once',
    'features/auth/sign-in/login-limits',
    'features/backup/{backup,backup-commands}',
    'features/closings/{email-letter,many-closing-lives}',
    'features/contact/contact',
    'features/import/import-data',
    'features/joining/{application-lives,joining}',
    'features/mentions/mentionable.plans',
    'features/sample/fill-with-samples',
    'features/search/search.plans',
    'platform/db/database-away',
    'platform/mail/mail.worker',
    'platform/http/{api-limit,generated-input}',
  ],
};

const serverTests = (paths: string[]) => paths.map((path) => `src/server/${path}.test.ts`);

const setup = ['test/loop-watch-setup.ts', 'test/property-seed-setup.ts'];
const onSqlite = {
  ...patience,
  ...shared,
  setupFiles: setup,
  env: { TEST_ENGINE: 'sqlite' },
  globalSetup: 'test/sqlite-template.ts',
};
const onPostgres = {
  ...patience,
  ...shared,
  setupFiles: setup,
  env: { TEST_ENGINE: 'postgres' },
  globalSetup: 'test/postgres-template.ts',
};
/** Without `shared`: each file has its own modules, as one of them runs with other fees. */
const apart = { ...patience, setupFiles: 'test/property-seed-setup.ts' };
const all = ['src/server/**/*.test.ts'];

/** Pure code is tested once; everything that speaks HTTP is tested on both databases. */
export default defineConfig({
  test: {
    // One more than the cores: some tests wait for the seconds of a delay. Each takes up to a gigabyte.
    maxWorkers: Math.min(availableParallelism() + 1, Math.max(2, Math.floor(totalmem() / 2 ** 30 / 2))),
    projects: [
      {
        test: {
          ...apart,
          name: 'unit',
          include: ['src/*.test.ts', 'src/{shared,web}/**/*.test.ts', '{faults,bench}/*.test.ts'],
          exclude: long.unit,
        },
      },
      {
        test: {
          ...onSqlite,
          name: 'sqlite',
          include: all,
          exclude: ['src/server/**/postgres-*.test.ts', ...serverTests(long.sqlite)],
        },
      },
      {
        test: {
          ...onPostgres,
          name: 'postgres',
          include: all,
          exclude: serverTests([...withoutDatabase, ...sameOnBoth, ...long.postgres]),
        },
      },
      { test: { ...apart, name: 'long-unit', include: long.unit } },
      { test: { ...onSqlite, name: 'long-sqlite', include: serverTests(long.sqlite) } },
      { test: { ...onPostgres, name: 'long-postgres', include: serverTests(long.postgres) } },
    ],
  },
});
