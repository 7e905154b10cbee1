import { expect, test } from 'vitest';
import { decode, readListFile } from './read-list-file.ts';

const utf16 = (text: string) => new Uint8Array([...text].flatMap((letter) => [letter.charCodeAt(0), 0]));
const bigEndian = (text: string) => utf16(text).map((_byte, at, all) => all[at ^ 1] ?? 0);
const list = 'Zé\tz@example.com';

test.each([
  ['UTF-8 with a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, 0x5a, 0xc3, 0xa9]), 'Zé'],
  ['UTF-8', new Uint8Array([0x5a, 0xc3, 0xa9]), 'Zé'],
  ['windows-1252', new Uint8Array([0x5a, 0xe9, 0x80]), 'Zé€'],
  ['UTF-16 with its mark', new Uint8Array([0xff, 0xfe, ...utf16(list)]), list],
  ['UTF-16 without', utf16(list), list],
  ['UTF-16 the other way round', new Uint8Array([0xfe, 0xff, ...bigEndian(list)]), list],
  ['UTF-16 the other way round, without its mark', bigEndian(list), list],
])('a list in %s is read', (_encoding, bytes, text) => {
  expect(decode(bytes)).toBe(text);
});

test('a workbook is no list, and neither is a film', async () => {
  await expect(readListFile(new File(['PK\x03\x04'], 'a.xlsx'))).rejects.toThrow('Save it as CSV');
  await expect(readListFile(new File(['a'.repeat(1_000_001)], 'a.csv'))).rejects.toThrow(
    'The file must be at most 1,000,000 characters',
  );
});
