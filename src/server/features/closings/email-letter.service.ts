/** Emails a letter, an invoice or a notice of withdrawal, with a copy to the agent, and notes it as sent. */

import type { LetterEmail, OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { cleanEmail, emailPattern } from '../../../shared/email-address.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { wordsOf } from '../mail-texts/mail-texts.service.ts';
import { type Enclosure, toEnclosing } from '../mail-texts/render-mail-text.ts';
import { closingMail } from './closing-mails.ts';
import { entryOf, findClosing } from './closing-rows.ts';
import { drawingOf } from './letter-content.ts';
import { type DrawParts, drawLetters, failedEmails, standingLetters } from './letters.service.ts';
import { byOffice, type OfficeParts } from './office-acts.ts';
import { noteSentAgain, takeStep } from './steps.service.ts';

type Db = Database | DatabaseTransaction;

/** Id of a closing, and the number of its letter. */
interface Wanted {
  id: string;
  number: number;
}

/** The email as it would go now. @throws 404 */
export async function readLetterEmail(
  { db, config }: Pick<Parts, 'db' | 'config'>,
  { id, number }: Wanted,
): Promise<LetterEmail> {
  const row = await findClosing(db, id);
  const letter = await letterBy(db, { id, number });
  const words = await wordsOf(db, kindOfWords(letter));
  const agent = await agentOf(db, row);
  const invoice = await invoiceWith(db, id, letter);
  const enclosure = await enclosureOf(db, row, letter);
  const { subject, text } = toEnclosing(words, { to: '', ...enclosure }, config.brokerage);
  const attachment = fileOf(letter);
  return {
    to: await addressOf(db, row, letter, agent),
    subject,
    text,
    attachment,
    agent: agent
      ? { name: agent.name, attachments: [attachment, ...(invoice ? [fileOf(invoice)] : [])] }
      : null,
  };
}

/**
 * Queues the email and its copies, and notes the letter or notice as sent (docs/product.md P29.27); again while all its
 * emails failed.
 * @param to the one address
 * @throws 403 for an actor whom the deal pays; 404; 412 on a conflict, and when another letter stands; 400 when it cannot
 * be sent; StoreError when it cannot be drawn
 */
export async function emailLetter(
  parts: OfficeParts & DrawParts,
  actor: Actor,
  { id, number }: Wanted,
  to: string,
  expected?: number[],
): Promise<OfficeClosing> {
  const { brokerage } = parts.config;
  await drawLetters(parts, id);
  return byOffice(parts, { actor, id, expected }, async (transaction, row, by) => {
    const letter = await letterBy(transaction, { id, number });
    const step = letter.kind === 'notice' ? 'notice-sent' : 'letter-sent';
    const text = `by email to ${to}`;
    const note = (await failedEmails(transaction, row)).has(number) ? noteSentAgain : takeStep;
    await note(transaction, by, row, { step, number, moment: now(), text, signatory: parts });
    await demandFirst(transaction, id, letter);
    const invoice = await invoiceWith(transaction, id, letter);
    const agent = await agentOf(transaction, row);
    const words = await wordsOf(transaction, kindOfWords(letter));
    const enclosure = await enclosureOf(transaction, row, letter);
    const mail = toEnclosing(words, { to, ...enclosure }, brokerage);
    await queueMail(transaction, mail, { documentId: documentOf(letter) });
    if (!agent) return;
    const tell = async (what: string, more: string, enclosed: LetterToSend) => {
      const copy = closingMail(agent, { what, more, closing: id, property: row.property }, brokerage);
      await queueMail(transaction, copy, { userId: agent.id, documentId: documentOf(enclosed) });
    };
    if (agent.email !== to) await tell(`We emailed ${titleOf(letter)}`, 'A copy is attached.', letter);
    if (invoice) await tell(titleOf(invoice), 'It is attached.', invoice);
  });
}

type LetterToSend = Awaited<ReturnType<typeof letterBy>>;

const letterColumns = ['number', 'kind', 'content', 'withdraws', 'document_id'] as const;

/** @throws 404 'Letter not found' */
async function letterBy(db: Db, { id, number }: Wanted) {
  const letter = await db
    .selectFrom('closing_letters')
    .select(letterColumns)
    .where('closing_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!letter) throw notFound('Letter');
  return letter;
}

const titleOf = ({ content }: Pick<LetterToSend, 'content'>): string => drawingOf(content).pdf.title;
const fileOf = (letter: LetterToSend): string => `${titleOf(letter)}.pdf`;
const kindOfWords = ({ kind }: LetterToSend) => (kind === 'notice' ? 'notice' : 'letter');

/** It is drawn before; one that was made since is for the next try. @throws 404 'Letter not found' */
function documentOf({ document_id }: LetterToSend): string {
  if (document_id === null) throw notFound('Letter');
  return document_id;
}

/** The step notes all that stand: the one that pays goes, and takes the agent's invoice along. @throws 400 */
async function demandFirst(db: Db, id: string, { kind, number }: LetterToSend): Promise<void> {
  if (kind === 'notice') return;
  const [first] = await standingLetters(db, id);
  if (first && first.number !== number)
    throw invalid(`Email ${titleOf(first)}: the agent gets invoice ${number} with it`);
}

/** The agent's invoice that stands next to a letter. */
async function invoiceWith(db: Db, id: string, { kind }: LetterToSend): Promise<LetterToSend | undefined> {
  if (kind === 'notice' || kind === 'agent-invoice') return undefined;
  return db
    .selectFrom('closing_letters')
    .select(letterColumns)
    .where('closing_id', '=', id)
    .where('kind', '=', 'agent-invoice')
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
}

/** The account of the agent, if it is active. Co-agents see no letters. */
const agentOf = (db: Db, { agent_id }: ClosingRow) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', agent_id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();

async function enclosureOf(db: Db, { id, property }: ClosingRow, letter: LetterToSend): Promise<Enclosure> {
  const { withdraws } = letter;
  const withdrawn = withdraws === null ? '' : titleOf(await letterBy(db, { id, number: withdraws }));
  return { document: titleOf(letter), withdrawn, property };
}

/** A notice goes where its letter went, or was last tried. */
async function addressOf(
  db: Db,
  row: ClosingRow,
  letter: LetterToSend,
  agent: { email: string } | undefined,
): Promise<string> {
  if (letter.kind === 'agent-invoice') return agent?.email ?? '';
  if (letter.withdraws === null) return emailIn(entryOf(row).holderContact);
  const withdrawn = await letterBy(db, { id: row.id, number: letter.withdraws });
  const went = await db
    .selectFrom('mails')
    .select('recipient')
    .where('document_id', '=', withdrawn.document_id)
    .where('user_id', 'is', null)
    .orderBy((mail) => mail.case().when('state', '=', 'sent').then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return went?.recipient ?? (await addressOf(db, row, withdrawn, agent));
}

/** The first email address of a contact as it was typed; '' without one. */
function emailIn(contact: string): string {
  const words = contact.split(/[\s,;<>()]+/).map(cleanEmail);
  return words.find((word) => emailPattern.test(word)) ?? '';
}
