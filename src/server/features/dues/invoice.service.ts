/** Makes, numbers and draws the invoice of a due. */

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { formatDay } from '../../../shared/dates.ts';
import { formatDocumentMoney } from '../../../shared/money.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { PdfContent, PdfText } from '../../platform/pdf/pdf-content.ts';
import type { DueRow } from '../../tables/dues.ts';
import { attachment } from '../documents/documents.service.ts';
import { lockDues } from './due-rows.ts';
import { duesSettings } from './dues-settings.service.ts';
import { nextLetter } from './letter-numbers.ts';

type InvoiceParts = Pick<Parts, 'db' | 'siteSettings' | 'makePdf'>;

/**
 * As a download. The first call of an open due makes the invoice. While the due is open, one that says how to pay as it was
 * is replaced by one of the next number; else it stays as it was made (docs/product.md P30.7).
 * @throws 404 'Due not found', also for that of another than `owner`; 'Invoice not found' for one that was settled without
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
  if (former !== null && howToPayIn(former) === howToPay) return former;
  const number = await nextLetter(transaction);
  const content: StoredInvoice = invoiceContent(row, {
    number,
    replaces: former?.title,
    brokerage: await siteSettings.brokerageIn(transaction),
    howToPay,
    moment: now(),
  });
  if (former !== null) content.former = former;
  await transaction
    .updateTable('dues')
    .set({ invoice: number, invoice_content: JSON.stringify(content) })
    .where('id', '=', row.id)
    .execute();
  return content;
}

/** With the one that it replaced, as evidence of what the member was sent. */
interface StoredInvoice extends PdfContent {
  former?: StoredInvoice;
}

/** Below the sentence that asks to pay; '' for nothing. */
const howToPayIn = ({ blocks }: PdfContent): PdfText =>
  blocks.filter((block) => block.kind === 'paragraph')[1]?.text ?? '';

interface Made {
  number: number;
  /** The title of the invoice before. */
  replaces: string | undefined;
  brokerage: Brokerage;
  howToPay: string;
  moment: string;
}

function invoiceContent(row: DueRow, { number, replaces, brokerage, howToPay, moment }: Made): PdfContent {
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
          ['To', row.user_name],
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
