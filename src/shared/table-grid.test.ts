import { expect, test } from 'vitest';
import { gridOf } from './table-grid.ts';

const cell = (content: string, columns = 1, rows = 1) => ({ content, columns, rows });

test('merged cells keep the columns of those beside and below them', () => {
  expect(
    gridOf([[cell('a', 2), cell('b')], [cell('c', 1, 2), cell('d'), cell('e')], [cell('f', 2)]]),
  ).toEqual([
    ['a', undefined, 'b'],
    ['c', 'd', 'e'],
    [undefined, 'f', undefined],
  ]);
});

test('no cell reaches beyond its table, and none is so wide that a page would hang', () => {
  expect(gridOf([[cell('a', 1e9, 1e9)]])[0]).toHaveLength(100);
  expect(gridOf([[cell('a', 0, 0)], [cell('b')]])).toEqual([['a'], ['b']]);
});
