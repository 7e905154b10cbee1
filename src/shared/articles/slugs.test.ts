import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugPattern } from '../text-rules.ts';
import { slugFromTitle } from './slugs.ts';

const anyTitle = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.lorem({ maxCount: 40 }));

describe('slugFromTitle', () => {
  it.each([
    ['What a flat fee really costs', 'what-a-flat-fee-really-costs'],
    ['  Été à Paris — 100% yours! ', 'ete-a-paris-100-yours'],
    ["Don't pay the broker's share", 'dont-pay-the-brokers-share'],
    ['Straße, Ærø, Łódź, İstanbul', 'strasse-aero-lodz-istanbul'],
    ['E&O: $125/side', 'e-o-125-side'],
    ['委托协议', 'article'],
    ['🏠', 'article'],
    ['---', 'article'],
  ])('makes of %j the slug %j', (title, slug) => expect(slugFromTitle(title, 'article')).toBe(slug));

  it('cuts a long title between words', () => {
    expect(slugFromTitle('one two three four '.repeat(10), 'article')).toBe(
      'one-two-three-four-one-two-three-four-one-two-three-four-one-two-three-four-one',
    );
    expect(slugFromTitle('a'.repeat(200), 'article')).toBe('a'.repeat(80));
  });

  it('is a slug whatever the title: small letters, digits and single hyphens, 1 to 80 characters', () => {
    fc.assert(
      fc.property(anyTitle, (title) => {
        const slug = slugFromTitle(title, 'article');
        expect(slug).toMatch(slugPattern);
        expect(slug.length).toBeLessThanOrEqual(80);
      }),
    );
  });

  it('leaves a slug as it is', () => {
    fc.assert(
      fc.property(anyTitle, (title) => {
        const slug = slugFromTitle(title, 'article');
        expect(slugFromTitle(slug, 'other')).toBe(slug);
      }),
    );
  });

  it('does not depend on how accents are encoded', () => {
    fc.assert(
      fc.property(anyTitle, (title) => {
        expect(slugFromTitle(title.normalize('NFD'), 'x')).toBe(slugFromTitle(title.normalize('NFC'), 'x'));
      }),
    );
  });
});
