import { describe, expect, test } from 'vitest';
import { nextSort } from './columns.ts';

describe('a press on a header', () => {
  test.each([
    ['', 'name', false, 'name'],
    ['name', 'name', false, '-name'],
    ['-name', 'name', false, 'name'],
    ['-date', 'name', false, 'name'],
    ['', 'date', true, '-date'],
    ['-date', 'date', true, 'date'],
    ['date', 'date', true, '-date'],
  ])('sorted by %j, of column %s (descending first: %s), sorts by %s', (sort, id, descendingFirst, next) => {
    expect(nextSort(sort, id, descendingFirst)).toBe(next);
  });
});
