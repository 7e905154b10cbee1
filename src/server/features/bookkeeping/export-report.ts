import {
  type Figure,
  figures,
  figuresOfReport,
  type Report,
  reports,
  sourceKinds,
} from '../../../shared/bookkeeping/figures.ts';
import { toCsvAmount } from '../../../shared/money.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { byteOrderMark, csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Read } from '../../platform/db/slow-reads.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillReading } from '../../platform/http/still-allowed.ts';
import { type FiguresOfSource, type Range, readFigures, sourcesWith } from './reports.service.ts';

const atOnce = 500;

/** The first columns of each file, in order. */
const cells: Record<string, (source: FiguresOfSource) => string> = {
  Date: ({ on }) => on,
  Kind: ({ kind }) => sourceKinds[kind],
  Agent: ({ agent }) => agent.name,
  'Property or due': ({ closing, due }) => closing?.property ?? due?.label ?? '',
  'File number': ({ fileNumber }) => fileNumber,
};

const counted: readonly Figure[] = ['sides', 'days'];

/** A report as chunks of CSV, a row for each source (docs/product.md P31.5); the first records an audit event. */
export async function* exportReport(
  { db, read }: { db: Database; read: Read },
  actor: Actor,
  { report, ...range }: Range & { report: Report },
  filename: string,
): AsyncGenerator<string> {
  await inTransaction(db, (transaction) =>
    recordAuditEvent(transaction, actor, {
      action: 'report.exported',
      object: { id: filename, name: `${reports[report]}, ${range.from} to ${range.to}` },
    }),
  );
  const names: readonly Figure[] = figuresOfReport[report];
  yield byteOrderMark + csvLine([...Object.keys(cells), ...names.map((name) => figures[name])]);
  const sources = await read((from) => sourcesWith(from, range, names));
  for (let start = 0; start < sources.length; start += atOnce) {
    await requireStillReading(db, actor, 'admin');
    const some = sources.slice(start, start + atOnce);
    const found = await read((from) => readFigures(from, range, names, some));
    yield found.map((source) => lineOf(source, names)).join('');
  }
}

const lineOf = (source: FiguresOfSource, names: readonly Figure[]): string =>
  csvLine([
    ...Object.values(cells).map((cell) => cell(source)),
    ...names.map((name) => {
      const value = source.figures.get(name) ?? 0;
      return counted.includes(name) ? String(value) : toCsvAmount(value);
    }),
  ]);
