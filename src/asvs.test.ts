import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const lines = readFileSync('docs/security.md', 'utf8').split('\n');
/** The tables of S13.1: numbers ("6.1.1, 6.1.2" or "6.1.1 to 6.1.3"), state if not met, reason, test. */
const rows = lines
  .map((line) =>
    /^ {2}\| ([\d., to]*\d) +\| (?:(by setting|other measure|no such thing) +\| )?([^|]*?) *\| (?:`([^|]+)`)? *\|$/.exec(
      line,
    ),
  )
  .filter((row) => row !== null)
  .filter(([, number = '']) => /^\d+\.\d+\.\d+/.test(number))
  .map(([, number = '', state = 'met', reason = '', test = '']) => ({ number, state, reason, test }));

function numbersOf(cell: string): string[] {
  const [first = '', last] = cell.split(' to ');
  if (last === undefined) return cell.split(', ');
  const [section, from] = splitNumber(first);
  const [, to] = splitNumber(last);
  return upTo(section, to).slice(from - 1);
}

function splitNumber(number: string): [string, number] {
  const dot = number.lastIndexOf('.');
  return [number.slice(0, dot), Number(number.slice(dot + 1))];
}

const upTo = (section: string, last: number) =>
  Array.from({ length: last }, (_, at) => `${section}.${at + 1}`);

/** Levels 1 and 2 of ASVS 5.0.0; later requirements of a section are level 3. */
const required = [
  [...upTo('6.1', 3), ...upTo('6.2', 12), ...upTo('6.3', 4), ...upTo('6.4', 4), ...upTo('6.5', 5)],
  [...upTo('6.6', 3), ...upTo('6.8', 4)],
  [...upTo('7.1', 3), ...upTo('7.2', 4), ...upTo('7.3', 2), ...upTo('7.4', 5), ...upTo('7.5', 2)],
  upTo('7.6', 2),
  [...upTo('8.1', 2), ...upTo('8.2', 3), ...upTo('8.3', 1), ...upTo('8.4', 1)],
  [...upTo('13.1', 1), ...upTo('13.2', 5), ...upTo('13.3', 2), ...upTo('13.4', 5)],
  [...upTo('14.1', 2), ...upTo('14.2', 4), ...upTo('14.3', 3)],
  [...upTo('16.1', 1), ...upTo('16.2', 5), ...upTo('16.3', 4), ...upTo('16.4', 3), ...upTo('16.5', 3)],
].flat();

it('are all in the tables of docs/security.md, once', () => {
  expect(rows.flatMap(({ number }) => numbersOf(number)).toSorted()).toEqual(required.toSorted());
});

it.each(rows.filter(({ test }) => test !== ''))('$number names a test that exists: $test', ({ test }) => {
  expect(test).toMatch(/\.(test|spec)\.ts$/);
  expect(existsSync(test)).toBe(true);
});

it.each(rows)('$number has a state, and what goes with it: $state', ({ state, reason, test }) => {
  expect(['met', 'by setting', 'other measure', 'no such thing']).toContain(state);
  if (['met', 'by setting', 'other measure'].includes(state)) expect(test).not.toBe('');
  if (state !== 'met') expect(reason).not.toBe('');
  if (state === 'other measure') expect(reason).toMatch(/\. Tried: .{40}/);
});
