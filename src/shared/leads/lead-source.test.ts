import { describe, expect, it } from 'vitest';
import { parseVisit } from './lead-source.ts';

describe('a visit', () => {
  const visit = {
    landing: '/articles',
    referrer: 'https://www.example.com',
    source: 'news',
    medium: 'mail',
    campaign: 'spring',
    calculation: 'price=900000',
    by: 'x',
  };

  it('is read from what the browser sends', () => {
    expect(parseVisit(JSON.stringify(visit))).toEqual(visit);
  });

  it('lacks what is missing or no text, and is one line of at most 200 characters each', () => {
    const given = { landing: '/a\r\nb\0', referrer: 7, source: 'x'.repeat(500) };
    expect(parseVisit(JSON.stringify(given))).toEqual({
      landing: '/a b',
      referrer: '',
      source: 'x'.repeat(200),
      medium: '',
      campaign: '',
      calculation: '',
      by: '',
    });
  });

  it.each([undefined, '', 'null', '[]', '"x"', '{', `{"landing":"${'x'.repeat(4000)}"}`])(
    'is none in %j',
    (text) => {
      expect(parseVisit(text)).toBeUndefined();
    },
  );
});
