import { constants, inflateSync } from 'node:zlib';
import { type PdfEncryption, type PdfObjectId, readByEmptyPassword } from './pdf-encryption.ts';
import {
  isDelimited,
  PdfDictionary,
  PdfName,
  PdfNames,
  PdfReference,
  type PdfValue,
  PdfValues,
  UnreadablePdf,
} from './pdf-values.ts';

export interface PdfObject {
  /** Undefined where its number can't be told: it may be any object. */
  id: PdfObjectId | undefined;
  value: PdfValue;
  isStream: boolean;
  /** The bytes of a string that stands in the object. */
  plain: (written: string) => string;
}

interface ScannedObject extends Pick<PdfObject, 'id' | 'value'> {
  /** Where the bytes of its stream begin. */
  stream: number | undefined;
}

/** Bytes of all object streams together: one may be a bomb. */
const maxInflated = 32 * 1024 * 1024;

const maxObjects = 400_000;

type ObjectStream = ScannedObject & { value: PdfDictionary; stream: number };

/**
 * Finds every object that any reader could find. Tables of objects may point to any place, and readers repair a broken
 * one by looking for the word `obj`: so it reads after each `obj`, each trailer, and all of every object stream.
 * @param onName hears each name in them
 * @throws UnreadablePdf; PasswordNeeded
 */
export function findObjects(bytes: Buffer, onName: (name: string) => void): PdfObject[] {
  const names = new PdfNames(onName);
  const found = findPlain(bytes.toString('latin1'), names);
  const definitions = definitionsOf(found);
  const encryption = readEncryption(found, definitions);
  const plain = (id: PdfObjectId | undefined) => (written: string) =>
    encryption && id ? encryption.string(Buffer.from(written, 'latin1'), id).toString('latin1') : written;
  const objects = found.map(
    ({ id, value, stream }): PdfObject => ({
      id,
      value,
      isStream: stream !== undefined,
      plain: plain(id),
    }),
  );
  const packed = new ObjectStreams(bytes, definitions, encryption);
  for (const each of found) {
    if (!isObjectStream(each)) continue;
    for (const object of packed.objects(each, names)) objects.push(object);
  }
  return objects;
}

function findPlain(text: string, names: PdfNames): ScannedObject[] {
  const found: ScannedObject[] = [];
  // Objects that stand in each other are read again, as often as a file could need honestly.
  let left = 3 * text.length + 1_000_000;
  for (const { index, 0: word } of text.matchAll(/obj|trailer/g)) {
    const end = index + word.length;
    if (word === 'obj' ? !mayBegin(text, index, end) : !isDelimited(text, end)) continue;
    const values = new PdfValues(text, end, names);
    const value = values.value();
    const isStream = value instanceof PdfDictionary && values.keyword('stream');
    left -= values.at - end;
    if (left < 0) throw new UnreadablePdf();
    if (value === null) continue;
    if (found.length === maxObjects) throw new UnreadablePdf();
    const id = word === 'obj' ? idBefore(text, index) : undefined;
    found.push({ id, value, stream: isStream ? dataFrom(text, values.at) : undefined });
  }
  return found;
}

/** Readers take `1 0obj` and `obj1`, too. */
const mayBegin = (text: string, from: number, to: number): boolean =>
  (isDelimited(text, from - 1) || /\d/.test(text[from - 1] ?? '')) &&
  (isDelimited(text, to) || /\d/.test(text[to] ?? ''));

function idBefore(text: string, at: number): PdfObjectId | undefined {
  const before = text.slice(Math.max(0, at - 60), at);
  const [, number, generation] = /(\d+)[\0\t\n\f\r ]+\+?(\d+)[\0\t\n\f\r ]*$/.exec(before) ?? [];
  return number === undefined ? undefined : { number: Number(number), generation: Number(generation) };
}

function dataFrom(text: string, at: number): number {
  if (text.startsWith('\r\n', at)) return at + 2;
  return text[at] === '\n' || text[at] === '\r' ? at + 1 : at;
}

/** Readers tell one by the place of its first object and ignore its type. */
const isObjectStream = (found: ScannedObject): found is ObjectStream =>
  found.stream !== undefined &&
  found.value instanceof PdfDictionary &&
  (found.value.has('First') ||
    found.value.all('Type').some((type) => type instanceof PdfName && type.name === 'ObjStm'));

/** The values that a reader could take for one: of a reference, each object of that number. */
type Definitions = (value: PdfValue) => PdfValue[];

