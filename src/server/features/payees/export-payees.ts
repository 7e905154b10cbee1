import { toCsvAmount } from '../../../shared/money.ts';
import type { Payee } from '../../../shared/payees/payees.contract.ts';
import { formNeedLabels, payeeKindLabels, w9Labels } from '../../../shared/payees/payees.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { byteOrderMark, csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Read } from '../../platform/db/slow-reads.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillReading } from '../../platform/http/still-allowed.ts';
import { addressesOf } from '../joining/addresses.ts';
import { findPayees, type PayeeFilter } from './payees.service.ts';

const atOnce = 500;

/** The columns of the file, in order. */
const cells: Record<string, (payee: Payee, address: string) => string> = {
  Name: ({ name }) => name,
  Amount: ({ total }) => toCsvAmount(total),
  Address: (_, address) => address,
  Kind: ({ kind }) => payeeKindLabels[kind],
  Member: ({ member }) => member?.name ?? '',
  License: ({ license }) => license,
  Payments: ({ payments }) => String(payments),
  Corrections: ({ corrections }) => toCsvAmount(corrections),
  'W-9': ({ member, w9 }) => (member === null ? '' : w9Labels[w9.state]),
  'W-9 noted on': ({ w9 }) => w9.on ?? '',
  'Paid to': ({ w9 }) => w9.paidTo,
  'Needs a form': ({ form }) => formNeedLabels[form],
  'Also paid as': ({ others = [] }) => others.map(({ name }) => name).join('; '),
};

/** Payees of a filter as chunks of CSV (docs/product.md P32.5); the first records an audit event. */
export async function* exportPayees(
  { db, read }: { db: Database; read: Read },
  actor: Actor,
  { year, ...filter }: PayeeFilter & { year: number },
  filename: string,
): AsyncGenerator<string> {
  await inTransaction(db, (transaction) =>
    recordAuditEvent(transaction, actor, {
      action: 'payees.exported',
      object: { id: filename, name: `Payees of ${year}` },
    }),
  );
  yield byteOrderMark + csvLine(Object.keys(cells));
  const payees = await read((from) => findPayees(from, year, filter));
  for (let start = 0; start < payees.length; start += atOnce) {
    await requireStillReading(db, actor, 'admin');
    const some = payees.slice(start, start + atOnce);
    const addresses = await read((from) =>
      addressesOf(
        from,
        some.flatMap(({ member }) => member?._id ?? []),
      ),
    );
    yield some
      .map((payee) => {
        const address = addresses.get(payee.member?._id ?? '') ?? '';
        return csvLine(Object.values(cells).map((cell) => cell(payee, address)));
      })
      .join('');
  }
}
