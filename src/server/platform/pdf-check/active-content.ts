import { findObjects, objectsByReference, type PdfObject } from './pdf-objects.ts';
import { PdfDictionary, PdfName, PdfReference, type PdfValue, UnreadablePdf } from './pdf-values.ts';
import type { ActiveContent } from './pdf-verdict.ts';

export class ActivePdf extends Error {
  readonly content: ActiveContent;
  constructor(content: ActiveContent) {
    super(content);
    this.content = content;
  }
}

/** Names that no passive document has anywhere, so that broken syntax hides none. */
const names: Record<string, ActiveContent> = {
  JavaScript: 'script',
  JS: 'script',
  EmbeddedFile: 'attachment',
  EmbeddedFiles: 'attachment',
  Launch: 'program',
  SubmitForm: 'form',
  ImportData: 'form',
  XFA: 'form',
  GoToR: 'other file',
  GoToE: 'other file',
  Rendition: 'media',
  RichMedia: 'media',
  RichMediaContent: 'media',
  RichMediaExecute: 'media',
  RichMediaSettings: 'media',
  GoTo3DView: 'media',
};

/** Actions that are also names of other things: refused wherever they are the kind of something. */
const actions: Record<string, ActiveContent> = { Movie: 'media', Sound: 'media', Thread: 'other file' };

const passiveAnnotations = new Set([
  'Link',
  'Widget',
  'Text',
  'FreeText',
  'Line',
  'Square',
  'Circle',
  'Polygon',
  'PolyLine',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Stamp',
  'Caret',
  'Ink',
  'Popup',
  'Redact',
  'Watermark',
  'PrinterMark',
]);

/** Allowed names of actions. Viewers take any item of their menu for one. */
const pageTurns = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);

/**
 * Keys of a path, which may lead to another computer: that learns the reader's name and the hash of their password.
 */
const paths = new Set(['F', 'UF', 'DOS', 'Mac', 'Unix']);

