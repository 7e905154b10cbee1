/** Numbers, stores and draws letters and invoices. */

import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { endedStates } from '../../../shared/closings/closing-states.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ClosingLetterRow, ClosingRow } from '../../tables/closings.ts';
import { attachment, keepDocument, openDocument, storePdf } from '../documents/documents.service.ts';
import { nextLetter } from '../dues/letter-numbers.ts';
import { appendInTransaction } from '../security-log/security-chain.ts';
import { drawingOf } from './letter-content.ts';

type NewLetter = Pick<ClosingLetterRow, 'closing_id' | 'kind' | 'maker_name' | 'created_at' | 'withdraws'> & {
  content: (number: number) => string;
};

/** Numbered without gaps, in the transaction of what it is about. @returns the number */
export async function insertLetter(
  transaction: DatabaseTransaction,
  { content, ...letter }: NewLetter,
): Promise<number> {
  const number = await nextLetter(transaction);
  await transaction
    .insertInto('closing_letters')
    .values({
      ...letter,
      number,
      content: content(number),
      sent_at: null,
      withdrawn_at: null,
      withdrawn_reason: '',
      withdrawn_by: null,
      document_id: null,
      sha256: null,
    })
    .execute();
  return number;
}

/** The letters and invoices of a closing that are not withdrawn, the one that pays first. */
export const standingLetters = (db: Database | DatabaseTransaction, closingId: string) =>
  db
    .selectFrom('closing_letters')
    .select(['number', 'kind', 'content', 'sent_at', 'created_at', 'document_id'])
    .where('closing_id', '=', closingId)
    .where('withdrawn_at', 'is', null)
    .where('kind', '!=', 'notice')
    .orderBy('number')
    .execute();

/** Notices of a closing whose letter was sent, and that were not. */
export const noticesToSend = (db: Database | DatabaseTransaction, closingId: string) =>
  unsentNotices(db)
    .select(['notice.number', 'notice.created_at'])
    .where('notice.closing_id', '=', closingId)
    .orderBy('notice.number')
    .execute();

/** Those of all closings. */
export const unsentNotices = (db: Database | DatabaseTransaction) =>
  db
    .selectFrom('closing_letters as notice')
    .innerJoin('closing_letters as letter', 'letter.number', 'notice.withdraws')
    // Must match the index's condition literally.
    .where(sql<boolean>`notice.kind = 'notice' and notice.sent_at is null`)
    .where('letter.sent_at', 'is not', null);

/**
 * Letters and notices whose emails to their recipient all failed, by number, with the last address. They can be emailed
 * again until the closing has ended, or they are withdrawn.
 */
export async function failedEmails(
  db: Database | DatabaseTransaction,
  { id, state }: Pick<ClosingRow, 'id' | 'state'>,
): Promise<Map<number, string>> {
  const mails = await db
    .selectFrom('closing_letters as letter')
    .innerJoin('mails', 'mails.document_id', 'letter.document_id')
    .select(['letter.number', 'letter.kind', 'mails.state', 'mails.recipient'])
    .where('letter.closing_id', '=', id)
    .where('letter.withdrawn_at', 'is', null)
    // Copies are of an account.
    .where('mails.user_id', 'is', null)
    .orderBy('mails.created_at')
    .execute();
  const reached = new Set(mails.flatMap((mail) => (mail.state === 'failed' ? [] : mail.number)));
  return new Map(
    mails
      .filter(
        ({ kind, number }) => !reached.has(number) && (kind === 'notice' || !endedStates.includes(state)),
      )
      .map(({ number, recipient }) => [number, recipient]),
  );
}

export type DrawParts = Pick<Parts, 'db' | 'config' | 'images' | 'sealing' | 'makePdf'>;

/**
 * Draws a letter that was made, and notes its hash in the security log. This happens once, even for several readers.
 * After a kill before that, the next reader draws it.
 * @returns the id of its document
 * @throws 404 'Letter not found'
 */
async function drawnDocument(parts: DrawParts, closingId: string, number: number): Promise<string> {
  const letter = await letterOf(parts.db, closingId, number);
  if (letter.document_id !== null) return letter.document_id;
  const { pdf, maker } = drawingOf(letter.content);
  const stored = await storePdf(parts, undefined, await parts.makePdf(pdf));
  return inTransaction(parts.db, async (transaction) => {
    const locked = await transaction
      .updateTable('closing_letters')
      .set({ number })
      .where('number', '=', number)
      .returning('document_id')
      .executeTakeFirst();
    if (!locked) throw notFound('Letter');
    // If another request has stored one in between, that one stays, and this one is purged.
    if (locked.document_id !== null) return locked.document_id;
    await keepDocument(transaction, stored, { name: `${pdf.title}.pdf` });
    await transaction
      .updateTable('closing_letters')
      .set({ document_id: stored.id, sha256: stored.sha256 })
      .where('number', '=', number)
      .execute();
    await appendInTransaction(transaction, parts.sealing, [
      {
        event: 'letter.made',
        detail: `${letter.kind} ${number} by ${letter.maker_name}, SHA-256 ${stored.sha256}`,
        user_id: maker,
        address: '',
        device: '',
        request_id: '',
        created_at: now(),
      },
    ]);
    return stored.id;
  });
}

async function letterOf(db: Database, closingId: string, number: number) {
  const letter = await db
    .selectFrom('closing_letters')
    .select(['number', 'kind', 'content', 'maker_name', 'document_id'])
    .where('closing_id', '=', closingId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!letter) throw notFound('Letter');
  return letter;
}

/** As a download. The caller has decided who may have it. @throws 404 'Letter not found' */
export async function sendLetter(
  parts: DrawParts,
  reply: FastifyReply,
  { closingId, number }: { closingId: string; number: string },
): Promise<Readable> {
  const id = await drawnDocument(parts, closingId, Number(number));
  const { name, stream } = await openDocument(parts, id, 'Letter');
  return download(reply, name, stream);
}

export function download(reply: FastifyReply, name: string, stream: Readable): Readable {
  reply.headers({
    'content-disposition': attachment(name),
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  return stream;
}

/** Draws what an approval or its withdrawal has made, after the commit: who fails leaves it to the first who opens it. */
export async function drawLetters(parts: DrawParts, closingId: string): Promise<void> {
  const waiting = await parts.db
    .selectFrom('closing_letters')
    .select('number')
    .where('closing_id', '=', closingId)
    .where('document_id', 'is', null)
    .execute();
  for (const { number } of waiting) await drawnDocument(parts, closingId, number);
}
