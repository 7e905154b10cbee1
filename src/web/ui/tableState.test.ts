import { describe, expect, test } from 'vitest';
import { firstTableState, readTableState, type TableState, writeTableState } from './tableState.ts';

const newestFirst: TableState = { ...firstTableState, sort: '-date' };

describe('the state of a table in a URL', () => {
  test('starts with five rows of the first page', () => {
    expect(readTableState(new URLSearchParams())).toEqual({ search: '', sort: '', page: 1, size: 5 });
  });

  test.each([
    [{ search: 'maría & co', sort: '-date', page: 3, size: 25 }],
    [{ search: '', sort: '', page: 1, size: 'all' }],
  ] satisfies [TableState][])('%j survives a reload', (state) => {
    const query = writeTableState(new URLSearchParams(), state, newestFirst).toString();
    expect(readTableState(new URLSearchParams(query), newestFirst)).toEqual(state);
  });

  test('leaves out what is usual and keeps what is not its own', () => {
    const query = writeTableState(
      new URLSearchParams('tab=drafts&page=2&sort=title'),
      newestFirst,
      newestFirst,
    );
    expect(query.toString()).toBe('tab=drafts');
  });

  test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'size=7', 'size='])(
    'makes no sense of %s',
    (query) => {
      expect(readTableState(new URLSearchParams(query))).toEqual(firstTableState);
    },
  );
});
