import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { unzip } from '../../../test/unzip.ts';
import { type ZipFile, zip } from './zip.ts';

async function* each<T>(...items: T[]): AsyncGenerator<T> {
  yield* items;
}

async function packed(...files: ZipFile[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of zip(each(...files), new Date('2026-11-22T10:20:30Z'))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('A ZIP', () => {
  it('has what was put into it', async () => {
    const noise = randomBytes(300_000);
    const archive = await packed(
      { name: 'data/posts.json', content: each('[1,', '2', ']') },
      { name: 'Bilder/ü.jpg', content: each(noise.subarray(0, 1000), noise.subarray(1000)), stored: true },
      { name: 'noise', content: each(noise) },
      { name: 'empty', content: each() },
    );
    const files = unzip(archive);
    expect([...files.keys()]).toEqual(['data/posts.json', 'Bilder/ü.jpg', 'noise', 'empty']);
    expect(files.get('data/posts.json')?.toString()).toBe('[1,2]');
    expect(files.get('Bilder/ü.jpg')?.equals(noise)).toBe(true);
    expect(files.get('noise')?.equals(noise)).toBe(true);
    expect(files.get('empty')?.length).toBe(0);
  });

  it('of no files is one, too', async () => {
    expect(unzip(await packed()).size).toBe(0);
  });

  it('fails with its source', async () => {
    async function* broken(): AsyncGenerator<string> {
      yield 'half';
      throw new Error('The database is away');
    }
    await expect(packed({ name: 'x', content: broken() })).rejects.toThrow('The database is away');
    await expect(packed({ name: 'x', content: broken(), stored: true })).rejects.toThrow(
      'The database is away',
    );
  });

  it('is found to be damaged', async () => {
    const archive = await packed({ name: 'x', content: each('some text'), stored: true });
    archive[32] = (archive[32] ?? 0) ^ 1;
    expect(() => unzip(archive)).toThrow('x is damaged');
  });
});
