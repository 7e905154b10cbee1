import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialed, noPhones, writtenPhones } from '../../../test/written-phones.ts';
import { dialedBy, digitsToSearch, phoneNumbersIn, toPhoneKey } from './phone.ts';

describe('a phone number', () => {
  it.each(writtenPhones)('%j is one, and a search for it', (text) => {
    expect(toPhoneKey(text)).toBe('+13105550142');
    expect(digitsToSearch(text)).toBe('3105550142');
  });

  it.each(dialed)('%j dials %s', (text, address) => {
    expect(dialedBy(text)).toBe(address);
  });

  it.each(noPhones)('%j is none', (text) => {
    expect(toPhoneKey(text)).toBeNull();
  });

  it('is found however its groups are parted', () => {
    const sign = fc.constantFrom(' ', '-', '.', '–', '‑', '\u00a0', '');
    const before = fc.constantFrom('', '+1', '1 ', '+1 ', 'cell ', 'Tel: ');
    const after = fc.constantFrom('', ' ext 7', ' x7', ' (work)', ' / 323-555-0100', ', 323 555 0100');
    fc.assert(
      fc.property(before, sign, sign, after, (first, one, other, last) => {
        const text = `${first}310${one}555${other}0142${last}`;
        expect([text, phoneNumbersIn(text)[0]?.number]).toEqual([text, '+13105550142']);
      }),
    );
  });

  it('is taken while it is being typed', () => {
    expect([digitsToSearch('310 55'), digitsToSearch('+1 310 55'), digitsToSearch('ana 31')]).toEqual([
      '31055',
      '31055',
      undefined,
    ]);
  });
});
