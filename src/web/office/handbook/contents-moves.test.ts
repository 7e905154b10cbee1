import { expect, test } from 'vitest';
import type { StaffChapter } from '../../../shared/handbook/handbook.contract.ts';
import { moveChapter, movePage, pageToChapter, placePage } from './contents-moves.ts';

const contents = (...chapters: string[]): StaffChapter[] =>
  chapters.map((pages, at) => ({
    _id: `chapter ${at}`,
    title: '',
    pages: [...pages].map((_id) => ({
      _id,
      title: '',
      slug: '',
      public: false,
      updated: '',
      by: '',
      published: true,
      audience: 'none',
    })),
  }));

const shown = (chapters: StaffChapter[] | undefined) =>
  chapters?.map(({ pages }) => pages.map(({ _id }) => _id).join('')).join('|');

test.each([
  ['b', -1, 'ba|c|'],
  ['b', 1, 'a|bc|'],
  ['c', -1, 'abc||'],
  ['c', 1, 'ab||c'],
  ['a', -1, undefined],
  ['unknown', 1, undefined],
] as const)('%s by %s', (id, by, after) => {
  expect(shown(movePage(contents('ab', 'c', ''), id, by))).toBe(after);
});

test.each([
  ['a', { beside: 'c', after: false }, 'bac|d'],
  ['a', { beside: 'c', after: true }, 'bca|d'],
  ['c', { beside: 'a', after: false }, 'cab|d'],
  ['d', { beside: 'b', after: true }, 'abdc|'],
  ['a', { beside: 'a', after: true }, undefined],
])('%s beside %o', (id, where, after) => {
  expect(shown(placePage(contents('abc', 'd'), id, where))).toBe(after);
});

test('to the end of a chapter, and a chapter to a place', () => {
  expect(shown(pageToChapter(contents('ab', 'c'), 'a', 'chapter 1'))).toBe('b|ca');
  expect(shown(pageToChapter(contents('ab', 'c'), 'a', 'no chapter'))).toBeUndefined();
  expect(shown(moveChapter(contents('a', 'b', 'c'), 'chapter 0', 2))).toBe('b|c|a');
  expect(shown(moveChapter(contents('a', 'b'), 'chapter 0', -1))).toBeUndefined();
});
