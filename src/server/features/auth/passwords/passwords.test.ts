import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

describe('hashPassword', () => {
  it('makes Argon2id hashes of 19 MiB and two passes, each with a salt of its own', async () => {
    const hashes = await Promise.all([hashPassword('the same'), hashPassword('the same')]);
    for (const hash of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('runs 2 at once, queues 52 and rejects the others', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('x')));
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array(54).fill('fulfilled'),
      ...Array(6).fill('rejected'),
    ]);
    await expect(hashPassword('x')).resolves.toBeTruthy();
  });
});

describe('verifyPassword', () => {
  it('knows the password again, to the letter', async () => {
    const hash = await hashPassword('Pass word');
    expect(await verifyPassword('Pass word', hash)).toBe(true);
    for (const other of ['pass word', 'Pass word ', 'Pass', ''])
      expect(await verifyPassword(other, hash)).toBe(false);
  });

  it('knows none where there is no hash, or one that cannot be read', async () => {
    expect(await verifyPassword('', null)).toBe(false);
    expect(await verifyPassword('x', 'not a hash')).toBe(false);
  });
});
