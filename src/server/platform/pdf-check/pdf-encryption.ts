import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { PdfDictionary, PdfName, type PdfValue, UnreadablePdf } from './pdf-values.ts';

/** No one can read the file without a password. */
export class PasswordNeeded extends Error {}

/** The object that a string or stream belongs to. It is part of the encryption key. */
export interface PdfObjectId {
  number: number;
  generation: number;
}

type Cipher = 'none' | 'rc4' | 'aes-128' | 'aes-256';

export interface PdfEncryption {
  string: (bytes: Buffer, of: PdfObjectId) => Buffer;
  stream: (bytes: Buffer, of: PdfObjectId) => Buffer;
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/**
 * How a file that is protected against change, not against reading, is read: by the empty password (ISO 32000-2, 7.6).
 * @param id the first string of the file's /ID
 * @throws PasswordNeeded; UnreadablePdf for another way of encrypting
 */
export function readByEmptyPassword(encrypt: PdfDictionary, id: string): PdfEncryption {
  const version = numberOf(encrypt, 'V');
  const revision = numberOf(encrypt, 'R');
  if (nameOf(encrypt, 'Filter') !== 'Standard' || ![1, 2, 4, 5].includes(version)) throw new UnreadablePdf();
  const key = version === 5 ? longKey(encrypt, revision) : shortKey(encrypt, { version, revision, id });
  const cipherOf = (use: 'StmF' | 'StrF'): Cipher => (version < 4 ? 'rc4' : filterOf(encrypt, use));
  const [ofStrings, ofStreams] = [cipherOf('StrF'), cipherOf('StmF')];
  return {
    string: (bytes, of) => decrypted(ofStrings, key, bytes, of),
    stream: (bytes, of) => decrypted(ofStreams, key, bytes, of),
  };
}

function filterOf(encrypt: PdfDictionary, use: 'StmF' | 'StrF'): Cipher {
  const name = nameOf(encrypt, use);
  if (name === undefined || name === 'Identity') return 'none';
  const [filters] = encrypt.all('CF');
  const [filter] = filters instanceof PdfDictionary ? filters.all(name) : [];
  const method = filter instanceof PdfDictionary ? nameOf(filter, 'CFM') : undefined;
  if (method === 'V2') return 'rc4';
  if (method === 'AESV2') return 'aes-128';
  if (method === 'AESV3') return 'aes-256';
  if (method === 'None') return 'none';
  throw new UnreadablePdf();
}

/** Revisions 2 to 4: at most 128 bits, by MD5. */
function shortKey(
  encrypt: PdfDictionary,
  { version, revision, id }: { version: number; revision: number; id: string },
): Buffer {
  const length = version === 1 ? 5 : version === 4 ? 16 : lengthOf(encrypt);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(numberOf(encrypt, 'P') | 0);
  const open = revision >= 4 && encrypt.all('EncryptMetadata').some((value) => value === false);
  const parts = [padding, bytesOf(encrypt, 'O').subarray(0, 32), permissions, latin1(id)];
  let digest = md5(...parts, ...(open ? [Buffer.alloc(4, 255)] : []));
  for (let round = 0; revision >= 3 && round < 50; round++) digest = md5(digest.subarray(0, length));
  const key = digest.subarray(0, length);
  const stored = bytesOf(encrypt, 'U');
  if (revision < 3) {
    if (!rc4(key, padding).equals(stored.subarray(0, 32))) throw new PasswordNeeded();
    return key;
  }
  let check = md5(padding, latin1(id));
  for (let round = 0; round < 20; round++)
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  if (!check.equals(stored.subarray(0, 16))) throw new PasswordNeeded();
  return key;
}

/** In bytes, of a key. Some programs state bytes in place of bits. */
function lengthOf(encrypt: PdfDictionary): number {
  const stated = encrypt.has('Length') ? numberOf(encrypt, 'Length') : 40;
  const length = stated < 40 ? stated : stated / 8;
  if (!Number.isInteger(length) || length < 5 || length > 16) throw new UnreadablePdf();
  return length;
}

/** Revisions 5 and 6: 256 bits, sealed by the password. */
function longKey(encrypt: PdfDictionary, revision: number): Buffer {
  const user = bytesOf(encrypt, 'U');
  const hash = (salt: Buffer) => (revision === 5 ? sha(256, salt) : slowHash(salt));
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) throw new PasswordNeeded();
  const decipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(16));
  return decipher.setAutoPadding(false).update(bytesOf(encrypt, 'UE').subarray(0, 32));
}

/** Algorithm 2.B, of the empty password. */
function slowHash(salt: Buffer): Buffer {
  let key = sha(256, salt);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    const mixed = cipher.setAutoPadding(false).update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    const sum = mixed.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    key = sha(sum % 3 === 0 ? 256 : sum % 3 === 1 ? 384 : 512, mixed);
    last = mixed.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

function decrypted(cipher: Cipher, key: Buffer, bytes: Buffer, of: PdfObjectId): Buffer {
  if (cipher === 'none') return bytes;
  if (cipher === 'aes-256') return aes(cipher, key, bytes);
  const id = Buffer.alloc(5);
  id.writeUIntLE(of.number % 2 ** 24, 0, 3);
  id.writeUIntLE(of.generation % 2 ** 16, 3, 2);
  const salted = cipher === 'aes-128' ? md5(key, id, latin1('sAlT')) : md5(key, id);
  const own = salted.subarray(0, Math.min(16, key.length + 5));
  return cipher === 'rc4' ? rc4(own, bytes) : aes(cipher, own, bytes);
}

/** The end may be cut or padded wrongly: everything that some reader gets from it counts. */
function aes(cipher: 'aes-128' | 'aes-256', key: Buffer, bytes: Buffer): Buffer {
  if (bytes.length < 32) return Buffer.alloc(0);
  const decipher = createDecipheriv(`${cipher}-cbc`, key, bytes.subarray(0, 16)).setAutoPadding(false);
  return decipher.update(bytes.subarray(16, bytes.length - (bytes.length % 16)));
}

/** OpenSSL 3 has it among its legacy ciphers only, which Node leaves out. */
function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (a: number, b: number) => {
    const kept = state[a] ?? 0;
    state[a] = state[b] ?? 0;
    state[b] = kept;
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  const plain = Buffer.from(bytes);
  for (const [at, byte] of plain.entries()) {
    i = (i + 1) & 255;
    j = (j + (state[i] ?? 0)) & 255;
    swap(i, j);
    plain[at] = byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
  }
  return plain;
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const md5 = (...parts: Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();
const sha = (bits: 256 | 384 | 512, bytes: Buffer): Buffer => createHash(`sha${bits}`).update(bytes).digest();

const first = (dictionary: PdfDictionary, key: string): PdfValue => dictionary.all(key)[0] ?? null;

function nameOf(dictionary: PdfDictionary, key: string): string | undefined {
  const value = first(dictionary, key);
  return value instanceof PdfName ? value.name : undefined;
}

function numberOf(dictionary: PdfDictionary, key: string): number {
  const value = first(dictionary, key);
  if (typeof value !== 'number') throw new UnreadablePdf();
  return value;
}

function bytesOf(dictionary: PdfDictionary, key: string): Buffer {
  const value = first(dictionary, key);
  if (typeof value !== 'string') throw new UnreadablePdf();
  return latin1(value);
}
