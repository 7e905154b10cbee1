import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './password-rules.ts';

describe('isCommonPassword', () => {
  it.each(['password', '12345678', 'QwertyUiop', 'iloveyou', 'Summer2026!', 'letmein123'])(
    'knows %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(true);
    },
  );

  it.each(['a fine long one', 'correct horse battery', ' password', 'passwordpasswordx', ''])(
    'has nothing against %j',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false);
    },
  );

  it('has a list of what the length rule lets through, each once, in lower case', async () => {
    const text = await readFile(join(import.meta.dirname, 'common-passwords.txt'), 'utf8');
    const list = text.trimEnd().split('\n');
    expect(list.length).toBeGreaterThan(1000);
    expect(new Set(list).size).toBe(list.length);
    for (const password of list) expect(password).toMatch(/^[^A-Z\s]{8,128}$/);
  });
});