/** An address without a scheme is one of the computer's files, unless it looks like a site. */
const passiveAddress = /^(?:https?:\/\/|mailto:|tel:|www\.|#|$)/i;

/**
 * @throws ActivePdf for what does anything but show pages, lead to a page or open an address that is pressed;
 *   PasswordNeeded; UnreadablePdf
 */
export function demandPassive(bytes: Buffer): void {
  const objects = findObjects(bytes, (name) => {
    if (Object.hasOwn(names, name)) refuse(names[name]);
  });
  new Judge(objects).all();
}

const isName = (value: PdfValue, name: string) => value instanceof PdfName && value.name === name;

type When = 'pressed' | 'opened';

class Judge {
  readonly #objects: PdfObject[];
  readonly #of: (reference: PdfReference) => PdfObject[];
  /** References of a file may lead in circles. */
  #left = 5_000_000;

  constructor(objects: PdfObject[]) {
    this.#objects = objects;
    this.#of = objectsByReference(objects);
  }

  all(): void {
    for (const object of this.#objects) {
      this.#value(object, object.value);
      // It may be any object, so also an action.
      if (!object.id) this.#action(object.value, 'pressed');
    }
  }

  /** Each value that a reader could take for it. */
  #definitions(value: PdfValue): PdfValue[] {
    const found = value instanceof PdfReference ? this.#of(value).map((each) => each.value) : [value];
    this.#left -= 1 + found.length;
    if (this.#left < 0) throw new UnreadablePdf();
    return found;
  }

  #dictionaries(value: PdfValue): PdfDictionary[] {
    return this.#definitions(value).filter((each) => each instanceof PdfDictionary);
  }

  #value(object: PdfObject, value: PdfValue): void {
    if (Array.isArray(value)) for (const each of value) this.#value(object, each);
    if (!(value instanceof PdfDictionary)) return;
    for (const [index, key] of value.keys.entries()) {
      const entry = value.values[index] ?? null;
      this.#entry(object, value, key, entry);
      this.#value(object, entry);
    }
  }

  #entry(object: PdfObject, dictionary: PdfDictionary, key: string, value: PdfValue): void {
    if (key === 'A' || key === 'PA' || key === 'Next') this.#action(value, 'pressed');
    if (key === 'OpenAction') this.#action(value, 'opened');
    if (key === 'AA')
      for (const events of this.#dictionaries(value))
        for (const each of events.values) this.#action(each, 'opened');
    if (key === 'S' && value instanceof PdfName && Object.hasOwn(actions, value.name))
      refuse(actions[value.name]);
    if (key === 'Type' && isName(value, 'Action')) this.#action(dictionary, 'pressed');
    if (key === 'Type' && isName(value, 'Annot')) demandPassiveAnnotation(dictionary);
    if (key === 'Annots')
      for (const list of this.#definitions(value))
        for (const each of Array.isArray(list) ? list : [list])
          for (const annotation of this.#dictionaries(each)) demandPassiveAnnotation(annotation);
    if (key === 'URI') this.#address(object, value);
    // In the rights that a signature gives, EF has names of what may be done.
    if (key === 'EF' && this.#dictionaries(value).length > 0) refuse('attachment');
    // PostScript, which a printer or converter runs.
    if (object.isStream && /^Subtype2?$/.test(key) && isName(value, 'PS')) refuse('program');
    if (paths.has(key) && this.#definitions(value).some((each) => typeof each === 'string'))
      refuse('other file');
  }

  /** When a document is opened, it may only turn to a page. */
  #action(value: PdfValue, when: When, seen = new Set<number>()): void {
    if (value instanceof PdfReference) {
      if (seen.has(value.number)) return;
      seen.add(value.number);
    }
    for (const each of this.#definitions(value)) {
      const further = (next: PdfValue) => this.#action(next, when, seen);
      if (Array.isArray(each)) each.forEach(further);
      // A dictionary without a kind is no action.
      if (!(each instanceof PdfDictionary && each.has('S'))) continue;
      for (const kind of each.all('S')) demandPassiveKind(each, kind, when);
      each.all('Next').forEach(further);
    }
  }

  /** Checks the base of addresses, too. */
  #address(object: PdfObject, value: PdfValue): void {
    if (value instanceof PdfReference) for (const each of this.#of(value)) this.#address(each, each.value);
    else if (typeof value === 'string') demandPassiveAddress(object.plain(value));
    else if (value instanceof PdfDictionary)
      for (const base of value.all('Base')) this.#address(object, base);
  }
}

function demandPassiveKind(action: PdfDictionary, kind: PdfValue, when: When): void {
  if (isName(kind, 'GoTo')) return;
  if (when === 'opened') refuse('opening');
  if (isName(kind, 'URI')) return;
  const isTurn = (turn: PdfValue) => turn instanceof PdfName && pageTurns.has(turn.name);
  if (!isName(kind, 'Named') || !action.all('N').every(isTurn)) refuse('action');
}

function demandPassiveAnnotation(annotation: PdfDictionary): void {
  for (const kind of annotation.all('Subtype')) {
    if (kind instanceof PdfName && passiveAnnotations.has(kind.name)) continue;
    refuse(isName(kind, 'FileAttachment') ? 'attachment' : 'media');
  }
}

function demandPassiveAddress(bytes: string): void {
  const text = bytes.startsWith('\xfe\xff') ? utf16(bytes.slice(2)) : bytes.replace(/^\xef\xbb\xbf/, '');
  // Browsers pass over what can't be seen.
  const seen = Array.from(text).filter((each) => each > ' ' && each !== '\x7f');
  if (!passiveAddress.test(seen.join(''))) refuse('address');
}

/** Big-endian. */
const utf16 = (bytes: string): string =>
  Buffer.from(bytes.slice(0, bytes.length & ~1), 'latin1')
    .swap16()
    .toString('utf16le');

function refuse(content: ActiveContent | undefined): never {
  throw new ActivePdf(content ?? 'action');
}
