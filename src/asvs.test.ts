import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const lines = readFileSync('docs/security.md', 'utf8').split('\n');
/** The tables of S13.1: "6.1.1, 6.1.2 to 6.1.4: how; …" with their test; and numbers, state, reason, test. */
const rows = lines.flatMap((line) => {
  const [, numbers, state = '', reason = '', named = ''] =
    /^ {2}\| (\d+\.\d+\.\d+[\d., to]*?) +\| ([a-z ]+?) +\| ([^|]*?) *\| (?:`([^|]+)`)? *\|$/.exec(line) ?? [];
  if (numbers !== undefined)
    return numbersOf(numbers).map((number) => ({ number, state, reason, test: named }));
  const [, met = '', test = ''] = /^ {2}\| (\d+\.\d+\.\d+[^|]*?) +\| `([^|]+)` *\|$/.exec(line) ?? [];
  return met.split(/; (?=\d+\.\d)/).flatMap((item) => {
    const [list = '', how = ''] = item.split(/: (.*)/);
    return numbersOf(list).map((number) => ({ number, state: 'met', reason: how, test }));
  });
});

/** The numbers of "6.1.1, 6.1.2 to 6.1.4". */
function numbersOf(list: string): string[] {
  return list.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split(' to ');
    if (first === '') return [];
    const [section, from] = splitNumber(first);
    const [, to] = splitNumber(last);
    return upTo(section, to).slice(from - 1);
  });
}

function splitNumber(number: string): [string, number] {
  const dot = number.lastIndexOf('.');
  return [number.slice(0, dot), Number(number.slice(dot + 1))];
}

function upTo(section: string, last: number): string[] {
  return Array.from({ length: last }, (_, at) => `${section}.${at + 1}`);
}

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
  expect(rows.map(({ number }) => number).toSorted()).toEqual(required.toSorted());
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
