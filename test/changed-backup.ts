import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Manifest, parseManifest } from '../src/server/features/backup/manifest.ts';
import { readTar, tarEnd, tarFile } from '../src/server/features/backup/tar.ts';
import { RowHash } from '../src/server/platform/db/stored-tables.ts';

export type Files = Map<string, Buffer>;

async function filesIn(from: string): Promise<Files> {
  const files: Files = new Map();
  for await (const { name, bytes } of readTar(Readable.from([zstdDecompressSync(await readFile(from))])))
    files.set(name, bytes);
  return files;
}

function packed(files: Files): Buffer {
  const parts = [...files].map(([name, bytes]) => tarFile(name, bytes, new Date()));
  return zstdCompressSync(Buffer.concat([...parts, tarEnd]));
}

/** A backup that was changed by hand, with all hashes as they have to be. */
export async function handMade(
  from: string,
  change: (files: Files, made: Manifest) => void,
): Promise<Buffer> {
  const all = await filesIn(from);
  const made = parseManifest(String(all.get('manifest.json')));
  const files: Files = new Map(
    [...all].filter(([name]) => name !== 'manifest.json' && !name.startsWith('hashes/')),
  );
  change(files, made);
  made.files = files.size;
  const hashes = [...files].map(([name, bytes]) => `${hash('sha256', bytes)}  ${name}\n`).join('');
  files.set('hashes/0000001.sha256', Buffer.from(hashes));
  files.set('manifest.json', Buffer.from(JSON.stringify(made)));
  return packed(files);
}

/** Changes the rows of a table, and what the manifest says of them. */
export function changeRows(
  files: Files,
  made: Manifest,
  table: string,
  change: (lines: string[]) => string[],
): void {
  const names = [...files.keys()].filter((name) => name.startsWith(`tables/${table}/`));
  const lines = names.flatMap((name) => String(files.get(name)).split('\n').filter(Boolean));
  for (const name of names.slice(1)) files.delete(name);
  const changed = change(lines);
  files.set(`tables/${table}/0000001.ndjson`, Buffer.from(`${changed.join('\n')}\n`));
  // The writer, too, puts the images last.
  for (const [name, bytes] of [...files]) {
    if (!name.startsWith('images/')) continue;
    files.delete(name);
    files.set(name, bytes);
  }
  const rows = new RowHash();
  rows.add(changed);
  const others = made.tables.filter(({ name }) => name !== table);
  made.tables = [...others, { name: table, rows: rows.rows, hash: rows.hash, secret: false }];
}

export const changeRow = (
  lines: string[],
  change: (row: Record<string, unknown>) => Record<string, unknown>,
) => lines.map((line, at) => (at === 0 ? JSON.stringify(change(JSON.parse(line))) : line));
export const anImage = (files: Files) => [...files.keys()].find((name) => name.startsWith('images/')) ?? '';
export const move = (files: Files, from: string, to: string) => {
  const all = [...files];
  files.clear();
  for (const [name, bytes] of all) files.set(name === from ? to : name, bytes);
};

export const manifestOf = async (from: string): Promise<Manifest> =>
  parseManifest(String((await filesIn(from)).get('manifest.json')));

/** A backup with another manifest, as of another version. */
export async function withManifest(from: string, change: (made: Manifest) => unknown): Promise<Buffer> {
  const files = await filesIn(from);
  const made = parseManifest(String(files.get('manifest.json')));
  return packed(files.set('manifest.json', Buffer.from(JSON.stringify(change(made)))));
}

export function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}
