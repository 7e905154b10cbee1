import { existsSync, readFileSync } from 'node:fs';

/** @typedef {ReturnType<typeof result>} Result */
/** @typedef {{ status: string, assertionResults: { status: string }[] }} VitestFile */

/**
 * The result of one part of `npm test`; `note` explains its figures.
 * @param {string} name
 * @param {number} passed
 * @param {number} failed
 */
export function result(name, passed, failed, skipped = 0, note = '') {
  return { name, passed, failed, skipped, note };
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
  const tests = files.flatMap(({ status, assertionResults }) =>
    status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
      ? [...assertionResults, { status: 'failed' }]
      : assertionResults,
  );
  /** @param {string} status */
  const count = (status) => tests.filter((test) => test.status === status).length;
  const [passed, failed] = [count('passed'), count('failed')];
  return checked(name, exitCode, report, passed, failed, tests.length - passed - failed);
}

/** @typedef {{ title: string, tests: { status: string }[] }} PlaywrightSpec */
/** @typedef {{ file: string, specs: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */

/** More second tries than a busy machine explains are a fault of the tests or the product. */
const maxSecondTries = 2;

/**
 * Reads Playwright's JSON report. Tests that passed at the second try are named; more than two of them count as failed.
 * @param {string} name
 * @param {string} file
 * @param {number} exitCode
 */
export function playwrightResult(name, file, exitCode) {
  const report = readReport(file);
  const { expected = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {};
  const retried = secondTries(report?.suites ?? []);
  const tooMany = retried.length > maxSecondTries ? retried.length : 0;
  const passed = expected + retried.length - tooMany;
  const outcome = checked(name, exitCode, report, passed, unexpected + tooMany, skipped);
  if (retried.length === 0) return outcome;
  return { ...outcome, note: `${outcome.note} passed at the second try: ${retried.join('; ')}`.trim() };
}

/** @param {PlaywrightSuite[]} suites @returns {string[]} */
function secondTries(suites) {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${file} › ${title}`),
    ...secondTries(inner),
  ]);
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
  if (leftOut.length > 0) console.log(`left out: ${leftOut.join(', ')}`);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0;
}
