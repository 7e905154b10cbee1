import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailExamples, refusedEmails } from '../test/email-examples.ts';
import { cleanEmail, emailPattern, shownEmail } from './shared/email-address.ts';
import { email } from './shared/fields.ts';
import { mailtoHref } from './shared/leads/mailto.ts';

const message = 'Please include a valid email';
const read = (typed: string) => {
  const { data, error } = email().safeParse(typed);
  return error ? error.issues.map((issue) => issue.message) : data;
};

describe('an email address', () => {
  it.each(emailExamples)('%j is taken as %s', (typed, stored) => {
    expect(read(typed)).toBe(stored);
    expect(cleanEmail(stored)).toBe(stored);
  });

  it.each(refusedEmails)('%j is refused', (typed) => {
    expect(read(typed)).toEqual([message]);
  });

  it('is taken with whatever stands around it', () => {
    const before = fc.constantFrom(
      '',
      ' ',
      '\u200b',
      '\u2060',
      'mailto:',
      '<',
      'Kim <',
      '"Ito, Kim" <',
      '‘',
      '\u200e<',
    );
    const after = fc.constantFrom('', ' ', '\u00a0', '.', ';', ',', '\u200b', '\u3000', '.\u00ad');
    const closing = (opening: string) =>
      ({ '<': '>', ' <': '>', '‘': '’' })[opening.replace(/^.*?( ?<|‘)$/s, '$1')] ?? '';
    fc.assert(
      fc.property(
        fc.constantFrom(...emailExamples.map(([, stored]) => stored)),
        before,
        after,
        (stored, opening, end) => {
          if (opening === 'mailto:' && /[%?]/.test(stored)) return;
          expect(read(opening + stored + closing(opening) + end)).toBe(stored);
        },
      ),
    );
  });

  it('in any width and with marks between its letters is one address', () => {
    const wide = (text: string) =>
      text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));
    fc.assert(
      fc.property(
        fc.constantFrom('\u200b', '\u00ad', '\u2060', '\ufeff', '\u200d'),
        fc.nat(14),
        (mark, at) => {
          const address = 'kim@example.com';
          expect(read(address.slice(0, at) + mark + wide(address.slice(at)))).toBe(address);
        },
      ),
    );
  });

  it('that was valid before is stored as before', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(
          /^[a-z0-9_+-]([a-z0-9_'+.-]{0,10}[a-z0-9_+-])?@[a-z0-9][a-z0-9-]{0,8}\.[a-z]{2,4}$/,
        ),
        (address) => {
          if (address.includes('..')) return;
          expect(read(address)).toBe(address);
        },
      ),
    );
  });

  it('has its domain in ASCII as the URL standard writes it', () => {
    const letters = fc.string({
      unit: fc.constantFrom('ä', 'Ö', 'é', 'ß', 'п', 'я', '例', 'え', '한', 'a', '7', 'ａ'),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(letters, (label) => {
        expect(cleanEmail(`kim@${label}.example`)).toBe(`kim@${domainToASCII(`${label}.example`)}`);
      }),
    );
  });

  it('cleaned twice is as cleaned once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ maxLength: 10 }), (a, b) => {
        const once = cleanEmail(`${a}@${b}`);
        if (emailPattern.test(once)) expect(cleanEmail(once)).toBe(once);
      }),
    );
  });
});

describe('an address is shown', () => {
  it.each([
    ['kim@example.com', 'kim@example.com'],
    ['kim@xn--bcher-kva.example', 'kim@bücher.example'],
    ['kim@xn--r8jz45g.xn--zckzah', 'kim@例え.テスト'],
    ['kim@xn--80a1acny.xn--p1ai', 'kim@почта.рф'],
    // A Cyrillic а among Latin letters, and a whole word of such.
    ['kim@xn--pple-43d.com', 'kim@xn--pple-43d.com'],
    ['kim@xn--80ak6aa92e.com', 'kim@xn--80ak6aa92e.com'],
    ['kim@xn--a.example', 'kim@xn--a.example'],
    ['xn--bcher-kva@example.com', 'xn--bcher-kva@example.com'],
  ])('%s as %s', (stored, shown) => expect(shownEmail(stored)).toBe(shown));

  it('so that what is shown leads back to it', () => {
    for (const [, stored] of emailExamples) expect(cleanEmail(shownEmail(stored))).toBe(stored);
  });
});

it('a link has it without parts of its own', () => {
  expect(mailtoHref('a?cc=b&c%@example.com')).toBe('mailto:a%3Fcc%3Db%26c%25@example.com');
});
