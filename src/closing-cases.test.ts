import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { caseRows, closingCases } from '../test/closing-cases.ts';

it('docs/product.md P29.2 explains each case by the figures that are computed', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/product.md'), 'utf8');
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replace(/\s+/g, ' '));
  const start = rows.indexOf('| Closing | Line | Amount | Why |');
  const expected = closingCases.flatMap(caseRows).map((row) => row.replace(/\s+/g, ' '));
  expect(rows.slice(start + 2, start + 2 + expected.length)).toEqual(expected);
});
