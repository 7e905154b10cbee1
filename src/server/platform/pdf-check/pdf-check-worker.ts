import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { ActivePdf, demandPassive } from './active-content.ts';
import { PasswordNeeded } from './pdf-encryption.ts';
import type { Verdict } from './pdf-verdict.ts';

/** A process for one PDF (check-pdf.ts), as a file may be made to take long or much memory. */

// The server has priority.
setPriority(10);

const bytes = await buffer(process.stdin);
// The server may have ended since.
process.send?.(verdictOf(bytes), () => process.connected && process.disconnect());

function verdictOf(pdf: Buffer): Verdict {
  try {
    demandPassive(pdf);
    return 'passive';
  } catch (error) {
    if (error instanceof ActivePdf) return error.content;
    return error instanceof PasswordNeeded ? 'password' : 'unreadable';
  }
}
