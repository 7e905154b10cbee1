import { join } from 'node:path';
import { expect } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';

/** The link in the newest mail to an address; waits until the server queues one. */
export async function mailedLink(dataDir: string, recipient: string, subject = ''): Promise<string> {
  const database = new BetterSqlite(join(dataDir, 'brokerage.db'), { readonly: true });
  const newest = database
    .prepare(
      'select text from mails where recipient = ? and instr(subject, ?) > 0 order by created_at desc limit 1',
    )
    .pluck();
  try {
    await expect.poll(() => newest.get(recipient, subject)).toBeDefined();
    const text = String(newest.get(recipient, subject));
    return /https?:\S+#\S+/.exec(text)?.[0] ?? '';
  } finally {
    database.close();
  }
}
