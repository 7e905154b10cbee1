import { expect, test } from 'vitest';
import { differ, merge } from './versions.ts';

const base = { title: 'Title', text: 'Text' };

test('what only the other person changed becomes theirs, what I changed stays mine', () => {
  expect(merge(base, { title: 'Mine', text: 'Text' }, { title: 'Title', text: 'Theirs' })).toEqual({
    title: 'Mine',
    text: 'Theirs',
  });
  expect(merge(base, { title: 'Mine', text: 'Text' }, { title: 'Theirs', text: 'Text' })).toEqual({
    title: 'Mine',
    text: 'Text',
  });
});

test('white space that saving removes is no change', () => {
  expect(differ(base, { title: ' Title', text: 'Text\n' })).toBe(false);
  expect(differ(base, { title: 'Title', text: 'Te xt' })).toBe(true);
  expect(merge(base, { title: 'Title ', text: 'Text' }, { title: 'Theirs', text: 'Text' }).title).toBe(
    'Theirs',
  );
});
