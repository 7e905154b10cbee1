/**
 * `npm test`: what a change must pass. `npm test -- --only=check|server|browser|long [NAMES]` runs one part, or the
 * tests that NAMES select; `long` tests take minutes and run only when named. `npm test -- --changed[=COMMIT]`
 * runs what belongs to the files that differ from a commit (HEAD). Only Node's own modules: this runs before npm ci.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ensureBuilt } from './lib/build.mjs';
import { changedFiles, testsOf } from './lib/changed.mjs';
import { chromium, headlessShell } from './lib/chromium.mjs';
import { ensureInstalled, tool } from './lib/install.mjs';
import { firefox, webKit } from './lib/other-browsers.mjs';
import { postgres } from './lib/postgres.mjs';
import { startPostgres } from './lib/postgres-server.mjs';
import { main, Problem, run, runQuietly, step, throwIfStopped } from './lib/process.mjs';
import { failure, playwrightResult, printSummary, result, vitestResult } from './lib/results.mjs';
import { ensureTools, installIfPossible } from './lib/tools.mjs';

const quick = /** @type {const} */ (['check', 'server', 'browser']);
const parts = /** @type {const} */ ([...quick, 'long']);
/** @typedef {(typeof parts)[number]} Part */
/** @type {Record<Part, Parameters<typeof ensureTools>[0]>} */
const needs = {
  check: [],
  server: [postgres],
  browser: [chromium],
  long: [postgres, chromium, firefox, webKit],
};

// SIGHUP too: a closed terminal must not leave a database behind. `npm start` ignores it for nohup.
/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

