/** Makes, numbers and draws the invoice of a due. */

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { formatDay } from '../../../shared/dates.ts';
import { formatDocumentMoney } from '../../../shared/money.ts';
import { undrawable } from '../../../shared/pdf-characters.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { PdfContent, PdfText } from '../../platform/pdf/pdf-content.ts';
import type { DueRow } from '../../tables/dues.ts';
import { attachment } from '../documents/documents.service.ts';
import { lockDues } from './due-rows.ts';
import { duesSettings } from './dues-settings.service.ts';
import { nextLetter } from './letter-numbers.ts';

type InvoiceParts = Pick<Parts, 'db' | 'siteSettings' | 'makePdf'>;

/**
 * As a download. The first call of an open due makes the invoice. While the due is open, one that says how to pay, or who asks whom,
 * as it was is replaced by one of the next number; else it stays as it was made (docs/product.md P30.7).
 * @throws 400 for a character that it cannot show; 404 'Due not found', also for that of another than `owner`; 'Invoice not
 * found' for one that was settled without
 */
export async function sendInvoice(
  parts: InvoiceParts,
  reply: FastifyReply,
  { id, owner }: { id: string; owner?: string },
): Promise<Readable> {
  const content = await inTransaction(parts.db, async (transaction) => {
    const row = (await lockDues(transaction, [id])).get(id);
    if (!row || (owner !== undefined && row.user_id !== owner)) throw notFound('Due');
    return madeInvoice(transaction, parts, row);
  });
  const bytes = await parts.makePdf(content);
  reply.headers({
    'content-disposition': attachment(`${content.title}.pdf`),
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  return Readable.from([Buffer.from(bytes)]);
}

async function madeInvoice(
  transaction: DatabaseTransaction,
  { siteSettings }: InvoiceParts,
  row: DueRow,
): Promise<PdfContent> {
  const former: StoredInvoice | null = row.invoice_content === null ? null : JSON.parse(row.invoice_content);
  if (former !== null && row.state !== 'open') return former;
  if (row.state !== 'open' || row.amount < 0) throw notFound('Invoice');
  const { howToPay } = await duesSettings(transaction);
  const said = {
    member: await nameOf(transaction, row),
    brokerage: await siteSettings.brokerageIn(transaction),
    howToPay,
    moment: now(),
  };
  const asNow = invoiceContent(row, { number: row.invoice ?? 0, replaces: undefined, ...said });
  const odd = undrawable(JSON.stringify(asNow));
  if (odd) throw invalid(`The invoice cannot show ${odd}: use Latin letters`);
  if (former !== null && isSaidAlike(former, asNow)) return former;
  const number = await nextLetter(transaction);
  const content: StoredInvoice = invoiceContent(row, { number, replaces: former?.title, ...said });
  if (former !== null) content.former = former;
  await transaction
    .updateTable('dues')
    .set({ invoice: number, invoice_content: JSON.stringify(content) })
    .where('id', '=', row.id)
    .execute();
  return content;
}

/** As the account is called now. */
async function nameOf(transaction: DatabaseTransaction, { user_id, user_name }: DueRow): Promise<string> {
  const user = await transaction
    .selectFrom('users')
    .select('name')
    .where('id', '=', user_id)
    .executeTakeFirst();
  return user?.name ?? user_name;
}

/** With the one that it replaced, as evidence of what the member was sent. */
interface StoredInvoice extends PdfContent {
  former?: StoredInvoice;
}

const parties: readonly string[] = ['Broker', 'DRE license', 'Address', 'Phone', 'To'];

const partiesIn = ({ blocks }: PdfContent) =>
  blocks.flatMap((block) =>
    block.kind === 'facts' ? block.rows.filter(([label]) => parties.includes(label)) : [],
  );

/** Whether both name the same brokerage and member, and say alike how to pay. */
const isSaidAlike = (former: PdfContent, asNow: PdfContent): boolean =>
  howToPayIn(former) === howToPayIn(asNow) &&
  JSON.stringify(partiesIn(former)) === JSON.stringify(partiesIn(asNow));

/** Below the sentence that asks to pay; '' for nothing. */
const howToPayIn = ({ blocks }: PdfContent): PdfText =>
  blocks.filter((block) => block.kind === 'paragraph')[1]?.text ?? '';

interface Made {
  number: number;
  member: string;
  /** The title of the invoice before. */
  replaces: string | undefined;
  brokerage: Brokerage;
  howToPay: string;
  moment: string;
}

function invoiceContent(
  row: DueRow,
  { number, member, replaces, brokerage, howToPay, moment }: Made,
): PdfContent {
  const title = `Invoice ${number}`;
  const amount = formatDocumentMoney(row.amount);
  return {
    title,
    language: 'en-US',
    author: brokerage.legalName,
    reference: title,
    blocks: [
      { kind: 'heading', level: 1, text: title },
      {
        kind: 'facts',
        rows: [
          ['Date', formatDay(moment)],
          ...(replaces === undefined ? [] : [['Replaces', replaces] satisfies [string, string]]),
          ['Broker', brokerage.legalName],
          ['DRE license', brokerage.license],
          ['Address', brokerage.address],
          ['Phone', brokerage.phone],
        ],
      },
      {
        kind: 'facts',
        rows: [
          ['To', member],
          ['Due by', formatDay(row.due_on)],
        ],
      },
      {
        kind: 'table',
        caption: 'What is due',
        columns: [{ header: 'Line' }, { header: 'Reason' }, { header: 'Amount', align: 'right' }],
        rows: [[row.label, row.reason, amount]],
      },
      {
        kind: 'paragraph',
        text: `Please pay ${amount} to ${brokerage.legalName} by ${formatDay(row.due_on)}, and name “${title}”. What is still open is kept from your next closing.`,
      },
      ...(howToPay === '' ? [] : [{ kind: 'paragraph', text: howToPay } as const]),
    ],
  };
}
