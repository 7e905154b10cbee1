import { figure, maxLengths } from '../../../shared/field-limits.ts';

/**
 * The text of a CSV file in UTF-8, UTF-16 ("Unicode text" of Excel) or, as Excel saves a plain CSV on Windows,
 * windows-1252. @throws Error with a message for the user
 */
export async function readListFile(file: File): Promise<string> {
  // At most four bytes a character.
  if (file.size > maxLengths.bulk.csv * 4) throw tooLong();
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new Error('This is a spreadsheet file. Save it as CSV first.');
  const text = decode(bytes);
  if (text.length > maxLengths.bulk.csv) throw tooLong();
  return text;
}

const tooLong = () => new Error(`The list must be at most ${figure(maxLengths.bulk.csv)} characters`);

export function decode(bytes: Uint8Array<ArrayBuffer>): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
