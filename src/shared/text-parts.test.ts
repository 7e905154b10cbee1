import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Mention, mentionsIn, textParts } from './text-parts.ts';

const hrefs = (text: string) => textParts(text).flatMap(({ href }) => href ?? []);

describe('links in a text', () => {
  it.each([
    ['See https://www.dre.ca.gov/licensees, please.', ['https://www.dre.ca.gov/licensees']],
    [
      '(https://example.com/a_(b)) and https://example.com/?q=1&r=2#top!',
      ['https://example.com/a_(b)', 'https://example.com/?q=1&r=2#top'],
    ],
    ['HTTP://EXAMPLE.COM', ['HTTP://EXAMPLE.COM']],
    ['a\nhttps://example.com\nb', ['https://example.com']],
    ['<a href="https://example.com">x</a>', ['https://example.com']],
  ])('of %j are %j', (text, expected) => expect(hrefs(text)).toEqual(expected));

  it.each([
    'javascript:alert(1)',
    'data:text/html,<b>',
    'https://',
    'https://user@example.com/',
    'no address: example.com, ftp://example.com',
    '[x](javascript:alert(1))',
  ])('are none in %j', (text) => expect(hrefs(text)).toEqual([]));

  it('leave the text as it is', () => {
    const anything = fc.string({
      unit: fc.constantFrom('https://', 'a.b', '/', ')', '(', '.', ' ', '<', '💥', 'ש'),
    });
    fc.assert(
      fc.property(anything, (text) => {
        expect(
          textParts(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
        for (const href of hrefs(text)) expect(href).toMatch(/^https?:\/\//i);
      }),
    );
  });
});

const ann: Mention = { user: '1', name: 'Ann' };
const annLee: Mention = { user: '2', name: 'Ann Lee' };
const odd: Mention = { user: '3', name: 'J. (Jo) O’Hara-Núñez [Jr.]' };
const mentioned = (text: string, mentions: Mention[]) =>
  textParts(text, mentions).flatMap(({ user, text: part }) =>
    user === undefined ? [] : [`${user} ${part}`],
  );

describe('mentions in a text', () => {
  it.each([
    ['@Ann', [ann], ['1 @Ann']],
    ['Thanks, @Ann Lee.', [ann, annLee], ['2 @Ann Lee']],
    ['@Ann and @Ann Lee, (@Ann)', [ann, annLee], ['1 @Ann', '2 @Ann Lee', '1 @Ann']],
    ["@Ann's listing", [ann], ['1 @Ann']],
    [`Ask @${odd.name}!`, [odd], [`3 @${odd.name}`]],
    ['https://example.com/@Ann and @Ann', [ann], ['1 @Ann']],
    ['see https://example.com/?a=(@Ann', [ann], []],
  ])('of %j are cut', (text, mentions, expected) => expect(mentioned(text, mentions)).toEqual(expected));

  it.each(['@Anna', 'me@Ann', '@@Ann', '@ann', 'Ann', '@Ann-Marie', 'x/@Ann', '@Anń'])(
    'are none in %j',
    (text) => expect(mentioned(text.normalize('NFD'), [ann])).toEqual([]),
  );

  it('are all of those with one name', () => {
    const other = { user: '9', name: 'Ann' };
    expect(mentionsIn('@Ann', [ann, annLee, other])).toEqual([ann, other]);
  });

  it('leave the text as it is, and are never in an address', () => {
    const pieces = ['@', 'Ann', ' Lee', ' ', '\n', 'https://a.b/', '/', '(', ')', '.', '-', '\\', '💥', 'ש'];
    const anything = fc.string({ unit: fc.constantFrom(...pieces) });
    const name = fc.string({
      unit: fc.constantFrom('A', 'nn', ' ', '.', '*', '(', ']', '\\', '-', 'é'),
      minLength: 1,
    });
    fc.assert(
      fc.property(anything, fc.array(name), (text, names) => {
        const mentions = [ann, annLee, ...names.map((each, index) => ({ user: `n${index}`, name: each }))];
        const parts = textParts(text, mentions);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(parts.flatMap(({ href }) => href ?? [])).toEqual(hrefs(text));
        for (const { user, text: part } of parts) {
          if (user !== undefined) expect(mentions.map((each) => `@${each.name}`)).toContain(part);
        }
      }),
    );
  });

  it('are found wherever one is written', () => {
    const befores = ['', ' ', '(', '"', '\n', '💥'];
    const afters = ['', '.', ' x', ')', '\n', '’s'];
    for (const before of befores) {
      for (const after of afters) {
        expect(mentioned(`${before}@Ann Lee${after}`, [ann, annLee])).toEqual(['2 @Ann Lee']);
      }
    }
  });
});
