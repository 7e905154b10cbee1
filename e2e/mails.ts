import { join } from 'node:path';
import { expect } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { openSealing } from '../src/server/platform/sealing.ts';

/** The link in the newest mail to an address, '' where none has one; waits until the server queues a mail. */
export async function mailedLink(dataDir: string, recipient: string, subject = ''): Promise<string> {
  const database = new BetterSqlite(join(dataDir, 'brokerage.db'), { readonly: true });
  const newest = database.prepare<[string, string], { id: string; sealed_letter: string | null }>(
    'select id, sealed_letter from mails where recipient = ? and instr(subject, ?) > 0 order by sealed_letter is null, created_at desc limit 1',
  );
  try {
    await expect.poll(() => newest.get(recipient, subject)).toBeDefined();
    const mail = newest.get(recipient, subject);
    if (!mail?.sealed_letter) return '';
    const sealing = openSealing({ dataDir, secretsKey: undefined });
    return JSON.parse(sealing.open(mail.sealed_letter, `mail:${mail.id}`)).action.url;
  } finally {
    database.close();
  }
}

/** The code of the newest mail to sign with. */
export async function mailedCode(dataDir: string, recipient: string): Promise<string> {
  const database = new BetterSqlite(join(dataDir, 'brokerage.db'), { readonly: true });
  const newest = database.prepare<[string], { id: string; sealed_letter: string }>(
    "select id, sealed_letter from mails where recipient = ? and subject like 'Your code%' and sealed_letter is not null order by id desc limit 1",
  );
  try {
    await expect.poll(() => newest.get(recipient)).toBeDefined();
    const mail = newest.get(recipient);
    const sealing = openSealing({ dataDir, secretsKey: undefined });
    const letter = mail ? sealing.open(mail.sealed_letter, `mail:${mail.id}`) : '';
    return /: (\d{6})\b/.exec(letter)?.[1] ?? '';
  } finally {
    database.close();
  }
}

/** The text of the newest mail of a subject to an address, of a mail without a link that lets its reader in. */
export async function mailedText(dataDir: string, recipient: string, subject: string): Promise<string> {
  const database = new BetterSqlite(join(dataDir, 'brokerage.db'), { readonly: true });
  const newest = database.prepare<[string, string], { text: string }>(
    'select text from mails where recipient = ? and subject = ? order by id desc limit 1',
  );
  try {
    await expect.poll(() => newest.get(recipient, subject)).toBeDefined();
    return newest.get(recipient, subject)?.text ?? '';
  } finally {
    database.close();
  }
}
