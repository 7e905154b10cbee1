import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createZstdDecompress } from 'node:zlib';
import { storedFiles, storedKinds } from '../../../shared/images/images.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { filesPerList, type Manifest, parseManifest } from './manifest.ts';
import { readTar, type TarFile } from './tar.ts';

export interface RowsOfArchive {
  kind: 'rows';
  table: string;
  /** From 1. */
  part: number;
  /** The path, which is sealed with the rows. */
  name: string;
  /** NDJSON, encrypted when `sealed`. */
  bytes: Buffer;
  sealed: boolean;
}

interface ImageOfArchive {
  kind: 'image';
  id: string;
  /** Such as '96.avif'. */
  file: string;
  bytes: Buffer;
}

export type Item = RowsOfArchive | ImageOfArchive;

/** How many bytes a file may unpack to: so many, and 200 for each of its own. Texts come to about ten. */
const maxUnpacked = 256_000_000;
const maxRatio = 200;

/**
 * The rows and images of a backup in their order, then its manifest. A file's hash is compared after it was returned.
 * @throws OperatorError when the file is missing, cut off, damaged, of a newer version, or holds what no backup does
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
  if (code.startsWith('ZSTD_')) return 'It is damaged, or not a backup.';
  return undefined;
}

async function* items(file: string): AsyncGenerator<Item, Manifest> {
  const order = new Order();
  let expected = new Map<string, string>();
  let files = 0;
  for await (const { name, bytes } of afterWhich(readTar(unpacked(file)))) {
    if (name === 'manifest.json') {
      const manifest = parseManifest(bytes.toString());
      if (expected.size > 0 || files !== manifest.files)
        throw new OperatorError('Files are missing from it.');
      return manifest;
    }
    if (name.startsWith('hashes/')) {
      compare(bytes.toString(), expected);
      expected = new Map();
      continue;
    }
    files++;
    const item = toItem(name, bytes);
    if (!order.follows(item)) throw new OperatorError(`${JSON.stringify(name)} in it comes out of order.`);
    expected.set(name, hash('sha256', bytes));
    if (expected.size > filesPerList) throw new OperatorError('It is damaged: a list of hashes is missing.');
    yield item;
  }
  throw new OperatorError('It is cut off: its manifest is missing.');
}

/** Says of damage after which file of the archive it is. */
async function* afterWhich(files: AsyncIterable<TarFile>): AsyncGenerator<TarFile> {
  let last: string | undefined;
  try {
    for await (const file of files) {
      last = file.name;
      yield file;
    }
  } catch (error) {
    const reason = reasonOf(error);
    if (last === undefined || reason === undefined) throw error;
    const where = `What is wrong comes after ${JSON.stringify(last)} in it.`;
    throw new OperatorError(`${reason} ${where}`, { cause: error });
  }
}

async function* unpacked(file: string): AsyncGenerator<Buffer> {
  let most = maxUnpacked + maxRatio * (await stat(file)).size;
  const packed = createReadStream(file);
  const zstd = createZstdDecompress();
  packed.on('error', (error) => zstd.destroy(error));
  try {
    for await (const chunk of packed.pipe(zstd)) {
      most -= chunk.length;
      if (most < 0) throw new OperatorError('It unpacks to far more than a backup does.');
      yield chunk;
    }
  } finally {
    packed.destroy();
    zstd.destroy();
  }
}

function compare(list: string, hashes: Map<string, string>): void {
  const listed = list.split('\n').filter(Boolean);
  const other = listed.find((line) => hashes.get(line.slice(66)) !== line.slice(0, 64))?.slice(66);
  const names = new Set(listed.map((line) => line.slice(66)));
  const damaged = other ?? [...hashes.keys()].find((name) => !names.has(name));
  if (damaged !== undefined)
    throw new OperatorError(`It is damaged: ${JSON.stringify(damaged)} in it is not what was stored.`);
}

/** As the writer sorts them: the parts of each table, then the files of each image. So nothing comes twice. */
class Order {
  readonly #tables = new Set<string>();
  #table = '';
  #part = 0;
  #image = '';
  readonly #names = new Set<string>();

  follows(item: Item): boolean {
    return item.kind === 'rows' ? this.#followsRows(item) : this.#followsImage(item);
  }

  #followsRows({ table, part }: RowsOfArchive): boolean {
    if (table !== this.#table) {
      if (this.#tables.has(table)) return false;
      this.#tables.add(table);
      this.#table = table;
      this.#part = 0;
    }
    return this.#image === '' && part === ++this.#part;
  }

  #followsImage({ id, file }: ImageOfArchive): boolean {
    if (id < this.#image) return false;
    if (id > this.#image) this.#names.clear();
    this.#image = id;
    const isNew = !this.#names.has(file);
    this.#names.add(file);
    return isNew;
  }
}

const idForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const imageFileNames = new Set(storedKinds.flatMap(storedFiles));

function toItem(path: string, bytes: Buffer): Item {
  const [, table, part, sealed] = /^tables\/(\w{1,60})\/(\d{7})\.ndjson(\.sealed)?$/.exec(path) ?? [];
  if (table)
    return { kind: 'rows', table, part: Number(part), name: path, bytes, sealed: sealed !== undefined };
  const [, id, file] = /^images\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  if (id && file && idForm.test(id) && imageFileNames.has(file)) return { kind: 'image', id, file, bytes };
  throw new OperatorError(`It holds ${JSON.stringify(path)}, which no backup does.`);
}
