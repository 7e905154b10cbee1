import { OperatorError } from '../../platform/operator-error.ts';

const block = 512;
/** No file of ours is larger: rows come in batches, images are small. Bounds the memory of a reader. */
const maxSize = 64 * 1024 * 1024;

const padding = (size: number) => Buffer.alloc((block - (size % block)) % block);

/** One file in the format ustar. `name` has at most 100 ASCII characters. @throws OperatorError for more than 64 MiB */
export function tarFile(name: string, bytes: Uint8Array, modified: Date): Buffer {
  return Buffer.concat([header(name, bytes.length, modified), bytes, padding(bytes.length)]);
}

/** An archive ends with two empty blocks. */
export const tarEnd = Buffer.alloc(2 * block);

function header(name: string, size: number, modified: Date): Buffer {
  if (name.length > 100) throw new Error(`The name ${name} is too long`);
  if (size > maxSize) throw new OperatorError(`${name} is larger than a backup can hold.`);
  const bytes = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number) =>
    bytes.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  bytes.write(name, 0, 'latin1');
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(modified.getTime() / 1000), 136, 12);
  bytes.write('        ', 148, 'latin1');
  bytes.write('0ustar\x0000', 156, 'latin1');
  bytes.write(`${checksum(bytes).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return bytes;
}

/** Counts the checksum's own place as spaces. */
function checksum(header: Buffer): number {
  let sum = 8 * 32;
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte;
  return sum;
}

export interface TarFile {
  name: string;
  bytes: Buffer;
}

/** The files of an archive that `tarFile` wrote. @throws OperatorError when it is cut off or no such archive */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const source = new Source(chunks);
  for (;;) {
    const header = await source.take(block);
    if (header.every((byte) => byte === 0)) return;
    const field = (at: number, length: number) =>
      header.toString('latin1', at, at + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12), 8);
    const isWhole = Number.parseInt(field(148, 8), 8) === checksum(header);
    // A regular file: no link, folder or device.
    const isFile = /^[0\0]$/.test(header.toString('latin1', 156, 157));
    if (!isWhole || !isFile || !(size <= maxSize)) throw new OperatorError('It is damaged, or not a backup.');
    const bytes = await source.take(size);
    await source.take(padding(size).length);
    yield { name: field(0, 100), bytes };
  }
}

class Source {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer[] = [];
  #length = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async take(size: number): Promise<Buffer> {
    while (this.#length < size) {
      const { value, done } = await this.#chunks.next();
      if (done) throw new OperatorError('It is cut off: its end is missing.');
      this.#rest.push(value);
      this.#length += value.length;
    }
    const all = this.#rest.length === 1 && this.#rest[0] ? this.#rest[0] : Buffer.concat(this.#rest);
    this.#rest = [all.subarray(size)];
    this.#length -= size;
    return all.subarray(0, size);
  }
}
