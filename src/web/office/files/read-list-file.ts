import { figure, maxLengths } from '../../../shared/field-limits.ts';

/** File types that programs give lists. */
export const csvFiles = '.csv,.tsv,.txt,text/csv';

/**
 * The text of a CSV file in UTF-8, UTF-16 ("Unicode text" of Excel) or, as Excel saves a plain CSV on Windows,
 * windows-1252; at most `max` characters. @throws Error with a message for the user
 */
export async function readListFile(file: File, max: number = maxLengths.bulk.csv): Promise<string> {
  const tooLong = () => new Error(`The file must be at most ${figure(max)} characters`);
  // At most four bytes a character.
  if (file.size > max * 4) throw tooLong();
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new Error('This is a spreadsheet file. Save it as CSV first.');
  const text = decode(bytes);
  if (text.length > max) throw tooLong();
  return text;
}

export function decode(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes;
  // UTF-16 is known by its byte order mark, or by a zero in the two bytes of the first letter.
  if ((first === 0xff && second === 0xfe) || (first && second === 0))
    return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second))
    return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
