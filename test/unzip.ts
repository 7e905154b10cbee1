import { crc32, inflateRawSync } from 'node:zlib';

/** The files of a ZIP by name, from its directory, as programs read it. @throws Error for a wrong sum or size */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 !== archive.length) throw new Error('This is no whole ZIP');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('The directory is damaged');
    const method = archive.readUInt16LE(at + 10);
    const [crc, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field));
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const start = archive.readUInt32LE(at + 42);
    if (archive.toString('utf8', start + 30, start + 30 + nameLength) !== name)
      throw new Error(`${name} has another name in its header`);
    const from = start + 30 + nameLength + archive.readUInt16LE(start + 28);
    const content = archive.subarray(from, from + (packed ?? 0));
    const bytes = method === 0 ? content : inflateRawSync(content);
    if (bytes.length !== size || crc32(bytes) !== crc) throw new Error(`${name} is damaged`);
    files.set(name, bytes);
    at += 46 + nameLength;
  }
  if (at !== end) throw new Error('The directory has another length');
  return files;
}
