import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipFile {
  /** With / between folders. */
  name: string;
  content: AsyncIterable<Uint8Array | string>;
  /** Set for data that is compressed already. */
  stored?: boolean;
}

/** Field sizes of the format without ZIP64. */
const maxBytes = 0xffff_ffff;
const maxFiles = 0xffff;

/** 2.0, which has folders and deflate. */
const version = 20;
/** Sizes after the content, as they are not known before, and names in UTF-8. */
const flags = 0x0808;

interface Entry {
  name: Buffer;
  method: number;
  crc: number;
  size: number;
  packed: number;
  offset: number;
}

/**
 * A ZIP in pieces, each file compressed as it is read: nothing whole is in memory.
 * @throws RangeError beyond 4 GB or 65,535 files
 */
export async function* zip(files: AsyncIterable<ZipFile>, modified: Date): AsyncGenerator<Buffer> {
  const stamp = dosTime(modified);
  const entries: Entry[] = [];
  let offset = 0;
  for await (const { name, content, stored = false } of files) {
    const entry = { name: Buffer.from(name), method: stored ? 0 : 8, crc: 0, size: 0, packed: 0, offset };
    const header = Buffer.concat([localHeader(entry, stamp), entry.name]);
    yield header;
    for await (const chunk of packedChunks(entry, content)) {
      entry.packed += chunk.length;
      yield chunk;
    }
    yield descriptor(entry);
    offset += header.length + entry.packed + 16;
    entries.push(entry);
    if (Math.max(offset, entry.size) > maxBytes || entries.length > maxFiles)
      throw new RangeError('The archive is too large');
  }
  const start = offset;
  for (const entry of entries) {
    const header = Buffer.concat([centralHeader(entry, stamp), entry.name]);
    offset += header.length;
    yield header;
  }
  yield endOfDirectory(entries.length, offset - start, start);
}

/** Counts and sums the content on its way into the compression. */
async function* packedChunks(entry: Entry, content: ZipFile['content']): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      const bytes = Buffer.from(chunk);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      if (bytes.length > 0) yield bytes;
    }
  }
  if (entry.method === 0) {
    yield* counted();
    return;
  }
  const source = Readable.from(counted());
  const deflate = createDeflateRaw();
  // A fault of the source must end the reader of the compression.
  source.once('error', (error) => deflate.destroy(error));
  yield* source.pipe(deflate);
}

interface Stamp {
  time: number;
  day: number;
}

/** Two seconds precise, in UTC; from 1980 on. */
function dosTime(date: Date): Stamp {
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | Math.floor(date.getUTCSeconds() / 2);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return { time, day };
}

function localHeader({ name, method }: Entry, { time, day }: Stamp): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(day, 12);
  header.writeUInt16LE(name.length, 26);
  return header;
}

function descriptor({ crc, packed, size }: Entry): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(crc, 4);
  record.writeUInt32LE(packed, 8);
  record.writeUInt32LE(size, 12);
  return record;
}

function centralHeader({ name, method, crc, packed, size, offset }: Entry, { time, day }: Stamp): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(method, 10);
  header.writeUInt16LE(time, 12);
  header.writeUInt16LE(day, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return header;
}

function endOfDirectory(files: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(files, 8);
  record.writeUInt16LE(files, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}
