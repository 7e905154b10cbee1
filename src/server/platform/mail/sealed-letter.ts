import { z } from 'zod';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { MailRow } from '../../tables/mails.ts';
import type { PasswordLinkRow } from '../../tables/users.ts';
import type { DatabaseTransaction } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import type { Sealing } from '../sealing.ts';
import { type Letter, toMail } from './letter.ts';
import { inOfficeWords } from './office-words.ts';
import { insertMail, type Mail } from './queue-mail.ts';

/** Shown when the key of a letter is lost. An older version running at the same time would send it, too. */
const unreadable = "We can't read this email anymore. Please ask for it again.";

const contextOf = (mailId: string) => `mail:${mailId}`;

const stored: z.ZodType<Letter> = z.object({
  to: z.object({ name: z.string(), email: z.string() }),
  subject: z.string(),
  greeting: z.string().optional(),
  opening: z.array(z.string()),
  action: z.object({ label: z.string(), url: z.string() }).optional(),
  closing: z.array(z.string()),
});

/**
 * Queues a letter with a link that lets its reader in, not to be sent before `dueAt`, and stores its words sealed
 * (docs/security.md S7.5); returns the mail's id. Call `parts.mails.wake()` after the commit.
 */
export async function queueSealedLetter(
  transaction: DatabaseTransaction,
  sealing: Sealing,
  given: Letter,
  owner?: { userId: string; link?: PasswordLinkRow['kind'] },
  dueAt?: string,
): Promise<string> {
  const id = newId();
  const { wording: _, ...letter } = await inOfficeWords(transaction, given);
  const { email, name } = letter.to;
  // Without what other columns hold already.
  const words = JSON.stringify({ ...letter, to: { name, email } });
  const mail = { to: email, subject: letter.subject, text: unreadable };
  const sealedLetter = sealing.seal(words, contextOf(id));
  await insertMail(transaction, id, mail, { ...owner, sealedLetter }, dueAt);
  return id;
}

/** A mail's words for sending. @throws Error when another key sealed them, or they were changed */
export function openMail(mail: MailRow, sealing: Sealing, brokerage: Brokerage): Pick<Mail, 'text' | 'html'> {
  if (mail.sealed_letter === null) return { text: mail.text, ...(mail.html && { html: mail.html }) };
  const letter = stored.parse(JSON.parse(sealing.open(mail.sealed_letter, contextOf(mail.id))));
  const { text, html } = toMail(letter, brokerage);
  return { text, ...(html && { html }) };
}

/** A mail's text for reading; what another key sealed is said to be lost. */
export function textOfMail(mail: MailRow, sealing: Sealing, brokerage: Brokerage): string {
  const isLost = mail.sealed_letter !== null && !sealing.isOurs(mail.sealed_letter);
  return isLost ? mail.text : openMail(mail, sealing, brokerage).text;
}