await main(async () => {
  const { only, names, changed } = readArguments(process.argv.slice(2));
  await ensureInstalled();
  if (changed !== undefined) return testChanged(changed);
  await ensureTools(only.flatMap((part) => needs[part]));
  if (only.includes('browser') || only.includes('long')) await installIfPossible(headlessShell);
  const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
  try {
    const results = await runParts(only, names, reports);
    /** @type {string[]} */
    const leftOut = only.includes('long') ? [] : quick.filter((part) => !only.includes(part));
    if (names.length > 0) leftOut.push(`all of ${only} but ${names.join(' ')}`);
    return printSummary(results, leftOut) ? 0 : 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}, signals);

/** @param {string[]} args @returns {{ only: Part[], names: string[], changed?: string }} */
function readArguments(args) {
  const changed = args.map((arg) => /^--changed(?:=(.+))?$/.exec(arg)).find(Boolean);
  const prefix = '--only=';
  const only = parts.filter((part) => args.includes(prefix + part));
  const isKnown = args.every((arg) => !arg.startsWith(prefix) || only.some((part) => arg === prefix + part));
  const names = args.filter((arg) => !arg.startsWith(prefix));
  const takesNames = only.length === 1 && only[0] !== 'check';
  if (!isKnown || (changed ? args.length > 1 : names.length > 0 && !takesNames)) {
    throw new Problem(
      'Usage: npm test [-- --only=check|server|browser|long [names of test files, or options]], or npm test -- --changed[=COMMIT]',
    );
  }
  if (changed) return { only: [], names: [], changed: changed[1] ?? 'HEAD' };
  return { only: only.length > 0 ? only : [...quick], names };
}

/**
 * Types and lint, then the tests that belong to what differs from a commit: on SQLite, and in the browser.
 * @param {string} commit
 */
async function testChanged(commit) {
  const { files, server, browser } = testsOf(changedFiles(commit));
  if (files.length === 0) throw new Problem(`No file differs from ${commit}.`);
  const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
  try {
    const results = [
      await check('types', compiler()),
      await check('lint', tool('@biomejs/biome/bin/biome', 'check', '--no-errors-on-unmatched', ...files)),
      await timed('build', build),
    ];
    if (server.length > 0) {
      const names = [
        '--project=unit',
        '--project=sqlite',
        '--project=long-unit',
        '--project=long-sqlite',
        ...server,
      ];
      results.push(await timed('server', () => runVitest('server', names, reports)));
    }
    if (browser.length > 0) {
      await ensureTools([chromium]);
      await installIfPossible(headlessShell);
      results.push(await timed('browser', () => testBrowser('browser', browser, reports)));
    }
    return printSummary(results, ['everything the changed files do not touch']) ? 0 : 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

/** @typedef {import('./lib/results.mjs').Result & { seconds: number }} TimedResult */

/** @param {Part[]} only @param {string[]} names @param {string} reports */
async function runParts(only, names, reports) {
  /** @type {TimedResult[]} */
  const results = [];
  /** @param {string} name @param {() => Promise<import('./lib/results.mjs').Result>} work */
  const add = async (name, work) => results.push(await timed(name, work));
  if (only.includes('check')) results.push(...(await runChecks()));
  // The server's tests need the build too: the server renders pages from it.
  if (only.some((part) => part !== 'check')) await add('build', build);
  const ofServer = names.length > 0 ? names : ['--project=unit', '--project=sqlite', '--project=postgres'];
  if (only.includes('server')) await add('server', () => testServer('server', ofServer, reports));
  const ofBrowser = names.length > 0 ? names : ['--project=quick'];
  if (only.includes('browser')) await add('browser', () => testBrowser('browser', ofBrowser, reports));
  if (only.includes('long')) {
    await add('long', () => testServer('long', ['--project=long-*', ...names], reports));
    if (names.length === 0) await add('browser', () => testBrowser('browser', ['--project=long'], reports));
  }
  return results;
}

/**
 * Runs one part; an exception counts as its failure, and the other parts still run.
 * @param {string} name
 * @param {() => Promise<import('./lib/results.mjs').Result>} work
 */
async function timed(name, work) {
  const began = performance.now();
  const outcome = await work().catch((error) => {
    if (!(error instanceof Problem)) throw error;
    console.log(`\n${error.message}`);
    return result(name, 0, 1, 0, 'see above', [failure(name, '', error.message)]);
  });
  throwIfStopped();
  return { ...outcome, seconds: (performance.now() - began) / 1000 };
}

/**
 * Each of the compiler's checkers finds out again what the others know: its usual four take more than twice the CPU time of one.
 * @returns {[program: string, args: string[]]}
 */
function compiler() {
  const checkers = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
  return tool('typescript/bin/tsc', '-b', '--checkers', String(checkers));
}

/** The compiler takes as long as the other checks together, so they run at the same time. */
async function runChecks() {
  const others = async () => [
    await check('lint', tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings')),
    await check('imports', tool('../scripts/check-imports.mjs')),
    await check('database', tool('../scripts/check-database.ts')),
    await check('api', tool('../scripts/check-api.mjs')),
    await check('citations', tool('../scripts/check-citations.ts')),
    await check('words', tool('../scripts/check-words.ts')),
    await check('regexps', tool('../scripts/check-regexps.ts')),
    await check('unused', tool('knip/bin/knip.js', '--no-progress')),
  ];
  const [types, rest] = await Promise.all([check('types', compiler()), others()]);
  return [types, ...rest];
}

/** @param {string} name @param {[program: string, args: string[]]} command */
function check(name, command) {
  return timed(name, async () => {
    await runQuietly(...command, `The check of ${name} failed.`);
    console.log(`Checked ${name}`);
    return result(name, 1, 0);
  });
}

async function build() {
  await ensureBuilt();
  return result('build', 0, 0);
}

/** @param {string} name @param {string[]} args @param {string} reports */
async function testServer(name, args, reports) {
  const database = await step('Starting PostgreSQL…', () => startPostgres(postgres.find() ?? ''));
  try {
    return await runVitest(name, args, reports, { TEST_DATABASE_URL: database.url });
  } finally {
    await database.stop();
  }
}

/** @param {string} name @param {string[]} args @param {string} reports @param {Record<string, string>} env */
async function runVitest(name, args, reports, env = {}) {
  const file = join(reports, `${name}-vitest.json`);
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run(...tool('vitest/vitest.mjs', 'run', ...options, ...args), { env });
  return vitestResult(name, file, code);
}

/** @param {string} name @param {string[]} args @param {string} reports */
async function testBrowser(name, args, reports) {
  const file = join(reports, 'playwright.json');
  const env = {
    WHOLE_CHROMIUM_PATH: chromium.find(),
    CHROMIUM_PATH: headlessShell.find() ?? chromium.find(),
    FIREFOX_PATH: firefox.find(),
    WEBKIT_DRIVER_PATH: webKit.find(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  };
  const { code } = await run(...tool('@playwright/test/cli.js', 'test', '--reporter=line,json', ...args), {
    env,
  });
  return playwrightResult(name, file, code);
}
