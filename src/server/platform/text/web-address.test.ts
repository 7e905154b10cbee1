import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWebAddress } from '../../../shared/web-address.ts';

describe('isWebAddress', () => {
  it.each([
    'https://www.dre.ca.gov/',
    'http://localhost:3000',
    'http://127.0.0.1:8080/a',
    'HTTPS://Example.COM',
    'https://a.b-c.example/path;x=1,2?q=%20a&b[]=1#top',
    'https://example.com?q',
    'https://example.com#x',
    'https://café.example/ü',
    'https://xn--caf-dma.example/',
    'https://under_score.example',
  ])('takes %s', (address) => expect(isWebAddress(address)).toBe(true));

  it.each([
    '',
    'http',
    'http:',
    'http://',
    'https:///',
    'https://?x',
    'https://#x',
    'https:///path',
    'https://:80',
    'javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,https://example.com',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com',
    'blob:https://example.com/x',
    'mailto:a@b.example',
    '//example.com',
    'example.com',
    '/path',
    'https:example.com',
    'https:/example.com',
    'https:\\\\example.com',
    'https://exa mple.com',
    'https://example.com/a b',
    ' https://example.com',
    'https://example.com\n',
    'https://example.com/\t',
    'https://exam\nple.com',
    'https://example.com/\0',
    'https://example.com/\u202egnp',
    'https://user@example.com',
    'https://user:word@example.com',
    'https://www.dre.ca.gov@evil.example/',
    'https://example.com\\@evil.example',
    'https://.',
    'https://..',
    'https://a..b',
    'https://.a',
    'https://a.',
    'https://-a.example',
    'https://a-.example',
    'https://%61.example',
    'https://exa%00mple.com',
    'https://[::1',
    'https://1.2.3',
    'https://256.1.1.1',
    'https://1.2.3.4.5',
    'https://0x7f.1',
    'https://example.com:99999',
    'https://example.com:port',
    'https://example.com:',
    'https://"onmouseover="',
    'https://example.com/"x',
    'https://example.com/<script>',
    'https://example.com/a\\b',
    'https://example.com|x',
    "https://'",
  ])('refuses %j', (address) => expect(isWebAddress(address)).toBe(false));

  it('accepts nothing that the URL standard reads differently', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'http',
        'https',
        'javascript',
        ':',
        '/',
        '//',
        '\\',
        '?',
        '#',
        '@',
        '.',
        '-',
        '[',
        ']',
        '%',
      ),
      fc.constantFrom('a', 'example', '.com', '1', '255', '0x1', ' ', '\t', '\0', '\u200b', ':80', ':65536'),
      fc.string({ unit: 'grapheme-ascii', maxLength: 3 }),
    );
    const text = fc.tuple(fc.constantFrom('', 'https://', 'http://a', 'https://a.b/'), fc.array(piece));
    fc.assert(
      fc.property(text, ([start, rest]) => {
        const address = start + rest.join('');
        if (!isWebAddress(address) || address.includes('xn--')) return;
        const { protocol, hostname, username } = new URL(address);
        expect(['http:', 'https:']).toContain(protocol);
        expect(address.toLowerCase()).toContain(`//${hostname}`);
        expect(username).toBe('');
      }),
      { numRuns: 2000 },
    );
  });
});
