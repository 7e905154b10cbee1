import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commonPasswords, isCommonPassword, isPersonalPassword } from './password-rules.ts';

describe('isCommonPassword', () => {
  it.each([
    'password',
    '12345678',
    'QwertyUiop',
    'iloveyou',
    'Summer2026!',
    'letmein123',
    'zaq12wsx',
    'Liverpool1',
  ])('knows %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it.each(['a fine long one', 'correct horse battery', ' password', 'passwordpasswordx', '', 'wertyuiopas'])(
    'has nothing against %j',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false);
    },
  );

  it('has a list of 10,000 that the length rule lets through, in lower case, in 64 KB', async () => {
    const list = await commonPasswords();
    expect(list.size).toBeGreaterThanOrEqual(10_000);
    expect([...list].filter((password) => !/^[^A-Z\s]{8,128}$/.test(password))).toEqual([]);
    const file = join(import.meta.dirname, 'common-passwords.txt.br');
    expect((await stat(file)).size).toBeLessThan(64_000);
  });
});

describe('isPersonalPassword', () => {
  const owner = { name: 'Zoë Marlowe-Quist', email: 'zoe.quist77@acme-homes.example' };
  const brokerage = { name: 'Homequest', legalName: 'Homequest Realty, Inc.' };

  it.each([
    'ZoëMarloweQuist',
    'zoë marlowe-quist!',
    'Marlowe2026!',
    'quistzoe',
    'zoe.quist77@acme-homes.example',
    'zoequist77',
    'Acme-Homes-1',
    'homequest1',
    'HomequestRealty',
    'marlowe-homequest',
  ])('refuses %s', (password) => {
    expect(isPersonalPassword(password, owner, brokerage)).toBe(true);
  });

  it.each(['Marlowe drinks tea', 'quistest 8', '4815162342', 'a fine long one'])(
    'lets %s pass',
    (password) => {
      expect(isPersonalPassword(password, owner, brokerage)).toBe(false);
    },
  );

  it.each([
    ['j.r.stone@example.com', 'J.R.Stone 1990'],
    ['j.r.stone@example.com', 'jr-stone-jr-stone'],
    ['j4815162@example.com', 'j4815162'],
    ['a.b.c.d@example.com', 'ABCD-2026!'],
  ])('refuses the part of %s before the @, whatever letters stand alone in it: %s', (email, password) => {
    expect(isPersonalPassword(password, { name: 'Kim Ito', email }, brokerage)).toBe(true);
  });

  it('takes no word of one or two letters: it would refuse chance', () => {
    const short = { name: 'X Q', email: 'q@x.io' };
    expect(isPersonalPassword('X9#47$21', short, brokerage)).toBe(false);
  });
});
