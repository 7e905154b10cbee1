import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {ReturnType<typeof result>} Result */
/** @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile */

/**
 * The result of one part of `npm test`; `note` explains its figures, `failures` names what failed and why.
 * @param {string} name
 * @param {number} passed
 * @param {number} failed
 * @param {string[]} failures
 */
export function result(name, passed, failed, skipped = 0, note = '', failures = []) {
  return { name, passed, failed, skipped, note, failures };
}

/**
 * Reads Vitest's JSON report. A file that fails to load names no test and counts as one failure.
 * @param {string} name
 * @param {string} file
 * @param {number} exitCode
 */
export function vitestResult(name, file, exitCode) {
  const report = readReport(file);
  /** @type {VitestFile[]} */
  const files = report?.testResults ?? [];
  const tests = files.flatMap(({ name: path, status, message = '', assertionResults }) => {
    const failedItself = status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
    const all = failedItself
      ? [...assertionResults, { status, failureMessages: [message] }]
      : assertionResults;
    return all.map((test) => ({ ...test, file: relative(process.cwd(), path) }));
  });
  /** @param {string} status */
  const count = (status) => tests.filter((test) => test.status === status).length;
  const [passed, failed] = [count('passed'), count('failed')];
  const outcome = checked(name, exitCode, report, passed, failed, tests.length - passed - failed);
  const failures = tests
    .filter((test) => test.status === 'failed')
    .map(({ file: path, fullName = '', failureMessages = [] }) =>
      failure(path, fullName, failureMessages[0] ?? ''),
    );
  return { ...outcome, failures };
}

/** @typedef {{ status: string, results: { error?: { message?: string } }[] }} PlaywrightTest */
/** @typedef {{ title: string, tests: PlaywrightTest[] }} PlaywrightSpec */
/** @typedef {{ file: string, specs: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */

const maxNamed = 20;

/**
 * Reads Playwright's JSON report.
 * @param {string} name
 * @param {string} file
 * @param {number} exitCode
 */
export function playwrightResult(name, file, exitCode) {
  const report = readReport(file);
  const { expected = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {};
  /** @type {PlaywrightSuite[]} */
  const suites = report?.suites ?? [];
  /** @type {{ message?: string }[]} */
  const reported = report?.errors ?? [];
  const errors = reported.map(({ message = '' }) => failure(name, '', message));
  return {
    ...checked(name, exitCode, report, expected, unexpected, skipped),
    failures: [...errors, ...unexpectedIn(suites)],
  };
}

/**
 * Tests that failed, each with its error.
 * @param {PlaywrightSuite[]} suites
 * @returns {string[]}
 */
function unexpectedIn(suites) {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter((test) => test.status === 'unexpected')
        .map((test) => failure(file, title, test.results[0]?.error?.message ?? '')),
    ),
    ...unexpectedIn(inner),
  ]);
}

/**
 * A test that failed, and the beginning of its error. Logs are often cut to their end.
 * @param {string} file
 * @param {string} test
 * @param {string} message
 */
export function failure(file, test, message) {
  const lines = stripVTControlCharacters(message).split('\n').filter(Boolean).slice(0, 12);
  return [[file, test].filter(Boolean).join(' › '), ...lines.map((line) => `    ${line.slice(0, 200)}`)].join(
    '\n',
  );
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

// A runner that crashed or ran nothing must not look green.
/**
 * @param {string} name
 * @param {number} exitCode
 * @param {unknown} report
 * @param {number} passed
 * @param {number} failed
 * @param {number} skipped
 */
function checked(name, exitCode, report, passed, failed, skipped) {
  if (failed > 0) return result(name, passed, failed, skipped);
  if (!report) return result(name, 0, 1, 0, `no results: the runner ended with code ${exitCode}`);
  if (passed === 0) return result(name, 0, 1, skipped, 'no tests ran');
  if (exitCode === 0) return result(name, passed, 0, skipped);
  return result(name, passed, 1, skipped, `all tests passed, but the runner ended with code ${exitCode}`);
}

/** @param {(Result & { seconds: number })[]} results @param {string[]} leftOut */
export function printSummary(results, leftOut) {
  /** @param {'passed' | 'failed' | 'skipped'} key */
  const sum = (key) => results.reduce((total, part) => total + part[key], 0);
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
  /** @param {string} name @param {(string | number)[]} cells */
  const row = (name, ...cells) =>
    `${name.padEnd(10)}${cells.map((cell) => String(cell).padStart(9)).join('')}`;
  console.log(`\n${row('', 'passed', 'failed', 'skipped', 'seconds')}`);
  for (const part of results) {
    const cells = row(part.name, part.passed, part.failed, part.skipped, part.seconds.toFixed(1));
    console.log(part.note ? `${cells}   ${part.note}` : cells);
  }
  const failures = results.flatMap((part) => part.failures);
  if (failures.length > 0) console.log(`\n${failures.slice(0, maxNamed).join('\n')}`);
  if (failures.length > maxNamed) console.log(`and ${failures.length - maxNamed} more`);
  if (leftOut.length > 0) console.log(`left out: ${leftOut.join(', ')}`);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0;
}
