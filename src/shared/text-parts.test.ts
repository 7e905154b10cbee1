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
    ...['。', '）', '、', '」', '»', '।', '，', '！', '؟', '】', '。次の文', '）です'].map(
      (end): [string, string[]] => [`https://example.com/a${end}`, ['https://example.com/a']],
    ),
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
    ["@J. (Jo) O'Hara‑Núñez [Jr.]", [odd], ["3 @J. (Jo) O'Hara‑Núñez [Jr.]"]],
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

/** Reference implementation: simple, but cubic in time. */
function trimmedByCounting(address: string): string {
  const count = (text: string, character: string) => text.split(character).length - 1;
  const shorter = address.replace(/[.,;:!?…*_~'’]+$/u, '');
  const isClosing = shorter.endsWith(')') && count(shorter, '(') < count(shorter, ')');
  const next = isClosing || shorter.endsWith(']') ? shorter.slice(0, -1) : shorter;
  return next === address ? next : trimmedByCounting(next);
}

function mentionsByExpression(text: string, mentions: Mention[]): string[] {
  const names = mentions.map(({ name }) => name).sort((a, b) => b.length - a.length);
  const alternatives = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const found = text.matchAll(
    new RegExp(`(?<![\\p{L}\\p{N}\\p{M}@/._-])@(?:${alternatives})(?![\\p{L}\\p{N}\\p{M}]|-\\p{L})`, 'gu'),
  );
  return [...found].map(([part]) => `${mentions.find(({ name }) => `@${name}` === part)?.user} ${part}`);
}

describe('the parts of a text in linear time', () => {
  const check = { numRuns: 500 };

  it('end addresses where counting again for each bracket does', () => {
    const piece = fc.constantFrom(...'.,;:!?…*_~\'’()()[]x/"💥', ')]', '.)', "'’", '…');
    const address = fc.string({ unit: piece, maxLength: 30 }).map((rest) => `https://a.bc/${rest}`);
    fc.assert(
      fc.property(address, (text) => {
        const [found = ''] = /https?:\/\/[^\s<>"'\u201c\u201d]+/iu.exec(text) ?? [];
        expect(textParts(text)[0]).toEqual({
          text: trimmedByCounting(found),
          href: trimmedByCounting(found),
        });
      }),
      check,
    );
  });

  it('find the same mentions as one expression of all names', () => {
    const text = fc.string({ unit: fc.constantFrom('@', 'A', 'b', ' ', '-', '.', '\u0301', '💥', '(') });
    const name = fc.string({ unit: fc.constantFrom('A', 'b', ' ', '-', '@', '.', '('), minLength: 1 });
    fc.assert(
      fc.property(text, fc.array(name, { minLength: 1, maxLength: 5 }), (pieces, names) => {
        const mentions = names.map((each, index) => ({ user: String(index), name: each }));
        expect(mentioned(pieces, mentions)).toEqual(mentionsByExpression(pieces, mentions));
      }),
      check,
    );
  });
});
