import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTar, type TarFile, tarEnd, tarFile } from './tar.ts';

const run = promisify(execFile);
const moment = new Date('2026-01-31T03:00:00Z');
const files = [
  { name: 'tables/users/0000001.ndjson', bytes: Buffer.from('{"name":"Zoë"}\n') },
  { name: 'images/a/96.avif', bytes: Buffer.alloc(512, 7) },
  { name: 'empty', bytes: Buffer.alloc(0) },
  { name: 'manifest.json', bytes: Buffer.alloc(70_000, '{') },
];
const archive = Buffer.concat([...files.map(({ name, bytes }) => tarFile(name, bytes, moment)), tarEnd]);

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(bytes: Buffer, size = 1000): Promise<TarFile[]> {
  const read: TarFile[] = [];
  for await (const file of readTar(inPieces(bytes, size))) read.push(file);
  return read;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerage-tar-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('tar', () => {
  it.each([1, 511, 512, 100_000])('reads what it wrote, in pieces of %i bytes', async (size) => {
    expect(await readAll(archive, size)).toEqual(files);
  });

  it('writes what the system tar reads', async () => {
    await writeFile(join(folder, 'ours.tar'), archive);
    await run('tar', ['-xf', 'ours.tar'], { cwd: folder });
    for (const { name, bytes } of files) expect(await readFile(join(folder, name))).toEqual(bytes);
  });

  it('reads what the system tar wrote', async () => {
    await writeFile(join(folder, 'file.txt'), 'of the system');
    await run('tar', ['--format=ustar', '-cf', 'theirs.tar', 'file.txt'], { cwd: folder });
    const read = await readAll(await readFile(join(folder, 'theirs.tar')));
    expect(read).toEqual([{ name: 'file.txt', bytes: Buffer.from('of the system') }]);
  });

  it.each([100, 600, 1536, 72_000])('says that it is cut off after %i bytes', async (length) => {
    await expect(readAll(archive.subarray(0, length))).rejects.toThrow('cut off');
  });

  it('refuses what is no archive', async () => {
    await expect(readAll(Buffer.alloc(4096, 'x'))).rejects.toThrow('not a backup');
  });
});
