import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { caseRow, caseRows, closingCases } from '../test/closing-cases.ts';

it('docs/product.md P29.2 has each case by the figures that are computed', () => {
  const rows = rowsOf('docs/product.md', '| Closing | Lines | Agent keeps | Then |');
  expect(rows.slice(0, closingCases.length)).toEqual(closingCases.map(caseRow).map(squeezed));
});

it('test/closing-cases.md explains each case line by line', () => {
  const rows = rowsOf('test/closing-cases.md', '| Closing | Line | Amount | Why |');
  expect(rows).toEqual(closingCases.flatMap(caseRows).map(squeezed));
});

function rowsOf(file: string, head: string): string[] {
  const rows = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(squeezed);
  return rows.slice(rows.indexOf(head) + 2);
}

const squeezed = (row: string) => row.replace(/\s+/g, ' ');
