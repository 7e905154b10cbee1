import { describe, expect, it } from 'vitest';
import { completed, matches, typedMention } from './typed-mention.ts';

const annLee = { user: '1', name: 'Ann Lee' };

describe('a name that is being typed', () => {
  it.each([
    ['@a', { start: 0, search: 'a' }],
    ['Thanks, @Ann Le', { start: 8, search: 'Ann Le' }],
    ['(@ann', { start: 1, search: 'ann' }],
    ['line\n@Émi', { start: 5, search: 'Émi' }],
    ['@Ann ', { start: 0, search: 'Ann' }],
    ['@Ann and @O’Ha', { start: 9, search: 'O’Ha' }],
  ])('is found in %j', (before, expected) => expect(typedMention(before, [])).toEqual(expected));

  it.each(['', '@', '@ a', 'me@example', '@@ann', 'https://x.com/@ann', '@ann, ', '@a b c d', '@ann\nb'])(
    'is none in %j',
    (before) => expect(typedMention(before, [])).toBeUndefined(),
  );

  it('is none once a member is chosen, whatever follows', () => {
    for (const text of ['@Ann Lee', '@Ann Lee ', '@Ann Lee said']) {
      expect(typedMention(text, [annLee])).toBeUndefined();
    }
    expect(typedMention('@Ann L', [annLee])).toEqual({ start: 0, search: 'Ann L' });
  });

  it('gives way to the whole name, with one space after it', () => {
    expect(completed('Hi @an', { start: 3, caret: 6, name: 'Ann Lee' })).toEqual({
      text: 'Hi @Ann Lee ',
      caret: 12,
    });
    expect(completed('Hi @an there', { start: 3, caret: 6, name: 'Ann Lee' })).toEqual({
      text: 'Hi @Ann Lee there',
      caret: 12,
    });
  });
});

it('a name matches by its beginning or that of a later word', () => {
  expect(['an', 'LEE', 'ann l'].every((search) => matches('Ann Lee', search))).toBe(true);
  expect(['nn', 'ee', 'lee ann'].some((search) => matches('Ann Lee', search))).toBe(false);
});
