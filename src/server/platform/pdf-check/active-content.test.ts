import { expect, it } from 'vitest';
import { honestPdfs, hostilePdfs, protectedPdfs } from '../../../../test/pdf-cases.ts';
import { ActivePdf, demandPassive } from './active-content.ts';
import { PasswordNeeded } from './pdf-encryption.ts';
import { UnreadablePdf } from './pdf-values.ts';

/** By qpdf: `--object-streams=generate --encrypt '' owner 256`. */
const revision6 = {
  link:
    'JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5z' +
    'aW9uTGV2ZWwgOCA+PiA+PiAvUGFnZXMgMyAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1R5cGUgL09i' +
    'alN0bSAvTGVuZ3RoIDE3NiAvRmlsdGVyIC9GbGF0ZURlY29kZSAvTiAyIC9GaXJzdCA5ID4+CnN0cmVhbQqd7k77O2tyNnZH44KG' +
    'sFcfaEJAoHWPgjoxYJ+D5XuCL4UgaHeNcMpONsimPyd0y/HMdA2ujaj29TJLaG9FReYuOVmVDcIT65a8UZRBo6r1P/vmPj4Q85w9' +
    '+IVsqG0jPMATlQBqQ+AJkbbuUSzdBrhIqgcjHoMFwAP8hzLKHClKY9hsm4wgxKCAAGVt+xduM0Zqr5fCC5uCadpcJtnzr6WVyy1A' +
    'ZZC8S6VGKCl4TT5R4mVuZHN0cmVhbQplbmRvYmoKNSAwIG9iago8PCAvQ0YgPDwgL1N0ZENGIDw8IC9BdXRoRXZlbnQgL0RvY09w' +
    'ZW4gL0NGTSAvQUVTVjMgL0xlbmd0aCAzMiA+PiA+PiAvRmlsdGVyIC9TdGFuZGFyZCAvTGVuZ3RoIDI1NiAvTyA8YzYxOTZmZjEy' +
    'ZDgwMDNhY2UwNDFiMDRiMmViZTM3NzM4ZjZkZDI2MjNhYmZlOWFiM2U3OWIxYTYyYjk4ZTkwMzRhNTY4NjkyN2Y3MjZhZjVjZjU0' +
    'NDJhZjlkY2FkY2E1PiAvT0UgPDJjYWNhYzE3ZWZiMzExM2ExNmQ2ZmYzODk5YmNlYmJkOGJkYjhjZmE2OGE0NmU0YjUyNWUxNzIx' +
    'YTA1ZmRiOWE+IC9QIC00IC9QZXJtcyA8NTFlNDY4ZDBkYjgzYjE1MzYzM2E4NzgzNDBiNGViMzg+IC9SIDYgL1N0bUYgL1N0ZENG' +
    'IC9TdHJGIC9TdGRDRiAvVSA8YTIzZDJkMTZlZGQwYWRiZWY3YWRkYTFiYWIxZDVmYjdhMTRhOGIzOGFiZDgxODMzYjg2ZmQyN2I4' +
    'YjY5NTljNjYxZDA1Mjg5ZTM3NmEwNmFhNjU2OGFlM2NlMjI3ZjFjPiAvVUUgPDBjOWJjMzFmODRiZjliODk4MGYxNTkyOTFlNDE3' +
    'NTlmMDNjNDlkNzQ2YTZhYjVkZWYzYTMxOTcyMDljMDcyMWY+IC9WIDUgPj4KZW5kb2JqCjYgMCBvYmoKPDwgL1R5cGUgL1hSZWYg' +
    'L0xlbmd0aCAzNyAvRmlsdGVyIC9GbGF0ZURlY29kZSAvRGVjb2RlUGFybXMgPDwgL0NvbHVtbnMgNCAvUHJlZGljdG9yIDEyID4+' +
    'IC9XIFsgMSAyIDEgXSAvUm9vdCAxIDAgUiAvU2l6ZSA3IC9JRCBbPDBhZTU3YmY4N2NlYzZhZTJiZDFjZGU2NjU0N2VjMjk3Pjww' +
    'YWU1N2JmODdjZWM2YWUyYmQxY2RlNjY1NDdlYzI5Nz5dIC9FbmNyeXB0IDUgMCBSID4+CnN0cmVhbQp4nGNiAAImRgZ+BiYGhmIQ' +
    'qwHEYmBk+s84+T8TA5MyAwAotwPLCmVuZHN0cmVhbQplbmRvYmoKc3RhcnR4cmVmCjk1MgolJUVPRgo=',
  file:
    'JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5z' +
    'aW9uTGV2ZWwgOCA+PiA+PiAvUGFnZXMgMyAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1R5cGUgL09i' +
    'alN0bSAvTGVuZ3RoIDE3NiAvRmlsdGVyIC9GbGF0ZURlY29kZSAvTiAyIC9GaXJzdCA5ID4+CnN0cmVhbQoETjoKIxql/YwifjqF' +
    '1NiXFKAsCk5VT2GRgcWxlnmDfCIDBv7tCtYPjKD/HpM2Tx+0WLUpBGg9MWuhAUHvB5N1dx1PxW7h2yHw74JGYnpiQhqGwGsSYxJR' +
    '9CVfy16kuJ9MRkTJuq0SyINe1Q4SsqVVlGPcPSsTKr0F1REALLVI15nr1VmTscQp6R4e7elPFyMG6BWYS6IyRl5BG6Z8FzXv2KgP' +
    'ygCmA3whu4gaIYkzCWVuZHN0cmVhbQplbmRvYmoKNSAwIG9iago8PCAvQ0YgPDwgL1N0ZENGIDw8IC9BdXRoRXZlbnQgL0RvY09w' +
    'ZW4gL0NGTSAvQUVTVjMgL0xlbmd0aCAzMiA+PiA+PiAvRmlsdGVyIC9TdGFuZGFyZCAvTGVuZ3RoIDI1NiAvTyA8ODU4NTEwMjFh' +
    'YzBlMzQxM2U4N2NiOGY4OGE4MzkxNjY4ZTBhYjdiN2RmZTZhNTM3NGU1NDE1ODE1YzI5YTA5ZjM2MGQ1MjhmMjc4MDI4NDJhZjNl' +
    'YWU1Mzg5OTI4YTZjPiAvT0UgPGQ2NmMyZThlMWQ1ZDAwZGI5ZmNmYTQxZGQwYzI1YzI2YThhZTliYTU4YTU2NWY2YmEzY2I4MzY0' +
    'ODI5ODU2MDU+IC9QIC00IC9QZXJtcyA8M2U2ZTM2YmNjY2Q0YjVlNDUzMzk1ZTdkODQwYzRiM2Q+IC9SIDYgL1N0bUYgL1N0ZENG' +
    'IC9TdHJGIC9TdGRDRiAvVSA8YTY4NWY3YjM0Y2QyMjZmMDgwYTE5MmNiYTAxZmY1MDQ3NDBjMDkzZmZlNGRmYmM4MmJlZWE2NmQx' +
    'MTY1ODEwZTRhMGVmYjdjYWJjYzI2YTk5YzQ0ZmMxNzhjYTc4ZjBlPiAvVUUgPDhkM2ViOTY0YmMwYzg3MTgxNjBkNDU5MTgyMTI0' +
    'YTg2Y2UyMzk0MWE5MGY1MjY3ZDM4MTRhMjgxN2I4MDk4M2E+IC9WIDUgPj4KZW5kb2JqCjYgMCBvYmoKPDwgL1R5cGUgL1hSZWYg' +
    'L0xlbmd0aCAzNyAvRmlsdGVyIC9GbGF0ZURlY29kZSAvRGVjb2RlUGFybXMgPDwgL0NvbHVtbnMgNCAvUHJlZGljdG9yIDEyID4+' +
    'IC9XIFsgMSAyIDEgXSAvUm9vdCAxIDAgUiAvU2l6ZSA3IC9JRCBbPDliY2M4NzNmYTc2N2IwNWZmMjE0ZWRhZDEzODBiYTM5Pjw5' +
    'YmNjODczZmE3NjdiMDVmZjIxNGVkYWQxMzgwYmEzOT5dIC9FbmNyeXB0IDUgMCBSID4+CnN0cmVhbQp4nGNiAAImRgZ+BiYGhmIQ' +
    'qwHEYmBk+s84+T8TA5MyAwAotwPLCmVuZHN0cmVhbQplbmRvYmoKc3RhcnR4cmVmCjk1MgolJUVPRgo=',
};

function verdictOf(pdf: Buffer): string {
  try {
    demandPassive(pdf);
    return 'passive';
  } catch (error) {
    if (error instanceof ActivePdf) return error.content;
    if (error instanceof PasswordNeeded) return 'password';
    if (error instanceof UnreadablePdf) return 'unreadable';
    throw error;
  }
}

it.each([...hostilePdfs, ...protectedPdfs])('a PDF: %s', (_, verdict, pdf) => {
  expect(verdictOf(pdf())).toBe(verdict);
});

it.each(honestPdfs)('a PDF is taken: %s', (_, pdf) => {
  expect(verdictOf(pdf())).toBe('passive');
});

it('AES of PDF 2.0 is read', () => {
  const read = (base64: string) => verdictOf(Buffer.from(base64, 'base64'));
  expect(read(revision6.link)).toBe('passive');
  expect(read(revision6.file)).toBe('address');
});
