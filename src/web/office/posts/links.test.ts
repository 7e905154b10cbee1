import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withLinks } from './links.ts';

const hrefs = (text: string) => withLinks(text).flatMap(({ href }) => href ?? []);

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
          withLinks(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
        for (const href of hrefs(text)) expect(href).toMatch(/^https?:\/\//i);
      }),
    );
  });
});
