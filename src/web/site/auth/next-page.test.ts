import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextPage } from './next-page.ts';

const destination = (next: string) => nextPage(`https://site.example/login?next=${encodeURIComponent(next)}`);

describe('nextPage', () => {
  it('is the dashboard unless the address names another page', () => {
    expect(nextPage('https://site.example/login')).toBe('/dashboard');
    expect(destination('')).toBe('/dashboard');
  });

  it.each(['/dashboard/view-articles', '/posts/1?from=mail#comments', '/'])(
    'is %s when it is asked for',
    (next) => {
      expect(destination(next)).toBe(`https://site.example${next}`);
    },
  );

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'dashboard',
    ' //evil.example',
    '///evil.example',
    '/\n/evil.example',
  ])('is not %j', (next) => {
    expect(destination(next)).toBe('/dashboard');
  });

  it('never leads to another site', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      ':',
      '@',
      '#',
      '?',
      '%2f',
      '\t',
      'evil.example',
      'x',
      'javascript:',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const { origin, protocol } = new URL(destination(`/${parts.join('')}`), 'https://site.example/login');
        expect({ origin, protocol }).toEqual({ origin: 'https://site.example', protocol: 'https:' });
      }),
      { numRuns: 2000 },
    );
  });
});
