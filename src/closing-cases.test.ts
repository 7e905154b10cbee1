import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { caseRows, closingCases } from '../test/closing-cases.ts';

it('test/closing-cases.md explains each case by the figures that are computed', () => {
  const text = readFileSync(join(import.meta.dirname, '../test/closing-cases.md'), 'utf8');
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replace(/\s+/g, ' '));
  const expected = closingCases.flatMap(caseRows).map((row) => row.replace(/\s+/g, ' '));
  expect(rows.slice(2)).toEqual(expected);
});