function definitionsOf(objects: Pick<PdfObject, 'id' | 'value'>[]): Definitions {
  const definitions = objectsByReference(objects);
  return (value) => (value instanceof PdfReference ? definitions(value).map((each) => each.value) : [value]);
}

export function objectsByReference<T extends Pick<PdfObject, 'id'>>(objects: T[]): (to: PdfReference) => T[] {
  const byNumber = Map.groupBy(objects, ({ id }) => id?.number);
  return ({ number }) => byNumber.get(number) ?? [];
}

/** @throws UnreadablePdf when readers could take several values */
function only(definitions: Definitions, dictionary: PdfDictionary, key: string): PdfValue {
  const [value = null, ...others] = dictionary.all(key).flatMap(definitions);
  if (others.length > 0) throw new UnreadablePdf();
  return value;
}

/** @throws UnreadablePdf unless all of the file says in one way how it is encrypted; PasswordNeeded */
function readEncryption(found: ScannedObject[], definitions: Definitions): PdfEncryption | undefined {
  const trailers = found.flatMap(({ value }) =>
    value instanceof PdfDictionary && value.has('Root') ? [value] : [],
  );
  const ways = trailers.map((trailer) => {
    const encrypt = only(definitions, trailer, 'Encrypt');
    const id = only(definitions, trailer, 'ID');
    return { encrypt, id: Array.isArray(id) && typeof id[0] === 'string' ? id[0] : '' };
  });
  if (ways.every(({ encrypt }) => encrypt === null)) return undefined;
  const [way, ...others] = new Map(ways.map((each) => [JSON.stringify(each), each])).values();
  if (others.length > 0 || !(way?.encrypt instanceof PdfDictionary)) throw new UnreadablePdf();
  return readByEmptyPassword(way.encrypt, way.id);
}

class ObjectStreams {
  readonly #bytes: Buffer;
  readonly #definitions: Definitions;
  readonly #encryption: PdfEncryption | undefined;
  /** Bytes that may still be made, and read, of all streams together. */
  #inflated = maxInflated;
  #read = 2 * maxInflated;

  constructor(bytes: Buffer, definitions: Definitions, encryption: PdfEncryption | undefined) {
    this.#bytes = bytes;
    this.#definitions = definitions;
    this.#encryption = encryption;
  }

  /** @throws UnreadablePdf */
  objects(stream: ObjectStream, names: PdfNames): PdfObject[] {
    return this.#contents(stream).flatMap((text) => this.#objectsIn(text, stream.value, names));
  }

