import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createZstdDecompress } from 'node:zlib';
import { OperatorError } from '../../platform/operator-error.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { readTar } from './tar.ts';

export interface RowsOfArchive {
  kind: 'rows';
  table: string;
  name: string;
  /** NDJSON, encrypted when `sealed`. */
  bytes: Buffer;
  sealed: boolean;
}

interface ImageOfArchive {
  kind: 'image';
  id: string;
  name: string;
  bytes: Buffer;
}

type Item = RowsOfArchive | ImageOfArchive;

/**
 * The rows and images of a backup in their order, then its manifest. A file's hash is compared after it was returned.
 * @throws OperatorError when the file is missing, cut off, damaged or of a newer version
 */
export async function* readArchive(file: string): AsyncGenerator<Item, Manifest> {
  try {
    return yield* items(file);
  } catch (error) {
    const reason = reasonOf(error);
    throw reason === undefined
      ? error
      : new OperatorError(`${file} cannot be used. ${reason}`, { cause: error });
  }
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'There is no such file.';
  if (code === 'EISDIR' || code === 'EACCES') return `It cannot be read (${code}).`;
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(String(error)))
    return 'It is cut off: its end is missing.';
  if (code.startsWith('ZSTD_')) return 'It is damaged, or no backup.';
  return undefined;
}

async function* items(file: string): AsyncGenerator<Item, Manifest> {
  let expected = new Map<string, string>();
  let files = 0;
  for await (const { name, bytes } of readTar(unpacked(file))) {
    if (name === 'manifest.json') {
      const manifest = parseManifest(bytes.toString());
      if (expected.size > 0 || files !== manifest.files) throw new OperatorError('Files are missing in it.');
      return manifest;
    }
    if (name.startsWith('hashes/')) {
      compare(bytes.toString(), expected);
      expected = new Map();
      continue;
    }
    files++;
    expected.set(name, hash('sha256', bytes));
    yield toItem(name, bytes);
  }
  throw new OperatorError('It is cut off: its manifest is missing.');
}

async function* unpacked(file: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(file);
  const zstd = createZstdDecompress();
  packed.on('error', (error) => zstd.destroy(error));
  try {
    for await (const chunk of packed.pipe(zstd)) yield chunk;
  } finally {
    packed.destroy();
    zstd.destroy();
  }
}

function compare(list: string, hashes: Map<string, string>): void {
  const listed = list.split('\n').filter(Boolean);
  const isSame = listed.every((line) => hashes.get(line.slice(66)) === line.slice(0, 64));
  if (!isSame || listed.length !== hashes.size) throw new OperatorError('It is damaged: a hash differs.');
}

function toItem(path: string, bytes: Buffer): Item {
  const [, table, sealed] = /^tables\/(\w+)\/\d+\.ndjson(\.sealed)?$/.exec(path) ?? [];
  if (table) return { kind: 'rows', table, name: path, bytes, sealed: sealed !== undefined };
  const [, id, name] = /^images\/([0-9a-f-]{36})\/([\w.]+)$/.exec(path) ?? [];
  if (id && name) return { kind: 'image', id, name, bytes };
  throw new OperatorError(`It holds ${JSON.stringify(path)}, which no backup does.`);
}

/** Reads a backup to its end, comparing every file's hash. @throws OperatorError as `readArchive` */
export async function checkArchive(
  file: string,
  eachFile: (bytes: number) => void = () => {},
): Promise<Manifest> {
  const reading = readArchive(file);
  for (;;) {
    const { value, done } = await reading.next();
    if (done) return value;
    eachFile(value.bytes.length);
  }
}
