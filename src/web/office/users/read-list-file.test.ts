import { expect, test } from 'vitest';
import { decode, readListFile } from './read-list-file.ts';

const utf16 = (text: string) =>
  new Uint8Array([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0])]);

test.each([
  ['UTF-8 with a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, 0x5a, 0xc3, 0xa9]), 'Zé'],
  ['UTF-8', new Uint8Array([0x5a, 0xc3, 0xa9]), 'Zé'],
  ['windows-1252', new Uint8Array([0x5a, 0xe9, 0x80]), 'Zé€'],
  ['UTF-16', utf16('Zé\tz@example.com'), 'Zé\tz@example.com'],
])('a list in %s is read', (_encoding, bytes, text) => {
  expect(decode(bytes)).toBe(text);
});

test('a workbook is no list, and neither is a film', async () => {
  await expect(readListFile(new File(['PK\x03\x04'], 'a.xlsx'))).rejects.toThrow('Save it as CSV');
  await expect(readListFile(new File(['a'.repeat(1_000_001)], 'a.csv'))).rejects.toThrow(
    'The list must be at most 1,000,000 characters',
  );
});