  /** A stream's contents as readers could find them: decrypted, and as stored. */
  #contents({ id, value, stream }: ObjectStream): string[] {
    const filters = this.#filters(value);
    const raw = this.#bytes.subarray(stream, stream + this.#length(value, stream));
    if (!this.#encryption) return [this.#decoded(raw, filters)];
    if (!id) throw new UnreadablePdf();
    const decrypted = this.#decoded(this.#encryption.stream(raw, id), filters);
    try {
      return [decrypted, this.#decoded(raw, filters)];
    } catch {
      return [decrypted];
    }
  }

  /** The longest that a reader takes it for, in bytes. */
  #length(value: PdfDictionary, stream: number): number {
    const stated = value.all('Length').flatMap(this.#definitions);
    const end = this.#bytes.indexOf('endstream', stream);
    const length = Math.max(
      (end === -1 ? this.#bytes.length : end) - stream,
      ...stated.map((each) => (typeof each === 'number' ? Math.floor(each) : 0)),
    );
    this.#count(length);
    return length;
  }

  #count(read: number): void {
    this.#read -= read;
    if (this.#read < 0) throw new UnreadablePdf();
  }

  /**
   * The parameters of each filter. Some readers also know the keys by their names in inline images, which no program
   * uses here.
   * @throws UnreadablePdf for one other than deflate, and for such a key
   */
  #filters(value: PdfDictionary): (PdfDictionary | undefined)[] {
    if (value.has('F') || value.has('DP')) throw new UnreadablePdf();
    const filter = only(this.#definitions, value, 'Filter');
    const names = Array.isArray(filter) ? filter : filter === null ? [] : [filter];
    const parms = only(this.#definitions, value, 'DecodeParms');
    const each = Array.isArray(parms) ? parms : [parms];
    if (names.length > 2) throw new UnreadablePdf();
    return names.map((name, index) => {
      if (!(name instanceof PdfName && ['FlateDecode', 'Fl'].includes(name.name))) throw new UnreadablePdf();
      const parm = each[index] ?? null;
      if (parm !== null && !(parm instanceof PdfDictionary)) throw new UnreadablePdf();
      return parm ?? undefined;
    });
  }

  #decoded(bytes: Buffer, filters: (PdfDictionary | undefined)[]): string {
    const decode = (from: Buffer, parms: PdfDictionary | undefined) =>
      withoutPredictor(this.#inflate(from), parms);
    return filters.reduce(decode, bytes).toString('latin1');
  }

  /** Bytes after the data are ignored, and data that ends early is read as far as it goes, as readers do. */
  #inflate(bytes: Buffer): Buffer {
    try {
      const options = { maxOutputLength: this.#inflated, finishFlush: constants.Z_SYNC_FLUSH };
      const made = inflateSync(bytes, options);
      this.#inflated = Math.max(1, this.#inflated - made.length);
      return made;
    } catch {
      throw new UnreadablePdf();
    }
  }

  /** The objects one after another, and any others that the stream's table points to. */
  #objectsIn(text: string, stream: PdfDictionary, names: PdfNames): PdfObject[] {
    const first = only(this.#definitions, stream, 'First');
    const count = only(this.#definitions, stream, 'N');
    if (typeof first !== 'number' || typeof count !== 'number' || first < 0) throw new UnreadablePdf();
    const values = new PdfValues(text, 0, names);
    const numbers = new Map<number, number[]>();
    for (let left = count; left > 0 && values.at < text.length; left--) {
      const [number, offset] = [values.value(), values.value()];
      if (typeof number !== 'number' || typeof offset !== 'number') break;
      const back = values.at;
      values.at = Math.max(0, first + offset);
      values.skip();
      const there = numbers.get(values.at);
      if (there) there.push(number);
      else numbers.set(values.at, [number]);
      values.at = back;
    }
    const objects: PdfObject[] = [];
    const read = (at: number) => {
      values.at = at;
      const value = values.value();
      this.#count(values.at - at);
      const ids = numbers.get(at)?.map((number): PdfObjectId => ({ number, generation: 0 }));
      numbers.delete(at);
      if (value === null) return;
      for (const id of ids ?? [undefined])
        objects.push({
          id,
          value,
          isStream: false,
          plain: (written) => written,
        });
    };
    for (values.at = first, values.skip(); values.at < text.length; values.skip()) read(values.at);
    for (const at of [...numbers.keys()]) read(at);
    return objects;
  }
}

/**
 * Undoes PNG's predictors. @throws UnreadablePdf for TIFF's, for samples that are no bytes, and for parameters that
 * readers could take in several ways: no program uses them for objects
 */
function withoutPredictor(bytes: Buffer, parms: PdfDictionary | undefined): Buffer {
  const number = (key: string, usual: number): number => {
    const [value = usual, ...others] = parms?.all(key) ?? [];
    if (typeof value !== 'number' || others.length > 0) throw new UnreadablePdf();
    return value;
  };
  const predictor = number('Predictor', 1);
  if (predictor === 1) return bytes;
  const size = number('Colors', 1);
  const width = number('Columns', 1) * size;
  if (predictor < 10 || !Number.isInteger(size) || !Number.isInteger(width) || width < 1 || size < 1)
    throw new UnreadablePdf();
  if (number('BitsPerComponent', 8) !== 8 || parms?.has('BPC')) throw new UnreadablePdf();
  const plain = Buffer.alloc(Math.ceil(bytes.length / (width + 1)) * width);
  for (let from = 0, to = 0; from < bytes.length; from += width + 1, to += width) {
    for (let x = 0; x < width; x++) {
      const left = x < size ? 0 : (plain[to + x - size] ?? 0);
      const up = to === 0 ? 0 : (plain[to + x - width] ?? 0);
      const corner = to === 0 || x < size ? 0 : (plain[to + x - width - size] ?? 0);
      plain[to + x] = (bytes[from + 1 + x] ?? 0) + predicted(bytes[from] ?? 0, left, up, corner);
    }
  }
  return plain;
}

function predicted(type: number, left: number, up: number, corner: number): number {
  if (type === 1) return left;
  if (type === 2) return up;
  if (type === 3) return (left + up) >> 1;
  if (type !== 4) return 0;
  const [toLeft, toUp, toCorner] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs);
  const least = Math.min(toLeft ?? 0, toUp ?? 0, toCorner ?? 0);
  return least === toLeft ? left : least === toUp ? up : corner;
}
